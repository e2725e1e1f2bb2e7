# 説明、できることの一覧、画面の外に出る言葉。
scrolls_and_closes = ↑↓ スクロール、Esc で閉じる
esc_closes = Esc で閉じる
help_page = { $name }（{ $page }/{ $pages }）
help_keys = キー
help_rules = ルール
help_full = ルール詳細
help_odds = 勝率
help_more = 左右：ほかのページ。/ で検索して実行
help_typed = 入力コマンド（: に続けて）
help_mouse = マウス：指す、クリック、スクロール、右で解除。Shift で文字選択。
odds_title = 攻撃の勝率（パーセント、四捨五入）。
odds_heading = 攻撃側     守備側のサイコロ
odds_dice = 個数
odds_tie = 同数なら勝率は5割弱：同点は守備側の勝ち。

## できること

palette_title = できること：数文字かコマンドを入力
palette_line = Enter で印の行を実行
palette_command = Enter で入力どおりに実行
palette_nothing = 見つかりません
help_nothing = この説明の中には見つかりません
says_phrase = 発言：{ $phrase }
phrases_card = 定型文
phrase_first = よろしくお願いします！
phrase_second = お見事！
phrase_third = すごい目が出た！
phrase_fourth = 少々お待ちください。
phrase_fifth = ありがとうございました！
phrase_sixth = もう一局どうですか？

## 窓の題名と呼び出し

window_replay = 再生
window_your_turn = あなたの番です
window_over = 対局終了
call_begins = 対局が始まります
