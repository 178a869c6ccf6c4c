import type { ClaimPageWords } from './words.ts';

export const de: ClaimPageWords = {
  notFoundTitle: 'Dieser Link funktioniert nicht mehr',
  notFoundText:
    'Vielleicht hat die Erstattung schon eine Adresse, oder der Link wurde nicht vollständig kopiert. Fragen Sie den Shop, wenn Sie noch eine Erstattung erwarten.',
  status: {
    waiting: 'Adresse fehlt',
    processing: 'Unterwegs',
    completed: 'Gesendet',
    failed: 'Nicht gesendet',
  },
  address: (network) => `Ihre Wallet-Adresse auf ${network}`,
  exchange: (token, network) =>
    `Geben Sie nur dann die Adresse einer Börse an, wenn diese ${token} auf ${network} gutschreibt.`,
  proceed: 'Weiter',
  confirmTitle: 'Stimmt diese Adresse?',
  confirmText:
    'Vergleichen Sie sie vom ersten bis zum letzten Zeichen mit Ihrer Wallet. Geld, das an eine falsche Adresse geht, lässt sich nicht zurückholen.',
  confirm: 'Erstattung an diese Adresse senden',
  change: 'Adresse ändern',
  until: (date) => `Ohne Adresse bis ${date} wird diese Erstattung storniert.`,
  processing:
    'Das Geld wird gesendet. Das kann einige Minuten dauern. Die Seite aktualisiert sich von selbst.',
  completed: 'Das Geld wurde an Ihre Adresse gesendet.',
  failed: (shop) => `Diese Erstattung wurde nicht gesendet. Bitte wenden Sie sich an ${shop}.`,
  viewTransaction: 'Transaktion ansehen',
  problem: {
    malformed: (network) => `Das ist keine Adresse auf ${network}. Kopieren Sie sie aus Ihrer Wallet.`,
    typo: () => 'Diese Adresse enthält einen Tippfehler. Kopieren Sie sie noch einmal.',
    zero: () => 'Diese Adresse gehört niemandem. Geld, das dorthin geht, ist verloren.',
    contract: () =>
      'Das ist der Vertrag eines Tokens und keine Wallet. Geld, das dorthin geht, ist verloren.',
    ours: () => 'Diese Adresse gehört dem Zahlungsdienst. Geben Sie die Adresse Ihrer Wallet an.',
  },
};
