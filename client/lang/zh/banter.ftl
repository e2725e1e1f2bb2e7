# 各级机器人偶尔说的话。
banter_first_took =
    咦！是我吗？
    滚了一下，成了。
banter_first_failed =
    咚。
    我是故意的。大概吧。
banter_first_fell = 扑通。
banter_first_won = 我赢了？有人看见吗？
banter_first_lost = 再来？我喜欢被扔。
banter_second_took =
    归我了。你刚才走神了。
    多谢多谢。
banter_second_failed =
    我看到一只蝴蝶。
    那只是佯攻。
banter_second_fell = 替我向母鸡们问好。
banter_second_won = 谁也没料到我会来，连我自己也没有。
banter_second_lost = 反正那葡萄是酸的。
banter_third_took =
    等待。然后，不再等待。
    捉到了。
banter_third_failed =
    一道涟漪，会平息的。
    站错脚了。
banter_third_fell = 我去水静的地方。
banter_third_won = 耐心。你看到了该怎么做。
banter_third_lost = 等得好。我向你学习。
banter_fourth_took =
    理当如此。
    你的后背空着。
banter_fourth_failed =
    胜率没错，错的是骰子。
    记下了。
banter_fourth_fell = 这是你应得的。
banter_fourth_won = 干净利落的狩猎。
banter_fourth_lost = 我知道自己成了猎物。
banter_fifth_took =
    十二次掷骰之前我就看到了。
    命中注定。
banter_fifth_failed =
    连这也算在内了。
    真是罕见。
banter_fifth_fell = 在多数世界里我还在这里。
banter_fifth_won = 你能撑到现在，不错。
banter_fifth_lost = 这一步我没料到。别告诉别人。
