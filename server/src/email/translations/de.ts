import type { Words } from './words.ts';

export const de: Words = {
  sender: (shop, service) => `${shop} über ${service}`,
  test: {
    subject: (subject) => `[Test] ${subject}`,
    title: 'Testmodus',
    text: 'Diese Nachricht ist ein Test. Es ist nichts zu zahlen, und es wurde kein Geld bewegt.',
  },
  footer: (shop, service) => `Gesendet von ${service} im Auftrag von ${shop}.`,
  questions: {
    reply: (shop, email) => `Fragen? Antworten Sie auf diese E-Mail oder schreiben Sie ${shop} an ${email}.`,
    noReply: (shop) => `Fragen? Bitte wenden Sie sich an ${shop}.`,
  },
  fact: {
    invoiceNumber: 'Rechnungsnummer',
    billedTo: 'Rechnung an',
    from: 'Von',
    dueDate: 'Fällig am',
    paidAt: 'Bezahlt am',
    paidWith: 'Bezahlt mit',
    network: 'Netzwerk',
    transaction: 'Transaktion',
    refundNumber: 'Erstattungsnummer',
    payment: 'Zahlung für',
    reference: 'Referenz',
    originalAmount: 'Ursprüngliche Zahlung',
    refundedAt: 'Erstattet am',
    sentAs: 'Gesendet als',
    sentTo: 'Gesendet an',
  },
  items: 'Positionen',
  each: (quantity, price) => `${quantity} × ${price}`,
  moreItems: (count) =>
    count === 1
      ? 'und 1 weitere Position auf der Rechnung'
      : `und ${count} weitere Positionen auf der Rechnung`,
  subtotal: 'Zwischensumme',
  tax: (percent) => `Steuer (${percent})`,
  memo: 'Anmerkung',
  reason: 'Grund',
  linkHint: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  invoice: {
    subject: (number, shop) => `Rechnung ${number} von ${shop}`,
    title: (shop) => `Rechnung von ${shop}`,
    due: (date) => `Fällig am ${date}`,
    preview: (amount, date) => `${amount}, fällig am ${date}`,
    action: 'Rechnung ansehen und bezahlen',
    total: 'Zu zahlen',
  },
  receipt: {
    subject: (number, shop) => `Zahlungsbeleg zur Rechnung ${number} von ${shop}`,
    title: (shop) => `Zahlungsbeleg von ${shop}`,
    paid: (date) => `Bezahlt am ${date}`,
    preview: (amount, shop) => `Ihre Zahlung von ${amount} an ${shop} ist eingegangen.`,
    action: 'Rechnung ansehen',
    total: 'Bezahlt',
  },
  paymentReceipt: {
    subject: (amount, shop) => `Zahlungsbeleg über ${amount} von ${shop}`,
    action: 'Zahlung ansehen',
  },
  refund: {
    subject: (amount, shop) => `Ihre Erstattung von ${amount} von ${shop}`,
    title: (shop) => `Erstattung von ${shop}`,
    full: (date) => `Vollständig erstattet am ${date}`,
    partial: (total, date) => `Teil Ihrer Zahlung von ${total}, erstattet am ${date}`,
    preview: (token, network) => `${token} wurden auf ${network} an Ihre Wallet gesendet.`,
  },
  refundClaim: {
    subject: (amount, shop) => `Wohin soll ${shop} Ihre Erstattung von ${amount} senden?`,
    preview: (network) => `Geben Sie eine Wallet-Adresse auf ${network} an, um Ihr Geld zurückzubekommen.`,
    caption: (token, network) =>
      `Um Ihnen ${token} zu senden, brauchen wir eine Wallet-Adresse auf ${network}.`,
    refused: (address) =>
      `Die Adresse ${address} hat das Geld nicht angenommen. Bitte geben Sie eine andere an.`,
    until: (date) =>
      `Bitte antworten Sie vor dem ${date}. Wer diesen Link hat, bestimmt, wohin das Geld geht. Geben Sie ihn nicht weiter.`,
    action: 'Adresse angeben',
    toSend: 'Zu senden',
  },
  member: {
    account: 'Konto',
    role: 'Rolle',
    roles: { owner: 'Inhaber', developer: 'Entwicklung', finance: 'Finanzen', viewer: 'Nur Lesen' },
    invitedBy: 'Eingeladen von',
    until: (moment) => `Der Link funktioniert einmal, bis ${moment}.`,
    reset: {
      subject: (shop) => `Setzen Sie Ihr Passwort für ${shop} zurück`,
      preview: 'Wählen Sie ein neues Passwort für das Dashboard.',
      title: 'Passwort zurücksetzen',
      action: 'Neues Passwort wählen',
      unasked:
        'Falls Sie das nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    },
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      preview: 'Öffnen Sie den Link, um zu bestätigen, dass dies Ihre Adresse ist.',
      title: 'Bestätigen Sie Ihre E-Mail-Adresse',
      action: 'E-Mail-Adresse bestätigen',
      unasked:
        'Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren. Niemand kann in Ihrem Namen anderen schreiben.',
    },
    invitation: {
      subject: (shop) => `Einladung zu ${shop}`,
      preview: (shop) => `Nutzen Sie das Dashboard von ${shop}.`,
      title: 'Sie sind eingeladen',
      action: 'Einladung annehmen',
      unasked:
        'Falls Sie nicht wissen, warum Sie diese E-Mail erhalten, müssen Sie nichts tun: Ohne Sie wird kein Konto angelegt.',
    },
  },
};
