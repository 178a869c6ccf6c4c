import type { Messages } from './en.ts';

export const ja: Messages = {
  language: '言語',
  testMode: 'テストモード',
  testModeNote: 'これはテストです。実際のお金は動きません。',
  payTitle: (merchant) => `${merchant}へのお支払い`,
  paymentTo: (merchant) => `${merchant}へのお支払い`,
  backTo: (merchant) => `${merchant}に戻る`,
  cancel: '支払いをキャンセル',
  timeLeft: '残り時間',
  timeLeftAnnounced: (time) => `お支払い期限まで残り${time}です。`,
  timeIsUp: '期限になりました。お支払いの着金を確認しています…',

  chooseHeading: 'お支払い方法を選択',
  network: 'ネットワーク',
  token: '支払いに使う通貨',
  about: (time) => `約${time}`,
  noWays: '現在ご利用いただけるお支払い方法がありません。ショップに戻るか、数分後にもう一度お試しください。',
  lockNote: '次に進むと価格が固定されます。',
  continueWith: (amount) => `${amount}で続ける`,

  email: 'メールアドレス',
  optional: '任意',
  saving: '保存中…',
  saved: '保存しました',

  payHeading: 'テストウォレットで支払う',
  sendHeading: '送金してください',
  youPay: 'お支払い額',
  on: (network) => `${network}ネットワーク`,
  change: '変更',
  lockedUntil: (time) => `${time}まで価格固定`,
  testWallet: 'テストウォレット',
  balance: '残高',
  pay: (amount) => `${amount}を支払う`,
  paying: '支払い中…',
  oneMoment: 'お待ちください…',

  scan: 'ウォレットアプリでコードを読み取るか、送金情報をコピーしてください。',
  qrLabel: 'お支払い用QRコード',
  openWallet: 'ウォレットアプリで開く',
  sendExactly: '送金額(この金額ちょうど)',
  toAddress: '送金先アドレス',
  onlyThis: (token, network) =>
    `${network}の${token}のみを送金してください。それ以外をこのアドレスに送ると失われるおそれがあります。`,
  waiting: 'お支払いを待っています。このページは自動的に更新されます。',
  copy: 'コピー',
  copied: 'コピーしました',

  processingHeading: 'お支払いを確認しています',
  processingNote: 'このページを閉じても、お支払いの処理は続きます。',
  stepSeen: 'お支払いを検出',
  stepConfirming: 'ネットワークで承認中',
  confirmations: (done, of) => `承認 ${done} / ${of}`,
  stepDone: '完了',
  transaction: 'トランザクション',
  from: '送金元',
  amount: '金額',

  completedHeading: 'お支払いが完了しました',
  completedNote: (amount, merchant) => `${merchant}に${amount}を支払いました。`,
  youCanClose: 'このページは閉じていただけます。',
  returning: (merchant, time) => `${time}後に${merchant}に戻ります`,
  goNow: '今すぐ移動',
  stay: 'このページにとどまる',
  viewInvoice: '請求書を見る',

  refundedHeading: '返金されました',
  refundedNote: (merchant) => `${merchant}が、お支払いに使われたウォレットへ全額を返金しました。`,
  partlyRefundedHeading: '一部が返金されました',
  partlyRefundedNote: (merchant) => `${merchant}が、お支払いに使われたウォレットへ一部を返金しました。`,

  failedHeading: 'お支払いに失敗しました',
  failedOnChain:
    'ネットワークがトランザクションを拒否したため、着金していません。もう一度お試しいただけます。',
  failedOther: 'お支払いを完了できませんでした。もう一度お試しいただけます。',
  tryAgain: 'もう一度試す',
  alreadyRetried: '新しいお支払いがすでに始まっています。',
  openNewAttempt: '新しいお支払いを開く',

  expiredHeading: 'お支払いの期限が切れました',
  expiredNote: (time) => `お支払い期限は${time}でした。請求は発生していません。`,
  expiredBack: (merchant) => `${merchant}に戻って、もう一度お手続きください。`,
  expiredAsk: (merchant) => `${merchant}に新しい支払いリンクを依頼してください。`,
  expiredSent: (merchant) =>
    `すでに送金された場合は、トランザクションをご用意のうえ、${merchant}にお問い合わせください。`,

  offline: 'オフラインです。接続が戻り次第、最新の状態を表示します。',
  reconnecting: '再接続しています… お支払いに影響はありません。',
  errorPaid:
    'このお支払いはすでに完了しています(別のタブの可能性があります)。二重に請求されることはありません。',
  errorOver: 'このお支払いはもう受け付けていません。',
  errorChoice: 'このお支払い方法は利用できなくなりました。別の方法を選択してください。',
  errorRate: (time) => `試行回数が多すぎます。${time}後にもう一度お試しください。`,
  errorEmail: 'name@example.com のような形式で入力してください。',
  errorUnreachable:
    '接続できませんでした。通信環境を確認して、もう一度お試しください。二重に請求されることはありません。',
  errorNotFound: 'このお支払いは存在しません。ショップに戻って、もう一度お手続きください。',
  errorOther:
    'システムで問題が発生しました。しばらくしてからもう一度お試しください。二重に請求されることはありません。',
};
