# For guests who come by ssh.
door_games_only = Only games are played here. Type the ssh command without a command behind it.
door_goodbye = Goodbye. The same command leads you back.
door_closes = The host has closed the door. Your seat waits for a while; the same command leads you back once it is open again.
door_broken = The program has a bug, and your screen has ended. The same command leads you back.
