# 戦績、再生、チュートリアル。
record_nothing = まだ対局がありません。最後まで打った対局は、一人でもほかの人とでも、すべてここに数えられます。このマシンで打った対局は見直せます。
record_day = 日付
record_game = ゲーム
record_result = 結果
record_others = 相手
result_word = { $result ->
    [won] 勝ち
    [shared] 引き分け
    [lost] 負け
   *[resigned] 投了
}
others_bots = { $bots } × { $count }
record_all = 全対局
record_columns = 勝ち/対局
record_sum = 合計
record_mixed = 人・混合
record_of_bots = ボット { $bots }
won_of = { $won }/{ $played }
streak_now = { $kind ->
    [none] 対局なし
    [won] { $count }連勝中
   *[other] { $count }局勝ちなし
}
streak_best = { $now }、最長{ $best }連勝
luck_heading = 運
luck_pips = 出目 { $pips }
luck_of = （{ $dice }個）
luck_sigma = 偏差 { $deviations }
record_elsewhere = その対局は、打ったサーバーにあり、ここにはありません
replay_step = { $step }/{ $last }手
play_on_title = ここから続きを打つ
play_on_seat = 自分の席
play_on_text = ほかの席はボットが打ち、サイコロは振り直します。戦績には数えません。
play_on_over = この局面で対局は終わっています。続きを打つには前の局面へ戻ってください
play_on_long = ここまでの手数が多すぎて、続きを打てません
play_on_at_table = ほかの人との卓にいます。ここから打つには先に退室してください
played_on = 前の対局の続きです。戦績には数えられません。

## チュートリアル

lesson_over = チュートリアルはここまで。続きは ? の説明で
lesson_source_title = マスを選ぶ
lesson_target_title = 攻撃する
lesson_roll_title = 結果を読む
lesson_end_title = 手番を終える
lesson_others_title = 待つか早送り
lesson_win_title = 勝つ
lesson_source = 数字はサイコロの数です。矢印キーで、サイコロが2個以上ある自分のマスへ行き、Enter を押します。Tab なら最善の攻撃へ移ります。
lesson_target = 攻撃できる隣のマスに勝率が出ます。カーソルは最善の所にあります。Enter で攻撃します。
lesson_roll = 双方が全部振り、合計が多いほうの勝ち、同点は守備側です。勝てば1個残して進み、負ければ1個に。70%以上なら再び攻撃を。
lesson_end = 良い攻撃がなくなったら { $key } を押します。自分のマスの最大の連結と同じ数だけ補充されるので、マスをつなげましょう。
lesson_others = 次は相手の攻撃です。{ $key } で次の自分の番まで早送りできます。そのあと、失った所が一行で表示されます。
lesson_win = すべてのマスを取るか、最終ラウンドで最も多く持つ人の勝ちです。もう十分です。あとはご自由に。{ $key } でキーとルールが見られます。
replay_pace = 毎秒{ $steps }手

## 対局の振り返り

review_title = 振り返り
review_waits = 順番を待っています。
review_looks = { $steps }手のうち{ $done }手まで見ました。
review_failed = この対局は振り返れません。
review_chance = 勝率 { $mark } { $name }
review_told_apart = 淡色はサイコロ
review_dice = 運
review_choices = 選択
review_costliest = 損の大きかった選択
review_no_cost = だれも損な選択をしていません。
review_step = { $step }手目
review_better = 最善
review_choice = { $name }は{ $step }手目で{ $points }点の損。最善: { $better }
review_grade = 評価
review_each = 一手平均{ $points }点の損
review_seats = 点数
review_columns = 運     損  評
review_robbed = 運のせい？
review_luck_was = { $kind ->
    [none] 運のないゲームです。{ $name }は選択で{ $cost }点の損でした。
    [lucky] { $name }は運で{ $luck }点の得、選択で{ $cost }点の損でした。
    [robbed] はい。{ $name }は運で{ $luck }点の損、選択では{ $cost }点だけでした。
   *[own] { $name }は運で{ $luck }点の損、選択ではそれ以上の{ $cost }点でした。
}
review_sure = どれほど確か？
review_sure_is = { $kind ->
    [exact] 選択の損は正確です。
    [unknown] 選択の損はおおよその値です。
   *[known] 選択の損の誤差は { $points }点です。
}
review_judged = 判定: { $by }
review_seat_is = { $name }：運 { $luck }、選択の損 { $cost }点、評価 { $grade }。
review_costly_is = { $number }. { $told }（{ $why }）。選んだのは{ $done }。
