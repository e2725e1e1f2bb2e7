# 端末・紙のコード・データを見せる画面の言葉。開いたときに読み込まれる。

devices_title = { $name } さんの登録
devices_list = 端末
devices_kind = { $kind ->
    [secret] ブラウザー
    [ssh] ssh の鍵
   *[signature] プログラム
}
devices_here = この端末
devices_since = { $date } に追加
devices_take = 外す
devices_take_of = { $key } を外す
devices_only = 端末はこれだけなので外せません。なくしたときは紙のコードで戻れます。
devices_sure = { $key } を外しますか？すぐに卓から離れ、二度とあなたとして入れなくなります。紙のコードはそのまま使えます。
devices_sure_own = このブラウザーを外しますか？登録から離れ、ここではゲストになります。ほかの端末のコードか紙のコードで戻れます。
devices_taken = { $key } を外しました。
devices_taken_own = このブラウザーを外しました。いまはゲストです。
devices_paper = 紙のコード
devices_paper_left = { $count ->
    [0] ありません。
   *[other] 残り { $count } 個です。
}
devices_paper_why = ほかの端末がなくても、1個につき一度だけ戻れます。
devices_paper_new = 紙のコードを新しく作る
devices_paper_sure = 新しいコードを3個作ります。いまあるコードは使えなくなります。
devices_paper_told = 書き留めてください。表示されるのは今だけです。それぞれ一度だけ使えます。前のコードはもう使えません。
devices_paper_done = 書き留めました
devices_copy = コピー
devices_copied = コードをコピーしました。
devices_selected = コードを選択しました。そのままコピーできます。
devices_data = データ
devices_data_why = このサーバーがあなたの登録について持っているものすべてを、ファイルで受け取れます。
devices_data_save = ダウンロード
devices_data_saved = { $file } に保存しました。
devices_forget = 登録を消す
devices_forget_sure = このサーバーから登録を消しますか？名前はほかの人も使えるようになり、すべての端末と紙のコードが使えなくなります。対局の結果では別の名前になります。元には戻せません。
devices_forgotten = 登録を消しました。いまはゲストです。
