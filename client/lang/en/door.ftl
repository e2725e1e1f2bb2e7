# For guests who come by ssh.
door_games_only = Only games are played here. Type the ssh command without a command behind it.
door_goodbye = Goodbye. The same command leads you back.
door_closes = The host has closed the door. Your seat waits for a while; the same command leads you back once it is open again.
door_broken = The program has a bug, and your screen has ended. The same command leads you back.

# About the person's account.
account_nobody = You have no account here, and need none. :account keep begins one and keeps your name; :account use CODE comes to the one that you have.
account_is = You are { $name } here, and the name is kept for you.
account_later = At this table you are still a guest. Your account counts at the next one that you enter, also if that is this one.
account_card = Your account
account_key = { $key }  { $kind ->
    [secret] a page
    [ssh] a key of ssh
   *[signature] a program
}{ $yours ->
    [yes] , this one
   *[no] { "" }
}
account_codes = { $count ->
    [0] You have no codes on paper.
    [one] One code on paper is left.
   *[other] { $count } codes on paper are left.
}
account_link = Use it on your other device within { $minutes } minutes: by ssh with :account use CODE, in a browser under Be somebody here, else with dicehall account use-code ADDRESS CODE.
account_paper = Write these down, because they are not told again. Each is good once, without any other device.
account_taken = That key was taken away.
account_which = No single key of yours begins with { $key }.
account_forgotten = The server has forgotten you.
account_how = Say account alone, or with keep, link, use CODE, rescue, revoke KEY or forget.
account_no_ssh_key = You have shown no key. Come with one: ssh-keygen -t ed25519 makes it.
account_no_key = This device has no key: dicehall account new makes one.
account_ask_forget = Be forgotten?
account_forgets = The server forgets your name and your keys, and you start anew.
keeps_no_accounts = This server keeps no accounts and no ratings.
