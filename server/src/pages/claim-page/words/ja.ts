import type { ClaimPageWords } from './words.ts';

export const ja: ClaimPageWords = {
  notFoundTitle: 'このリンクは使えなくなりました',
  notFoundText:
    '返金先がすでに決まっているか、リンクが完全にコピーされていない可能性があります。返金がまだの場合はショップにお問い合わせください。',
  status: { waiting: 'アドレスが必要です', processing: '送付中', completed: '送付済み', failed: '未送付' },
  address: (network) => `${network} のウォレットアドレス`,
  exchange: (token, network) =>
    `取引所のアドレスは、その取引所が ${network} の ${token} の入金に対応している場合にのみ入力してください。`,
  proceed: '次へ',
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
};
