# The words of the page's dialog with somebody's devices, codes on paper and data, which are loaded when it is opened.

devices_title = Your account: { $name }
devices_list = Devices
devices_kind = { $kind ->
    [secret] a page
    [ssh] a key of ssh
   *[signature] a program
}
devices_here = this one
devices_since = since { $date }
devices_take = Take away
devices_take_of = Take away { $key }
devices_only = The only one stays. A code on paper brings you back if you lose it.
devices_sure = Take away { $key }? It leaves its table at once and never signs in for you again. The codes on paper stay good.
devices_sure_own = Take away this browser? It leaves your account, and you are a guest here. A code from another device, or one on paper, brings you back.
devices_taken = { $key } was taken away.
devices_taken_own = This browser was taken away: you are a guest here.
devices_paper = Codes on paper
devices_paper_left = { $count ->
    [0] You have none.
    [one] One is left.
   *[other] { $count } are left.
}
devices_paper_why = Each brings you back once, without any other device.
devices_paper_new = New codes on paper
devices_paper_sure = Three new codes begin, and those that you have end.
devices_paper_told = Write these down: they are shown now, and never again. Each is good once. Those from before are good no more.
devices_paper_done = I have them
devices_copy = Copy
devices_copied = The codes are copied.
devices_selected = The codes are selected, so that you can copy them.
devices_data = My data
devices_data_why = All that this server keeps of your account, as a file.
devices_data_save = Download
devices_data_saved = Saved as { $file }.
devices_forget = Forget me
devices_forget_sure = Shall this server forget you? Others may take your name, and all your devices and codes on paper end. In the results of matches you get another name. Nobody can undo it.
devices_forgotten = The server has forgotten you. You are a guest here.
