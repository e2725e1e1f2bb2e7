# 设备、纸上的代码和数据的对话框所用的文字，打开时才加载。

devices_title = { $name } 的登记
devices_list = 设备
devices_kind = { $kind ->
    [secret] 网页
    [ssh] ssh 密钥
   *[signature] 程序
}
devices_here = 本机
devices_since = { $date } 添加
devices_take = 移除
devices_take_of = 移除 { $key }
devices_only = 只剩这一台，不能移除。万一丢失，可用纸上的代码回来。
devices_sure = 移除 { $key }？它会立刻离开桌子，再也不能以你的身份进入。纸上的代码仍然有效。
devices_sure_own = 移除这个浏览器？它会离开你的登记，你在这里成为客人。用另一台设备的代码或纸上的代码可以回来。
devices_taken = { $key } 已被移除。
devices_taken_own = 这个浏览器已被移除，你现在是客人。
devices_paper = 纸上的代码
devices_paper_left = { $count ->
    [0] 没有。
   *[other] 还剩 { $count } 个。
}
devices_paper_why = 每个代码可让你回来一次，无需其他设备。
devices_paper_new = 生成新的纸上代码
devices_paper_sure = 将生成三个新代码，现有的代码随之失效。
devices_paper_told = 请抄下来：只在此刻显示，以后不会再显示。每个只能用一次。以前的代码已失效。
devices_paper_done = 我已记下
devices_copy = 复制
devices_copied = 代码已复制。
devices_selected = 代码已选中，可以直接复制。
devices_data = 我的数据
devices_data_why = 服务器保存的关于你的登记的全部内容，可存为文件。
devices_data_save = 下载
devices_data_saved = 已保存为 { $file }。
devices_forget = 忘记我
devices_forget_sure = 让服务器忘记你吗？别人可以用你的名字，你的所有设备和纸上的代码都会失效，对局结果中你会换成别的名字。此操作无法撤销。
devices_forgotten = 服务器已忘记你。你现在是客人。
