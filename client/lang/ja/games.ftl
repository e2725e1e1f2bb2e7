# ゲームの言葉。

game_title = { $game ->
    [dice-of-doom] ダイスオブドゥーム
    [dice-wars] ダイスウォーズ
    [animal-shogi] どうぶつしょうぎ
    [tic-tac-toe] 三目並べ
   *[other] { $game }
}
role_up = 先手、上向き
role_down = 後手、下向き
role_x = ×（先手）
role_o = ○（後手）
piece = { $kind ->
    [lion] ライオン
    [elephant] ぞう
    [giraffe] きりん
    [chick] ひよこ
    [hen] にわとり
    [x] ×印
    [o] ○印
   *[piece] 駒
}
told_drop = { $to }に{ $piece }を打つ
told_move = { $piece } { $from }-{ $to }{ $takes }{ $becomes }
told_takes = 、{ $piece }を取る
told_becomes = 、にわとりに成る
told_mark = { $to }に印
end_catch = ライオンが取られました
end_try = ライオンがトライしました
end_late_try = ライオンがトライし、取られませんでした
end_no_move = 手番側に指せる手がありません
end_repetition = 千日手です
end_full = 盤が埋まりました
end_line = 三つ並びました
check = 王手！
hint = ヒント：{ $what }：{ $why }
hint_end = 手番を終える
gain_kept = { $dice }（ストック{ $kept }個）
hint_valued = { $told }（{ $values }）
hint_only = ほかにできることがありません
hint_wins = すぐに勝ちます
hint_all_lose = ほかの手はどれもすぐに負けます
hint_some_lose = ほかの{ $others }手のうち{ $losing }手はすぐに負けます
hint_solved_win = どう来られても{ $plies }手で勝ちます
hint_solved_draw = 引き分けで、これ以上の手はありません
hint_solved_loss = 最も長く、{ $plies }手持ちこたえます
hint_best = 最善の攻撃でも勝率{ $percent }
hint_judged = 数千回の試行で最も良い結果でした
hint_chance = 勝率{ $percent }
hint_link = 連結{ $link }
hint_takes_last = 相手の最後の一つを奪う
hint_threatens = 相手に狙われています
occurs = この局面は{ $times }回目
on_map = { " " }マップ { $name }

types_attack_hex = b3 から c4 を攻撃（列は英字、段は数字）
types_attack_territory = 12番から7番を攻撃
types_cursor_hex = カーソルを b3 へ
types_cursor_territory = カーソルを12番へ
types_end = 確認なしで手番を終える
types_map_save = この地図を JSON ファイルに保存する
types_step = b3 から b2 へ動かす
types_promotion = 動かして、ひよこを成らせる
types_drop = b2 にひよこを打つ（E はぞう、G はきりん）
types_cell = b2 に印を付ける（列は英字、段は数字）

switch_label = { $switch ->
    [repetition] 千日手の回数
    [preset] ルール一式
    [size] 盤の大きさ
    [max_dice] サイコロ上限
    [deal] 初期配置
    [opening] 最初の攻撃
    [stuck] 攻撃不能なら
    [combat] 戦闘
    [reinforcement] 補充
    [rounds] ラウンド数
    [map] マップ
    [stock] ストック
    [game] ゲーム
    [pace] 間合い(ms)
    [clock] 持ち時間
   *[other] { $switch }
}

on_the_board = 盤の見方
line_join = { "" }
temper_first = 蹴られるままに転がる
temper_second = ずる賢いが気が散りやすい
temper_third = 辛抱強いが、たまに足を滑らす
temper_fourth = 定石どおりで、めったに誤らない
temper_fifth = すべてを読み切っている

