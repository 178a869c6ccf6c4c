import type { LinkPageWords } from './words.ts';

export const de: LinkPageWords = {
  notFoundTitle: 'Link nicht gefunden',
  notFoundText:
    'Unter dieser Adresse gibt es keinen Zahlungslink. Prüfen Sie den Link oder bitten Sie den Shop um einen neuen.',
  amount: (currency) => `Betrag in ${currency}`,
  between: (least, most) => `Von ${least} bis ${most}.`,
  atLeast: (least) => `Mindestens ${least}.`,
  atMost: (most) => `Höchstens ${most}.`,
  proceed: 'Weiter zur Zahlung',
  inactive: (shop) => `Dieser Link nimmt keine Zahlungen mehr an. Bitten Sie ${shop} um einen neuen.`,
  expired: (shop) => `Dieser Link ist abgelaufen. Bitten Sie ${shop} um einen neuen.`,
  usedUp: (shop) => `Dieser Link hat alle möglichen Zahlungen erhalten. Bitten Sie ${shop} um einen neuen.`,
  malformed: 'Geben Sie einen Betrag mit höchstens zwei Nachkommastellen ein, zum Beispiel 10,50.',
  tooSmall: 'Dieser Betrag ist zu klein.',
  tooLarge: 'Dieser Betrag ist zu groß.',
  busy: 'Mit diesem Link sind noch zu viele Zahlungen offen. Warten Sie einige Minuten und versuchen Sie es erneut.',
};
