# 盤の横と下に出る言葉、終局の言葉。

## 見出し

round_number = 第{ $round }ラウンド
pill_paused = 中断中
pill_waits = 待機中
nobody_plays = 対局者が誰もいません
pill_goes_on = { $key } で再開
pill_over = 終局
pill_your_turn = あなたの番
pill_under_way = 送信中
to_move = { $name } の番

## パネル

players_heading = 対局者
columns_hex = マス 個数  連結
columns_area = 領土 個数  連結
new_dice_heading = 増えたサイコロ
new_dice_come = { $come } / { $all }
watching_heading = 観戦
last_move_heading = 直前の手
no_move_seen = まだ指し手なし
log_heading = 記録
panel_next = { $key }：次へ
sign_resigned = (投了)
sign_pause = (中断？)
sign_skip = (早送り)
sign_out = (脱落)
sign_you = (あなた)
sign_bot = (代打ち)
sign_gone = (不在)
reaction_laugh = 笑
reaction_wow = おお
reaction_clap = 拍手
reaction_cry = 涙
reaction_angry = 怒
reaction_heart = 愛
targets_of = { $place } の攻撃先
targets_columns = 勝率  連結
attack_of = 攻撃 { $attack }
to_win = 勝率
to_win_at = 勝率 { $chance }
versus = 対
label_won = 成功
label_lost = 失敗
link_word = 連結
keeps_one = { $place } に1個残る
last_roll_heading = 直前の勝負
no_roll_seen = まだ振られていません
roll_of = 勝負 { $attack }
luck_of_roll = 運 { $luck }
verdict_taken = 占領
verdict_held = 防衛
a_tie = 同点
by_margin = { $pips }差
without_a_roll = 振らずに決着
fall_you = あなたは脱落
fall_other = { $name } は脱落

## 盤の下の行

you_take = { $place } を占領。
it_holds = { $place } は防衛。
drops_to_one = { $place } は1個に
rolls_against = { $name } が{ $attack }個対{ $defense }個で勝負
tie_stays = 同点なら { $name } の防衛
cut_mine = あなたの連結が分断された：{ $change }
cut_other = { $name } の連結が分断された：{ $change }
joined_mine = あなたの連結がつながった：{ $change }
joined_other = { $name } の連結がつながった：{ $change }
match_point_mine = あと1か所：あなたは崖っぷち
match_point_other = あと1か所：{ $name } は崖っぷち
next_wins_mine = あと一手：次の手であなたの勝ち
next_wins_other = あと一手：{ $name } は次の手で勝てる
tab_goes_on = Tab で次へ
match_is_over = 対局終了
enter_marks = Enter でこのマスに印を付ける
enter_does = Enter：{ $what }
piece_lifted = { $piece }を持ちました：Tab か矢印で + へ、Enter で指す、Esc で戻す
piece_cannot = { $piece }はここへ動けません。+ が動ける所、Esc で戻す
piece_can = { $piece }は{ $count }マスへ動けます。Enter で持つ
none_to_choose = ここでは選べません。Tab で選べる所へ
choose_name = 次のどれかを入力して選びます：{ $names }
win_chance = 勝率 { $chance }
lose_chance = 失敗 { $chance }：1個になる
link_stays = { $link }のまま
link_then = 連結 { $change }
link_if_won = 成功なら連結 { $change }
none_left_short = 攻撃先なし：{ $key } で終了
source_chosen = ここから攻撃：Tab で攻撃先へ、Esc で解除
source_chosen_short = Tab：攻撃先へ
out_of_reach = 選択中の{ $game ->
    [dice-of-doom] マス
   *[other] 領土
}からは攻撃できません。Tab で攻撃先へ、Esc で解除
out_of_reach_short = 届きません：Tab、Esc
mine_cannot = 攻撃できません。Tab で最善の攻撃へ
mine_cannot_short = 攻撃不可：Tab
tab_best = Tab で最善の攻撃へ
tab_best_short = Tab：最善の攻撃
can_attack = { $count }か所を攻撃できます。Enter で選ぶ
enter_chooses = Enter で選ぶ
gain_now = 今終えると{ $gain }
you_watch = 観戦中
waits_for_dice = サイコロ待ち
waits_for = 待ち：
skip_asked = { $key } で早送りを求める（{ $all }人中{ $count }人）
skip_asked_by_me = 早送りを求めました（{ $all }人中{ $count }人）
bot_now = { $key } でボットがすぐ指す
bot_asked = { $key } でボットを求める（{ $all }人中{ $count }人）
bot_asked_by_me = ボットを求めました（{ $all }人中{ $count }人）

## 記録

log_title = 記録（新しい順）
log_earlier = 以前の分（サーバーの記録）：
log_begins = 対局開始
log_bot = ボットが代打ち
log_back = 復帰
log_resigns = 投了
log_out_of_time = 時間切れ：ボットが代打ち
log_pauses = 対局を中断
log_goes_on = 対局を再開
log_against = 対
log_won = 成功
log_lost = 失敗
log_is_out = 脱落
log_out = 脱落
log_tie = 同点は守備側
log_ends = 手番終了  +{ $count }個
log_ends_short = 終了 +{ $count }
log_places = ：{ $places }
log_drawn = 引き分け
log_wins = の勝ち
log_shares = が引き分け
log_why = 。{ $why }

## 終局

result_heading = 結果
dice_heading = サイコロ
share_heading = サイコロの割合
share_rounds = 第1～{ $last }ラウンド
here = ここ
turned_by_at = { $place } を占領（勝率{ $chance }）
turned_by = { $place } を占領
turning_heading = 分かれ目
attacks_heading = 成功した攻撃
attacks_columns = 期待   偏差
luckiest = 最も幸運
unluckiest = 最も不運
fallen_heading = 脱落
kept_heading = 保存先
over_after = 第{ $round }ラウンドで終局
over_title = 対局終了
kept_told = 対局の保存先：{ $path }
band_wins = { $name }の勝ち
band_draw = 引き分け
nobody_wins = 引き分けです。
you_win = あなたの勝ち！
you_share = 引き分け！
wins_told = の勝ち。
share_told = が引き分けました。
resigned = { $names } が投了
rematch_asked = 再戦：{ $people }
next_game_asked = 次は{ $game }：{ $people }
agrees_rematch = { $names } が再戦を希望
