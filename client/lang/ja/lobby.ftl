# サーバー・ロビーの一覧とロビー。
list_server = サーバー
list_address = アドレス
list_lobby = ロビー
list_game = ゲーム
list_seats = 座席
list_ping = 応答
list_type_address = アドレスを入力…
list_code = コード
list_title = 名称
list_people = 人
list_bots = ボット
list_open = 空席
lan_failed = このマシンでは検索できません：{ $why }
lan_failed_still = { $key } を押せばアドレスは入力できます。
lan_nobody = まだ誰も対局を告知していません。見つかればここに並びます。
lan_how = 同じネットワークの人が dicehall host で卓を開けます。
lan_address = 告知が届かない所もあります（ゲスト用 Wi-Fi、VPN、コンテナー）。アドレスならいつでも使えます。{ $key } を押し、192.0.2.7:4600 のようにホストの画面に出ているとおり入力してください。
lobbies_asking = サーバーに問い合わせ中…
lobbies_none = このサーバーにはまだロビーがありません。{ $key } で作れます。
lobbies_none_such = そのような部屋はありません。
wants_open = 空席のある部屋のみ
wants_shared = 一人卓を除く
list_part = 新しい順に { $all } 件中 { $first }〜{ $last } 件
people_keys = { $kick } 退出、{ $ban } 追放、{ $silence } 発言停止、{ $host } ホストにする、{ $mute } 自分だけ聞かない
people_mute = { $mute } この人の発言を自分だけ聞かない
people_unban = { $key } この人の追放を解く
people_lock = { $key } 鍵をかける・開ける
people_password = { $key } パスワードを決める。:password off で外す
host_lets_in = 追放を解けるのはホストだけです
is_banned = 追放中
row_lock = 入口
lock_open = 誰でも入れる
lock_closed = 鍵がかかっている
row_password = パスワード
password_is_set = 必要
password_is_none = なし
talk_unread = チャット +{ $count }
lobby_phase = { $phase ->
    [waiting] 待機中
    [starting] 開始直前
    [playing] 対局中
    [over] 終局
   *[ended] 閉鎖
}

## ロビー

