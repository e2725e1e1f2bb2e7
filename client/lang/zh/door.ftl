# 给通过 ssh 来的客人的文字。
door_games_only = 这里只能玩游戏。请输入不带后续命令的 ssh 命令。
door_goodbye = 再见。输入同样的命令即可回来。
door_closes = 主人关闭了入口。您的座位会保留一段时间；入口重新打开后，输入同样的命令即可回来。
door_broken = 程序出错，您的画面已结束。输入同样的命令即可回来。

# 关于账户。
account_nobody = 你在这里没有账户，没有也能玩。:account keep 建立账户并保留名字，:account use CODE 进入你已有的账户。
account_is = 你在这里是{ $name }，这个名字为你保留。
account_later = 在这张桌上你仍是客人。从你下次进入的桌子起账户生效，重新进入这张桌子也算。
account_card = 你的账户
account_key = { $key }  { $kind ->
    [secret] 网页
    [ssh] ssh 密钥
   *[signature] 程序
}{ $yours ->
    [yes] （本机）
   *[no] { "" }
}
account_codes = { $count ->
    [0] 没有纸上的代码。
   *[other] 纸上的代码还剩{ $count }个。
}
account_link = 请在{ $minutes }分钟内用于另一台设备：ssh 用 :account use CODE，浏览器在首页，其他用 dicehall account use-code ADDRESS CODE。
account_paper = 请抄下来，不会再次显示。每个只能用一次，无需其他设备。
account_taken = 该密钥已被移除。
account_which = 没有唯一一个以{ $key }开头的密钥。
account_forgotten = 服务器已忘记你。
account_how = 单独输入 account，或加上 keep、link、use CODE、rescue、revoke KEY、forget。
account_no_ssh_key = 你没有出示密钥。请用 ssh-keygen -t ed25519 生成一个再来。
account_no_key = 这台设备没有密钥：dicehall account new 可以生成。
account_ask_forget = 要被忘记吗？
account_forgets = 服务器会忘记你的名字和密钥，一切重新开始。
keeps_no_accounts = 此服务器没有账户和等级分。
