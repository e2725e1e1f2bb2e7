# 帮助、可做的事的列表，以及屏幕之外的文字。
scrolls_and_closes = ↑↓ 滚动，Esc 关闭
esc_closes = Esc 关闭
help_page = { $name }（{ $page }/{ $pages }）
help_keys = 按键
help_rules = 规则
help_full = 完整规则
help_odds = 胜率
help_more = 左右：其他页；/ 搜索并执行
help_typed = 输入命令（在 : 之后）
help_mouse = 鼠标：指向、点击、滚动，右键取消；按住 Shift 选文字。
odds_title = 攻击的胜率（百分比，四舍五入）。
odds_heading = 攻方       守方的骰子
odds_dice = 骰子
odds_tie = 数量相同时胜率略低于一半：同点算守方胜。

## 可做的事

palette_title = 可做的事：输入几个字或命令
palette_line = Enter 执行标出的一行
palette_command = Enter 按输入执行命令
palette_nothing = 没有找到
help_nothing = 这份说明里没有找到
says_phrase = 说：{ $phrase }
phrases_card = 短语
phrase_first = 祝好运，玩得开心！
phrase_second = 下得好！
phrase_third = 好手气！
phrase_fourth = 请稍等。
phrase_fifth = 谢谢，好局！
phrase_sixth = 再来一局？

## 窗口标题与提醒

window_replay = 回放
window_your_turn = 轮到你了
window_over = 对局结束
call_begins = 对局开始
