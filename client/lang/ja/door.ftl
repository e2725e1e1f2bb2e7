# ssh で来る客のための文。
door_games_only = ここではゲームだけで遊べます。ssh の後ろにコマンドを付けずに入ってください。
door_goodbye = またどうぞ。同じコマンドで戻れます。
door_closes = ホストが入口を閉じました。席はしばらく待っています。入口がまた開けば、同じコマンドで戻れます。
door_broken = プログラムの不具合で画面が終了しました。同じコマンドで戻れます。

# アカウントについて。
account_nobody = ここにはアカウントがありません。なくても遊べます。:account keep で作って名前を確保し、:account use CODE でいまあるアカウントに入ります。
account_is = ここでのあなたは{ $name }です。この名前はあなたのために確保されています。
account_later = このテーブルではまだゲストです。アカウントは次に入るテーブルから有効です。このテーブルに入り直しても有効になります。
account_card = あなたのアカウント
account_key = { $key }  { $kind ->
    [secret] ブラウザー
    [ssh] ssh の鍵
   *[signature] プログラム
}{ $yours ->
    [yes] （これ）
   *[no] { "" }
}
account_codes = { $count ->
    [0] 紙のコードはありません。
   *[other] 紙のコードは残り{ $count }個です。
}
account_link = { $minutes }分以内に別の機器で使ってください。ssh では :account use CODE、ブラウザーでは最初の画面、ほかでは dicehall account use-code ADDRESS CODE です。
account_paper = 書き留めてください。二度と表示されません。それぞれ一度だけ、ほかの機器なしで使えます。
account_taken = その鍵を外しました。
account_which = { $key }で始まる鍵は一つに決まりません。
account_forgotten = サーバーはあなたのことを忘れました。
account_how = account だけ、または keep、link、use CODE、rescue、revoke KEY、forget を付けて入力してください。
account_no_ssh_key = 鍵が示されていません。ssh-keygen -t ed25519 で作り、それで入ってください。
account_no_key = この機器には鍵がありません。dicehall account new で作れます。
account_ask_forget = 忘れてもらいますか？
account_forgets = サーバーはあなたの名前と鍵を忘れ、最初からになります。
keeps_no_accounts = このサーバーにはアカウントもレートもありません。
