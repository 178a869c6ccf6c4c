import type { LinkPageWords } from './words.ts';

export const zh: LinkPageWords = {
  notFoundTitle: '未找到链接',
  notFoundText: '此地址没有付款链接。请检查链接，或向商家索取新的链接。',
  amount: (currency) => `金额（${currency}）`,
  between: (least, most) => `${least} 至 ${most}。`,
  atLeast: (least) => `至少 ${least}。`,
  atMost: (most) => `最多 ${most}。`,
  proceed: '继续付款',
  inactive: (shop) => `此链接不再接受付款。请向 ${shop} 索取新的链接。`,
  expired: (shop) => `此链接已过期。请向 ${shop} 索取新的链接。`,
  usedUp: (shop) => `此链接的付款次数已用完。请向 ${shop} 索取新的链接。`,
  malformed: '请输入金额，最多两位小数，例如 10.50。',
  tooSmall: '金额太小。',
  tooLarge: '金额太大。',
  busy: '此链接未完成的付款过多。请等待几分钟后重试。',
};
