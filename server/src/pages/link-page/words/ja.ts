import type { LinkPageWords } from './words.ts';

export const ja: LinkPageWords = {
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
};