rules_doom =
    ダイスオブドゥーム

    どのマスにも持ち主がいて、サイコロが載っています。自分の番には何度でも
    攻撃できます。サイコロが2個以上ある自分のマスから、隣の他人のマスを攻め
    ます。双方が手持ちのサイコロを全部振り、目の合計が多いほうの勝ちです。
    同点は守備側の勝ちです。

      成功  攻撃側は1個を残して移動し、守備側のサイコロはなくなる
      失敗  攻撃元のマスにはサイコロが1個だけ残る

    手番を終えると、つながった自分のマスの最大のまとまりと同じ数だけサイコロ
    が補充されます。1マスに載る数には上限があります。マスを失った人は脱落。
    最後まで残った人、または最終ラウンドで最も多くのマスを持つ人の勝ちです。

    ロビーでルールを変えられます。book では必ず攻撃から始め、攻撃できない人が
    出ると対局が終わります。

    盤の見方

      b3       b列3段目。上が列の英字、左が段の数字。列は斜めに並ぶ
      枠       攻撃元のマス、またはカーソル。線だけの表示では « » と [ ]
      矢印     攻撃先、または直前の攻撃。線だけの表示では * と .
      72%      攻撃元から攻めたときの勝率
               （小さいマスでは % を省く）

    手番を終えるとき確認するのは、攻撃できるのに一度も攻撃していない場合と、
    勝率5割以上の攻撃が残っている場合だけです。:end は確認しません。
rules_wars =
    ダイスウォーズ

    どの領土にも持ち主がいて、サイコロが載っています。自分の番には何度でも
    攻撃できます。サイコロが2個以上ある自分の領土から、隣の他人の領土を攻め
    ます。双方が手持ちのサイコロを全部振り、目の合計が多いほうの勝ちです。
    同点は守備側の勝ちです。

      成功  攻撃側は1個を残して移動し、守備側のサイコロはなくなる
      失敗  攻撃元の領土にはサイコロが1個だけ残る

    手番を終えると、つながった自分の領土の最大のまとまりと同じ数だけサイコロ
    を得ます。自分の領土に無作為に置かれ、置き切れない分はストックされて次の
    補充に加わります。最後まで残った人、または最終ラウンドで最も多くの領土を
    持つ人の勝ちです。

    盤の見方

      枠       攻撃元の領土、またはカーソル。線だけの表示では « » と [ ]
      矢印     攻撃先、または直前の攻撃。線だけの表示では * と .
      ▲5       サイコロ5個。番号は地図の下の行に出る：:12>7 で攻撃
      72%      選んだ領土から攻めたときの勝率

    矢印キーで一番近い領土へ移ります。:map save FILE で気に入った地図を残せます。
rules_shogi =
    どうぶつしょうぎ

    相手のライオンを取るか、自分のライオンが次に取られない形で一番奥の段に
    入れば（トライ）勝ちです。席1が先手で、上に向かって進みます。

      L ライオン  どの方向にも1マス
      G きりん    縦と横に1マス
      E ぞう      斜めに1マス
      C ひよこ    前に1マス。奥の段でにわとりに成る
      H にわとり  斜め後ろ以外に1マス

    駒の点は動ける方向です。取った駒は持ち駒になり、にわとりはひよこに戻り
    ます。駒を動かす代わりに、持ち駒を空いたマスに打てます。同じ手番で同じ
    局面が3回（ロビーの設定では4回）現れると引き分けです。

    盤の見方

      枠       カーソル。線だけの表示では [ ]
      明るい   選んだ駒。線だけの表示では « »
      点       選んだ駒が動けるマス。線だけの表示では +
      色付き   直前の手の移動元と移動先。線だけの表示では . と *
      1 2 3    持ち駒のひよこ・ぞう・きりんを選ぶ。クリックでも可

    入力：:b3b2 で移動、:b2b1+ で成り、:C*b2 で打つ。
rules_cells =
    三目並べ

    席1が×で先手です。自分の印を縦・横・斜めのどれかに三つ並べると勝ちです。
    並ばないまま盤が埋まると引き分けです。

      { "[ ]" }      カーソル。Enter かクリックで印を付ける
      ( )      勝ちの並び
      { "*" }        直前の印

    入力：:b2 で中央に印を付けます。

bot_named = ボット { $name }
bot_numbered = ボット { $name } { $number }
seat_open = 空席
seat_closed = 閉鎖
hand_label = 持駒
hand_heading = 持ち駒
hand_nothing = なし
hand_empty = なし
board_unknown = この盤は表示できません。サーバーが新しいのでは？
