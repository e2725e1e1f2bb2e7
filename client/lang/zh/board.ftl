# 棋盘旁边和下方的文字，以及对局结束时的文字。

## 标题

round_number = 第{ $round }轮
pill_paused = 暂停中
pill_waits = 等待中
nobody_plays = 对局者都不在
pill_goes_on = 按 { $key } 继续
pill_over = 已结束
pill_your_turn = 轮到你
pill_under_way = 正在发送
to_move = 轮到 { $name }

## 面板

players_heading = 玩家
columns_hex = 格子 骰子  连片
columns_area = 领地 骰子  连片
new_dice_heading = 新骰子
new_dice_come = { $come } / { $all }
watching_heading = 观战
last_move_heading = 上一步
no_move_seen = 还没有走子
log_heading = 记录
panel_next = { $key }：下一个
sign_resigned = (认输)
sign_pause = (暂停？)
sign_skip = (快进)
sign_out = (出局)
sign_you = (你)
sign_bot = (代下)
sign_gone = (离开)
reaction_laugh = 哈哈
reaction_wow = 哇
reaction_clap = 鼓掌
reaction_cry = 呜呜
reaction_angry = 生气
reaction_heart = 爱心
targets_of = { $place } 的目标
targets_columns = 胜率  连片
attack_of = 攻击 { $attack }
to_win = 胜率
to_win_at = 胜率 { $chance }
versus = 对
label_won = 成功
label_lost = 失败
link_word = 连片
keeps_one = { $place } 剩1颗
last_roll_heading = 上次掷骰
no_roll_seen = 还没有掷骰
roll_of = 掷骰 { $attack }
luck_of_roll = 运气 { $luck }
verdict_taken = 占领
verdict_held = 守住
a_tie = 同点
by_margin = 差{ $pips }点
without_a_roll = 未掷骰
fall_you = 你出局了
fall_other = { $name } 出局

## 棋盘下方的一行

you_take = 占领了 { $place }。
it_holds = { $place } 守住了。
drops_to_one = { $place } 只剩1颗
rolls_against = { $name } 以{ $attack }颗对{ $defense }颗
tie_stays = 点数相同则 { $name } 守住
cut_mine = 你的连片被切成两块：{ $change }
cut_other = { $name } 的连片被切成两块：{ $change }
joined_mine = 你的领地连成一片：{ $change }
joined_other = { $name } 的领地连成一片：{ $change }
match_point_mine = 赛点：你只剩一块
match_point_other = 赛点：{ $name } 只剩一块
next_wins_mine = 赛点：你下一步就能赢
next_wins_other = 赛点：{ $name } 下一步就能赢
tab_goes_on = Tab 继续
match_is_over = 对局结束
enter_marks = 按 Enter 在这一格落子
enter_does = Enter：{ $what }
piece_lifted = 已拿起{ $piece }：用 Tab 或方向键到 +，Enter 走子，Esc 放下
piece_cannot = { $piece }不能走到这里：+ 标出可走之处，Esc 放下
piece_can = 你的{ $piece }可走{ $count }格：按 Enter 拿起
none_to_choose = 这里没有可选的：按 Tab 去可选之处
choose_name = 输入其中之一来选择：{ $names }
win_chance = 胜率 { $chance }
lose_chance = 失败 { $chance }：只剩1颗
link_stays = 仍为{ $link }
link_then = 连片 { $change }
link_if_won = 成功后连片 { $change }
none_left_short = 无可攻击：{ $key } 结束
source_chosen = 从这里攻击：Tab 选目标，Esc 取消
source_chosen_short = Tab：选目标
out_of_reach = 从所选{ $game ->
    [dice-of-doom] 格子
   *[other] 领地
}攻击不到：Tab 选目标，Esc 取消
out_of_reach_short = 攻击不到：Tab、Esc
mine_cannot = 不能攻击：Tab 去最好的攻击
mine_cannot_short = 不能攻击：Tab
tab_best = Tab 去最好的攻击
tab_best_short = Tab：最好的攻击
can_attack = 可攻击{ $count }处：Enter 选择
enter_chooses = Enter 选择
gain_now = 现在结束得{ $gain }
you_watch = 观战中
waits_for_dice = 等待掷骰
waits_for = 等待
skip_asked = 按 { $key } 请求快进（{ $count }/{ $all }）
skip_asked_by_me = 你请求快进（{ $count }/{ $all }）
bot_now = 按 { $key } 让机器人现在代下
bot_asked = 按 { $key } 请求机器人代下（{ $count }/{ $all }）
bot_asked_by_me = 你希望机器人代下（{ $count }/{ $all }）

## 记录

log_title = 记录（最新在前）
log_earlier = 之前的（来自服务器）：
log_begins = 对局开始
log_bot = 由机器人代下
log_back = 回来了
log_resigns = 认输
log_out_of_time = 超时：机器人代下
log_pauses = 对局暂停
log_goes_on = 对局继续
log_against = 对
log_won = 成功
log_lost = 失败
log_is_out = 出局
log_out = 出局
log_tie = 同点算守方
log_ends = 结束回合  +{ $count }颗
log_ends_short = 结束 +{ $count }
log_places = ：{ $places }
log_drawn = 平局
log_wins = 获胜
log_shares = 打成平局
log_why = 。{ $why }

## 对局结束

result_heading = 结果
dice_heading = 骰子
share_heading = 骰子占比
share_rounds = 第1～{ $last }轮
here = 这里
turned_by_at = 占领 { $place }（胜率{ $chance }）
turned_by = 占领 { $place }
turning_heading = 转折点
attacks_heading = 成功的攻击
attacks_columns = 期望   偏差
luckiest = 最幸运
unluckiest = 最不幸
fallen_heading = 出局
kept_heading = 保存位置
over_after = 对局在第{ $round }轮结束
over_title = 对局结束
kept_told = 对局已保存于 { $path }
band_wins = { $name }获胜
band_draw = 平局
nobody_wins = 平局。
you_win = 你赢了！
you_share = 平局！
wins_told = 获胜。
share_told = 打成平局。
resigned = { $names } 认输
rematch_asked = 再来一局：{ $people }
next_game_asked = 接下来{ $game }：{ $people }
agrees_rematch = { $names } 想再来一局
