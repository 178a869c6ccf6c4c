import type { Words } from './en.ts';

export const ja: Words = {
  sender: (shop, service) => `${shop}（${service}経由）`,
  test: {
    subject: (subject) => `【テスト】${subject}`,
    title: 'テストモード',
    text: 'これはテストメッセージです。お支払いは不要で、実際の送金も行われていません。',
  },
  footer: (shop, service) => `${shop}に代わり、${service}から送信しています。`,
  questions: {
    reply: (shop, email) =>
      `ご不明な点は、このメールに返信いただくか、${shop}（${email}）までお問い合わせください。`,
    pageOrReply: (shop, email, page) =>
      `ご不明な点は、 ${page} をご覧いただくか、このメールに返信、または${shop}（${email}）までお問い合わせください。`,
    page: (shop, page) => `ご不明な点は、${shop}までお問い合わせください： ${page}`,
    noReply: (shop) => `ご不明な点は、${shop}までお問い合わせください。`,
  },
  fact: {
    invoiceNumber: '請求書番号',
    billedTo: '請求先',
    from: '請求元',
    dueDate: 'お支払い期限',
    paidAt: 'お支払い日時',
    paidWith: 'お支払い方法',
    network: 'ネットワーク',
    transaction: 'トランザクション',
    refundNumber: '返金番号',
    payment: 'お支払い内容',
    reference: '参照番号',
    originalAmount: '元のお支払い',
    refundedAt: '返金日時',
    sentAs: '送金通貨',
    sentTo: '送金先',
  },
  items: '明細',
  each: (quantity, price) => `${quantity} × ${price}`,
  moreItems: (count) => `ほか${count}件は請求書をご覧ください`,
  subtotal: '小計',
  tax: (percent) => `税（${percent}）`,
  memo: '備考',
  reason: '理由',
  linkHint: 'ボタンが機能しない場合は、次のアドレスを開いてください。',
  invoice: {
    subject: (number, shop) => `${shop}からの請求書 ${number}`,
    title: (shop) => `${shop}からの請求書`,
    due: (date) => `お支払い期限：${date}`,
    preview: (amount, date) => `${amount}、お支払い期限 ${date}`,
    action: '請求書を確認して支払う',
    total: 'ご請求額',
  },
  receipt: {
    subject: (number, shop) => `${shop}からの領収書（請求書 ${number}）`,
    title: (shop) => `${shop}からの領収書`,
    paid: (date) => `お支払い日時：${date}`,
    preview: (amount, shop) => `${shop}への${amount}のお支払いを確認しました。`,
    action: '請求書を見る',
    total: 'お支払い額',
  },
  paymentReceipt: {
    subject: (amount, shop) => `${shop}からの領収書（${amount}）`,
    action: 'お支払いを見る',
  },
  refund: {
    subject: (amount, shop) => `${shop}からの返金（${amount}）`,
    title: (shop) => `${shop}からの返金`,
    full: (date) => `全額返金：${date}`,
    partial: (total, date) => `お支払い額${total}の一部返金：${date}`,
    preview: (token, network) => `${network}でお客様のウォレットに${token}を送金しました。`,
  },
  refundClaim: {
    subject: (amount, shop) => `${shop} からの返金 ${amount} の送付先をお知らせください`,
    preview: (network) => `返金を受け取るには、${network} のウォレットアドレスを入力してください。`,
    caption: (token, network) => `${token} をお送りするには、${network} のウォレットアドレスが必要です。`,
    refused: (address) => `アドレス ${address} では受け取れませんでした。別のアドレスを入力してください。`,
    until: (date) =>
      `${date} より前にご回答ください。このリンクを持つ人は送付先を決められます。他の人に渡さないでください。`,
    action: 'アドレスを入力する',
    toSend: '送付予定',
  },
  member: {
    account: 'アカウント',
    role: '権限',
    roles: {
      owner: 'オーナー',
      developer: '開発者',
      finance: '経理',
      approver: '承認者',
      viewer: '閲覧のみ',
    },
    invitedBy: '招待者',
    until: (moment) => `このリンクは${moment}まで、一度だけ使えます。`,
    reset: {
      subject: (shop) => `${shop}のパスワード再設定`,
      preview: 'ダッシュボードの新しいパスワードを設定してください。',
      title: 'パスワードの再設定',
      action: '新しいパスワードを設定する',
      unasked: 'お心当たりがない場合は、何もする必要はありません。パスワードは変更されません。',
    },
    verification: {
      subject: 'メールアドレスの確認',
      preview: 'リンクを開いて、ご自身のアドレスであることを確認してください。',
      title: 'メールアドレスをご確認ください',
      action: 'メールアドレスを確認する',
      unasked:
        '登録した覚えがない場合は、このメールを無視してください。あなたの名前で他の人にメールが送られることはありません。',
    },
    invitation: {
      subject: (shop) => `${shop}への招待`,
      preview: (shop) => `${shop}のダッシュボードに参加してください。`,
      title: '招待が届いています',
      action: '招待を承認する',
      unasked: 'お心当たりがない場合は、何もする必要はありません。承認されるまでアカウントは作成されません。',
    },
  },
  security: {
    address: {
      subject: (shop) => `${shop} から新しいアドレスに送金されます`,
      title: '新しいアドレスに送金されます',
      caption: '支払い元ではないアドレスが送金先に指定されました。',
    },
    claim_link: {
      subject: (shop) => `${shop} で返金先の入力リンクが作成されました`,
      title: '返金先の入力リンクが作成されました',
      caption: 'リンクを持つ人が、この資金の送金先を決めることができます。',
    },
    key: {
      subject: (shop) => `${shop} の API キーが任意のアドレスに送金できるようになりました`,
      title: 'API キーが送金先を指定できるようになりました',
      caption: 'このキーは今後、返金や未充当の資金を任意のアドレスに送ることができます。',
    },
    live_key: {
      subject: (shop) => `${shop} の本番 API キーが作成されました`,
      title: '本番 API キーが作成されました',
      caption: 'このキーを持つ人は、その権限で本番 API を利用できます。',
    },
    member_invited: {
      subject: (shop) => `${shop}に新しいメンバーが招待されました`,
      title: 'メンバーが招待されました',
      caption: '招待が承諾されると、この人はこの役割で操作できます。',
    },
    member_role: {
      subject: (shop) => `${shop}のメンバーの役割が変更されました`,
      title: 'メンバーの役割が変更されました',
      caption: '今後、このメンバーは新しい役割で許可された操作ができます。',
    },
    member_removed: {
      subject: (shop) => `${shop}のメンバーが削除されました`,
      title: 'メンバーが削除されました',
      caption: 'このメンバーはサインインできなくなりました。',
    },
    owner_restored: {
      subject: (shop) => `${shop}の削除されたオーナーが復帰しました`,
      title: 'オーナーが自分の削除を取り消しました',
      caption:
        '再びオーナーとなり、1日間は削除できません。まだ有効でない本番の出金先ウォレットは取り下げられ、宛先アドレスを指定できるAPIキーはなくなりました。',
    },
    approver_restored: {
      subject: (shop) => `${shop}の削除された承認者が復帰しました`,
      title: '承認者が自分の削除を取り消しました',
      caption: '承認は1日後から、却下はすぐに行えます。1日間は削除できません。',
    },
    wallet: {
      subject: (shop) => `${shop}の出金先ウォレットが変わります`,
      title: '出金先ウォレットが設定されました',
      caption:
        '下記の時刻から、出金はこのウォレットに送られます。それまでは、どのオーナーもダッシュボードで変更を取り下げられます。',
    },
    second_factor_on: {
      subject: (shop) => `${shop}で2要素認証が有効になりました`,
      title: '2要素認証が有効です',
      caption: '今後、このメンバーは第 2要素を使ってサインインします。',
    },
    second_factor_off: {
      subject: (shop) => `${shop}で2要素認証が無効になりました`,
      title: '2要素認証が無効です',
      caption: '今後、このメンバーは第 2要素なしでサインインします。',
    },
    approval_asked: {
      subject: (shop) => `${shop}で承認が必要です`,
      title: 'メンバーが承認を求めています',
      caption:
        '別のメンバーが新しい送金先へ送金しようとしています。ダッシュボードで内容を確認し、承認または却下してください。',
    },
    rules_asked: {
      subject: (shop) => `${shop}の承認ルールが緩和されようとしています`,
      title: '承認ルールが緩和されようとしています',
      caption:
        '2人目のメンバーを必要とする操作が減らされようとしています。ダッシュボードで誰も却下しなければ、下記の日時に実行されます。',
    },
    members_asked: {
      subject: (shop) => `${shop}で承認できる人が増えようとしています`,
      title: '新しい承認者が申請されました',
      caption:
        '別の人が資金の送金を承認できるようになろうとしています。ダッシュボードで誰も却下しなければ、下記の日時に実行されます。',
    },
    decideBy: '決定期限',
    passkey_added: {
      subject: (shop) => `${shop}でパスキーが追加されました`,
      title: 'パスキーが追加されました',
      caption: '今後、メンバーはこのパスキーでサインインと変更の確認ができます。',
    },
    passkey_removed: {
      subject: (shop) => `${shop}でパスキーが削除されました`,
      title: 'パスキーが削除されました',
      caption: 'メンバーはこのパスキーでサインインできなくなりました。',
    },
    passkey: 'パスキー',
    activeFrom: '有効になる日時',
    undo: '取り消す',
    doneBy: '実行者',
    doneAt: '日時',
    apiKey: 'API キー',
    closing:
      '心当たりがない場合は、すぐにダッシュボードでキーを失効させるかメンバーを削除し、パスワードを変更してください。このメールはすべてのオーナーに送信されます。',
  },
  notice: {
    payment: {
      subject: (amount, shop) => `${shop}に${amount}の支払いがありました`,
      title: '支払いを受領しました',
      preview: (token, network) => `${network}の${token}で支払われました。`,
    },
    payout: {
      subject: (amount, shop) => `${shop}から${amount}を出金しました`,
      title: '出金しました',
      preview: (token, network) => `${network}の${token}を出金先ウォレットに送りました。`,
    },
    refundWaiting: {
      subject: (amount, shop) => `${shop}：${amount}の返金が残高不足で待機中です`,
      title: '返金が残高不足で待機中です',
      caption: (missing) => `送金にはあと${missing}が必要です。`,
      closing: (date) =>
        `残高が足りしだい送金されます。足りない場合は${date}に失敗します。ダッシュボードで残高を補充するか、返金を取り消してください。`,
    },
    missing: '不足額',
    viewRefund: '返金を見る',
    failing: {
      subject: (host) => `${host}のWebhookエンドポイントが失敗しています`,
      title: 'Webhookエンドポイントの失敗',
      caption: (since) => `${since}以降、成功した配信がありません。`,
      closing: '失敗した配信は再試行されます。5日間失敗し続けたエンドポイントは無効になります。',
    },
    disabled: {
      subject: (host) => `${host}のWebhookエンドポイントを無効にしました`,
      title: 'Webhookエンドポイントを無効にしました',
      caption: (since) => `${since}以降、すべての配信が失敗しています。`,
      closing:
        '新しいイベントは配信されません。GET /events で読むことができます。受信側が直ったらダッシュボードで再び有効にしてください。保留中の配信が送られます。',
    },
    digest: {
      payment_received: (count, date) => `${date}にさらに${count}件の支払いがありました`,
      payout_sent: (count, date) => `${date}にさらに${count}件の出金がありました`,
      refund_waiting: (count, date) => `${date}にさらに${count}件の返金が残高不足で待機しました`,
      endpoint_failing: (count, date) => `${date}にさらに${count}件のWebhookエンドポイントの通知がありました`,
    },
    digestClosing: '1日の最初の10件を超えた分は、個別のメールではなくまとめて1通でお知らせします。',
    total: '合計',
    customer: 'お客様',
    worth: '相当額',
    sentAt: '送金日時',
    endpoint: 'エンドポイント',
    lastError: '直近のエラー',
    viewPayment: '支払いを見る',
    viewPayout: '出金を見る',
    viewEndpoint: 'エンドポイントを見る',
    openDashboard: 'ダッシュボードを開く',
    why: (shop) =>
      `${shop}のメンバーであるため、このメールをお送りしています。受け取る内容はダッシュボードの Settings で選べます。`,
    unsubscribe: {
      link: 'このメールの配信を停止する',
      title: '配信停止',
      text: {
        payment_received: '支払い受領のメールを停止しますか？',
        payout_sent: '出金のメールを停止しますか？',
        refund_waiting: '残高不足で待機中の返金のメールを停止しますか？',
        endpoint_failing: 'Webhookエンドポイント失敗のメールを停止しますか？',
      },
      button: '配信を停止する',
      doneTitle: '配信を停止しました',
      doneText: 'ダッシュボードの Settings で再び有効にできます。',
      invalidTitle: 'このリンクは使えません',
      invalidText: 'ダッシュボードの Settings でメールを停止してください。',
    },
  },
};
