import type { LinkPageWords } from './words.ts';

export const en: LinkPageWords = {
  notFoundTitle: 'Link not found',
  notFoundText: 'There is no payment link at this address. Check the link, or ask the shop for a new one.',
  amount: (currency) => `Amount in ${currency}`,
  between: (least, most) => `From ${least} to ${most}.`,
  atLeast: (least) => `At least ${least}.`,
  atMost: (most) => `At most ${most}.`,
  proceed: 'Continue to payment',
  inactive: (shop) => `This link takes no more payments. Ask ${shop} for a new one.`,
  expired: (shop) => `This link has expired. Ask ${shop} for a new one.`,
  usedUp: (shop) => `This link has taken all the payments it can. Ask ${shop} for a new one.`,
  malformed: 'Enter an amount with at most two decimals, such as 10.50.',
  tooSmall: 'This amount is too small.',
  tooLarge: 'This amount is too large.',
  busy: 'Too many payments with this link are still open. Wait some minutes and try again.',
};
