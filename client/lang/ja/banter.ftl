# レベルごとのボットがときどき言うこと。
banter_first_took =
    あれ？今の、わたし？
    転がったら、うまくいった。
banter_first_failed =
    こつん。
    わざとだよ。たぶん。
banter_first_fell = ぽちゃん。
banter_first_won = 勝った？誰か見てた？
banter_first_lost = もう一回？投げられるの、好きなんだ。
banter_second_took =
    いただき。よそ見してたね。
    これはどうも。
banter_second_failed =
    蝶々に見とれてた。
    今のはただの陽動さ。
banter_second_fell = にわとりたちによろしく。
banter_second_won = 誰も気づかなかった。自分でさえも。
banter_second_lost = どうせ酸っぱいぶどうだったのさ。
banter_third_took =
    待つ。そして、待たない。
    捕まえた。
banter_third_failed =
    さざ波だ。じきに静まる。
    立つ足を間違えた。
banter_third_fell = 静かな水辺へ行くとしよう。
banter_third_won = 辛抱だ。やり方は見せたとおり。
banter_third_lost = よく待ったね。見習うよ。
banter_fourth_took =
    当然の結果だ。
    背中ががら空きだ。
banter_fourth_failed =
    確率は正しかった。サイコロが違った。
    覚えておこう。
banter_fourth_fell = 見事だ。それはあなたのものだ。
banter_fourth_won = きれいな狩りだった。
banter_fourth_lost = 狩られたのはこちらだったか。
banter_fifth_took =
    十二投前に見えていた。
    定められていたこと。
banter_fifth_failed =
    これも計算のうち。
    これはまた、珍しい。
banter_fifth_fell = ほとんどの世界では、まだここにいる。
banter_fifth_won = ここまでよく持ちこたえた。
banter_fifth_lost = これは読めなかった。内緒にしてくれ。