seats_heading = 座席
people_heading = 参加者
talk_heading = 会話
talk_aside = { $key } で発言
rules_aside = { $key } 変更
waits_running = 対局中です。{ $key } で盤面を表示
waits_starting = サイコロを取り決めています。まもなく始まります
begins_now = 今回は{ $name }が先番です
waits_seats = 席が足りません。埋まると始められます
waits_people = 準備待ち：{ $names }
waits_host = { $missing }。{ $key } で開始
waits_guest = { $missing }。ホストの開始待ち
missing_seats = { $count ->
    [0] 全員準備完了
   *[other] 空席{ $count }
}
ready_of = 準備完了 { $ready }/{ $all }
rung_name = { $rung ->
    [1] 小石
    [2] キツネ
    [3] サギ
    [4] トラ
   *[other] 鬼神
}
strength_name = { $strength ->
    [easy] 初級
    [normal] 中級
    [hard] 上級
    [expert] 達人
   *[other] { $strength }
}
bot_level = ボット、レベル{ $level }
label_you = あなた
label_host = ホスト
state_ready = 準備完了
state_not_ready = 準備中
state_away = 不在
enter_to_sit = Enter で着席
evening_heading = 今夜
evening_columns = 勝  分
board_heading = 盤
board_example = 配置例
enter_seats = Enter で { $name }
not_yet_few = まだ始められません: 人数が足りません。{ $key } で空席に { $name } を入れます
not_yet_you = まだ始められません: あなたの準備がまだです。{ $key } で準備完了
not_yet_people = まだ始められません: { $names } の準備がまだです。{ $key } で構わず始めます
more_bots = ほか: { $bot }
time_is_left = 残り { $time }
seat_number = 席{ $seat }
is_spectator = 観戦中
is_silenced = 発言禁止
is_muted = 非表示
name_you = { $name }（自分）
rule_hints = ヒント
rule_hints_key = ヒント（{ $key }）
rule_hints_allowed = 可
rule_hints_off = 不可
needs_password = 入室にはパスワードが必要
lets_nobody_in = 新しい入室は不可
on_this_machine = このロビーはあなたのマシンだけにあります。
others_join_with = 参加コマンド：
on_a_television = テレビなら：{ $address }
here_join_with = このマシンからの参加コマンド：
or_in_a_browser = ブラウザなら（{ $key } でスマホ用）：
or_by_ssh = ssh だけなら：
browser_here = このマシンのブラウザでは：{ $link }
link_title = ブラウザで遊ぶ
program_here = このプログラムを持っていない人へ（同じ種類のマシン用）：
ways_heading = 参加方法
ways_aside = { $key } でコード表示
other_ways = つながらないときの別の参加方法：
bot_for_seat = 席{ $seat }のボット
rules_popup = ルール：左右で変更、Enter で決定
switch_game = 遊ぶゲーム。そのゲームを打てないボットは、打てるボットに替わります。
switch_pace = ボットの一手ごとに盤を見ていられる時間（ミリ秒）。
switch_clock = 人の持ち時間：一手ごと、手番ごと、または対局全体と手番ごとの加算。
switch_repetition = 同じ手番で同じ局面が何回現れたら引き分けか。
switch_size = 一辺のマス数。5なら短く、8なら長い対局になります。
switch_deal = 均等：全員のマスとサイコロが同数。無作為：運の比重が増します。
switch_opening = 攻撃せずに手番を終えられるか、必ず攻撃から始めるか。
switch_stuck = 攻撃できない人が出たとき、その番を飛ばすか、対局が終わるか。
switch_combat = 振る：双方が振る。数で決着：振らずに、サイコロの多いほうが必ず勝つ。
switch_reinforcement = 手番終了時の補充：最大の連結の数を順に置くか、奪った数か、無作為に置くか。
switch_map = 毎回新しく：対局ごとに新しい地図。ほかに付属の地図か番号の地図。:map では任意の番号かファイルも。
switch_stock = 置き切れないサイコロを次の手番まで取っておける数。
switch_preset_doom = 標準は公平なルール、原作は原作どおり。大きさとサイコロ上限以外の下の行がすべて決まります。
switch_preset_wars = 標準は200ラウンドで終わり、原作は終わりがありません。どちらもストックは64個まで。
switch_most_doom = 1マスに載るサイコロの上限。
switch_most_wars = 1領土に載るサイコロの上限。
switch_rounds_doom = 最終ラウンド。終了時にマスが最も多い人の勝ち。0は無制限。
switch_rounds_wars = 最終ラウンド。終了時に領土が最も多い人の勝ち。0は無制限。
switch_value = { $value ->
    [standard] 標準
    [book] 原作
    [custom] 独自
    [even] 均等
    [random] 無作為
    [free] 任意
    [compulsory] 必須
    [passes] パス
    [ends] 終局
    [dice] 振る
    [certain] 数で決着
    [cluster] 最大の連結
    [captured] 奪った数
    [off] なし
    [atoll] 環礁
    [isthmus] 地峡
    [crescent] 三日月
    [lakeland] 湖水
    [heartland] 中原
    [drawn] 毎回新しく
   *[other] { $value }
}
value_of_file = ファイル
leaders_of_all_time = { $game }：順位表
leaders_of_month = { $game }：今月の順位表
leaders_columns = レート      対局数    勝
leaders_skill = 運を除くと
nobody_is_rated = このゲームのレート戦はまだありません。
leader_is = { $place }位 { $name }：{ $rating }、{ $matches }局{ $won }勝。
profile_of = { $name }の成績
no_rated_match = レート戦はまだありません。
profile_game = { $rating }、{ $place }位、{ $matches }局{ $won }勝。
played_like = 運を除くと { $rating } 相当の腕前、運は { $luck } 相当。
past_match = { $place }位（相手：{ $others }）：{ $before } から { $after }。
ratings_are = レート：{ $list }。
mean_changed = { $name }：レート { $before } から { $now }
is_rated = レート戦
is_unrated = レートなし：{ $why ->
    [origin] 途中から
    [rules] 特別ルール
    [hints] ヒントあり
    [guest] ゲスト参加
    [bot] 段位外のボット
    [alone] ボットのみ
   *[twice] 一人で二席
}
will_be_rated = 次の対局はレート戦です。
will_not_be_rated = 次の対局はレート戦ではありません：{ $why ->
    [origin] 以前の対局の続きだからです。
    [rules] 通常のルールではないからです。
    [hints] ヒントが許されているからです。
    [guest] アカウントのないゲストがいるからです。
    [bot] 段位にないボットがいるからです。
    [alone] 人が一人もいないからです。
   *[twice] 一人が二つの席にいるからです。
}
month_how = 月は 2027-01 のように書いてください。
list_rating = レート
