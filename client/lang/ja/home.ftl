# 最初の画面と、各画面の見出し・状態。
tagline = サイコロと駒のゲーム、最大四人で
tables_nearby = 近くの卓
ladder = 難易度
ladder_record = 勝ち/対局
no_table = 卓なし
no_answer = 応答なし
not_yet_known = …
speaks_version = 別版 v{ $version }
part_of = { $part } / { $all }
against_bots = ボット{ $bots }体、{ $name }
tables_found = { $count ->
    [0] 参加・観戦
   *[other] { $count }卓あり
}
rung_level = { $name }、レベル{ $level }
rung_character = { $name }：{ $character }
back_to = { $title } に戻る
table_phase = { $phase ->
    [waiting] 対局前
    [starting] まもなく開始
    [playing] 対局中
    [over] 対局の合間
   *[ended] 閉鎖
}
seats_held = 席 { $held }/{ $all }
left_ago = { $unit ->
    [now] たった今退室
    [minutes] { $count }分前に退室
    [hours] { $count }時間前に退室
   *[days] { $count }日前に退室
}
is_locked = 入室不可
has_password = パスあり
enter_sits = Enter で着席：{ $place }
enter_watches = Enter で観戦：{ $place }
enter_connects = Enter で接続：{ $place }
enter_connects_empty = Enter で接続：{ $place }。卓はまだありません
enter_tries = Enter で { $address } に再接続。前回は応答なし
speaks_other = { $address } のプロトコルはバージョン{ $version }で、対応していません
game_short = { $game ->
    [animal-shogi] しょうぎ
    [dice-of-doom] ドゥーム
    [dice-wars] ウォーズ
   *[tic-tac-toe] 三目並べ
}

## メニュー

menu_play = すぐに対局
menu_game = ゲーム
menu_opponents = 対戦相手
menu_host = LAN で開催
menu_host_hint = 卓を開く
menu_tables = ここの卓
menu_lan = LAN のゲーム
menu_lan_hint = 参加・観戦
menu_address = アドレスで参加
menu_address_hint = HOST か HOST:PORT
menu_record = 戦績
menu_record_hint = 勝敗・連勝・運
menu_name = あなたの名前
menu_tutorial = 遊び方
menu_tutorial_hint = 実戦で覚える
menu_help = ヘルプ
menu_help_hint = キーとルール
menu_quit = 終了
offers_tutorial = はじめての方は t でチュートリアル：実際の盤で全6ステップ

## 見出しと状態

too_small = 必要 { $width }x{ $height }
has_size = 現在 { $width }x{ $height }
quit_small = 終了？ y/n
quits_small = { $key } で終了
banner_frozen = サーバーが記録を書き込めません。書き込めるようになれば再開します
banner_connecting = { $address } に接続中…
banner_attempt = { $address } に接続中、{ $attempt }回目…
banner_lost = 接続が切れました（{ $why }）：{ $seconds }秒後に再接続、{ $key } で今すぐ
banner_late = サーバーの応答が{ $seconds }秒ありません
banner_late_move = 手を送信中：{ $seconds }秒応答がありません
place_lan = LAN のゲーム
place_lobbies = ロビー一覧
place_record = 戦績
place_lobby = { $title }  ロビー { $code }
connection_host = ホスト
connection_net = ネット
connection_replay = 再生
