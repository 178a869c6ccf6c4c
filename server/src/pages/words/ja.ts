import type { PageWords } from './en.ts';

export const ja: PageWords = {
  shared: {
    language: '言語',
    changeLanguage: '言語を変更',
    tooManyTitle: 'リクエストが多すぎます',
    tooManyText:
      'お使いのネットワークからのリクエストが多すぎます。1分ほど待ってから、このページを再読み込みしてください。',
    testMode: 'テストモード',
    testModeNote: 'これはテストです。実際のお金は動きません。',
    tryAgain: 'もう一度試す',
  },
  problem: {
    forbiddenTitle: 'このページは開けません',
    forbiddenText: 'このアドレスはあなた向けではないか、開く権限のあるアカウントでサインインしていません。',
    brokenTitle: 'サーバー側で問題が発生しました',
    brokenText: 'これによる請求はありません。しばらくしてからもう一度お試しください。',
    requestId: (id: string) => `リクエスト番号: ${id}`,
  },
  checkout: {
    notFoundTitle: 'お支払いが見つかりません',
    notFoundText:
      'このアドレスにお支払いはありません。リンクを確認するか、ショップに新しいリンクを依頼してください。',
    noScript: 'お支払いには JavaScript が必要です。有効にしてからページを再読み込みしてください。',
    unavailable: 'このショップは現在お支払いを受け付けられません。ショップにお問い合わせください。',
  },
  invoice: {
    notFoundTitle: '請求書が見つかりません',
    notFoundText:
      'このアドレスに請求書はありません。リンクを確認するか、送信者に新しいリンクを依頼してください。',
    noPdfTitle: '現在 PDF を利用できません',
    noPdfText: '1分ほど待ってからもう一度お試しになるか、請求書のページに戻って印刷してください。',
    title: (number) => `請求書 ${number}`,
    status: {
      open: '未払い',
      processing: '処理中',
      paid: '支払い済み',
      expired: '期限切れ',
      void: '無効',
    },
    issued: '発行日',
    taxId: (id) => `税務番号：${id}`,
    description: '品目',
    quantity: '数量',
    unitPrice: '単価',
    amount: '金額',
    total: '合計',
    payNow: '今すぐ支払う',
    oneMoment: '少々お待ちください…',
    viewPayment: 'お支払いを見る',
    confirming: 'お支払いを確認しています。このページは自動的に更新されます。',
    voided: (shop) => `この請求書は${shop}により取り消されました。お支払いは不要です。`,
    expired: (date, shop) =>
      `この請求書のお支払い期限（${date}）は過ぎたため、お支払いいただけません。${shop}に新しい請求書を依頼してください。`,
    unavailable: (shop) =>
      `この請求書は現在お支払いいただけません。後でもう一度お試しいただくか、${shop}にお問い合わせください。`,
    payment: 'お支払い',
    viewReceipt: '領収書を見る',
    downloadPdf: 'PDF をダウンロード',
    print: '印刷',
    payOnline: (url) => `オンラインでのお支払い：${url}`,
    pageOf: (page, pages) => `${page} / ${pages} ページ`,
    error: {
      paid: 'この請求書はすでに支払い済みです。重ねて請求されることはありません。',
      closed: 'この請求書はお支払いいただけなくなりました。',
      tooMany: '試行回数が多すぎます。1 分待ってからもう一度お試しください。',
      unreachable: '接続できませんでした。通信環境を確認して、もう一度お試しください。',
      other: '問題が発生しました。しばらくしてからもう一度お試しください。二重に請求されることはありません。',
    },
  },
  receipt: {
    receipt: '領収書',
    number: 'お支払い番号',
    payer: 'お支払い元',
    refund: '返金',
    onItsWay: '送金中',
    noPdfText: '1分ほど待ってからもう一度お試しになるか、お支払いのページに戻って印刷してください。',
  },
  link: {
    notFoundTitle: 'リンクが見つかりません',
    notFoundText:
      'このアドレスに支払いリンクはありません。リンクを確認するか、ショップに新しいリンクを依頼してください。',
    amount: (currency) => `金額（${currency}）`,
    between: (least, most) => `${least} から ${most} まで。`,
    atLeast: (least) => `${least} 以上。`,
    atMost: (most) => `${most} 以下。`,
    proceed: 'お支払いに進む',
    inactive: (shop) =>
      `このリンクではお支払いを受け付けていません。${shop} に新しいリンクを依頼してください。`,
    expired: (shop) => `このリンクは期限切れです。${shop} に新しいリンクを依頼してください。`,
    usedUp: (shop) =>
      `このリンクで受け付けられるお支払いはすべて完了しました。${shop} に新しいリンクを依頼してください。`,
    malformed: '金額を小数点以下 2 桁までで入力してください（例：10.50）。',
    tooSmall: '金額が小さすぎます。',
    tooLarge: '金額が大きすぎます。',
    busy: 'このリンクで未完了のお支払いが多すぎます。数分待ってからもう一度お試しください。',
  },
  claim: {
    notFoundTitle: 'このリンクは使えなくなりました',
    notFoundText:
      '返金先がすでに決まっているか、リンクが完全にコピーされていない可能性があります。返金がまだの場合はショップにお問い合わせください。',
    status: { waiting: 'アドレスが必要です', processing: '送付中', completed: '送付済み', failed: '未送付' },
    address: (network) => `${network} のウォレットアドレス`,
    exchange: (token, network) =>
      `取引所のアドレスは、その取引所が ${network} の ${token} の入金に対応している場合にのみ入力してください。`,
    proceed: '次へ',
    useWallet: '接続中のウォレットを使う',
    noWallet:
      'このブラウザーのウォレットからアドレスを取得できませんでした。ウォレットからコピーしてください。',
    confirmTitle: 'このアドレスで正しいですか？',
    confirmText:
      '最初の文字から最後の文字まで、ウォレットと見比べてください。誤ったアドレスに送った資金は取り戻せません。',
    confirm: 'このアドレスに返金を送る',
    change: 'アドレスを変更する',
    until: (date) => `${date} までにアドレスの入力がない場合、この返金は取り消されます。`,
    processing: '送付しています。数分かかることがあります。このページは自動で更新されます。',
    completed: 'ご指定のアドレスに送付しました。',
    failed: (shop) => `この返金は送付されませんでした。${shop} にお問い合わせください。`,
    viewTransaction: '取引を見る',
    problem: {
      malformed: (network) => `${network} のアドレスではありません。ウォレットからコピーしてください。`,
      typo: () => 'アドレスに誤りがあります。もう一度コピーしてください。',
      zero: () => 'このアドレスの持ち主はいません。送った資金は失われます。',
      contract: () => 'ウォレットではなくトークンのコントラクトです。送った資金は失われます。',
      ours: () => '決済サービスのアドレスです。ご自身のウォレットのアドレスを入力してください。',
    },
  },
};
