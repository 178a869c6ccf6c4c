import { beforePeriod } from '../../messages/email/writing/before-period.ts';
import type { PageWords } from './en.ts';

export const de: PageWords = {
  shared: {
    language: 'Sprache',
    changeLanguage: 'Sprache ändern',
    tooManyTitle: 'Zu viele Anfragen',
    tooManyText:
      'Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie eine Minute und laden Sie die Seite dann neu.',
    testMode: 'Testmodus',
    testModeNote: 'Dies ist ein Test. Es fließt kein echtes Geld.',
    tryAgain: 'Erneut versuchen',
  },
  problem: {
    forbiddenTitle: 'Diese Seite ist nicht zugänglich',
    forbiddenText:
      'Diese Adresse ist nicht für Sie bestimmt, oder Sie sind nicht mit dem passenden Konto angemeldet.',
    brokenTitle: 'Bei uns ist etwas schiefgelaufen',
    brokenText: 'Dadurch wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
    requestId: (id: string) => `Nummer der Anfrage: ${id}`,
  },
  checkout: {
    notFoundTitle: 'Zahlung nicht gefunden',
    notFoundText:
      'Unter dieser Adresse gibt es keine Zahlung. Prüfen Sie den Link oder bitten Sie den Shop um einen neuen.',
    noScript: 'Zum Bezahlen braucht diese Seite JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
    unavailable: 'Dieser Shop kann zurzeit keine Zahlungen annehmen. Bitte wenden Sie sich an den Shop.',
  },
  invoice: {
    notFoundTitle: 'Rechnung nicht gefunden',
    notFoundText:
      'Unter dieser Adresse gibt es keine Rechnung. Prüfen Sie den Link oder bitten Sie den Absender um einen neuen.',
    noPdfTitle: 'Das PDF ist gerade nicht verfügbar',
    noPdfText:
      'Versuchen Sie es in einer Minute erneut, oder gehen Sie zurück zur Rechnung und drucken Sie sie.',
    title: (number) => `Rechnung ${number}`,
    status: {
      open: 'Offen',
      processing: 'In Bearbeitung',
      paid: 'Bezahlt',
      expired: 'Abgelaufen',
      void: 'Storniert',
    },
    issued: 'Ausgestellt am',
    taxId: (id) => `Steuernummer: ${id}`,
    description: 'Beschreibung',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    amount: 'Betrag',
    total: 'Gesamtbetrag',
    payNow: 'Jetzt bezahlen',
    oneMoment: 'Einen Moment…',
    viewPayment: 'Zahlung ansehen',
    confirming: 'Ihre Zahlung wird bestätigt. Diese Seite aktualisiert sich von selbst.',
    voided: (shop) => `${shop} hat diese Rechnung storniert. Es ist nichts zu bezahlen.`,
    expired: (date, shop) =>
      `Diese Rechnung war am ${date} fällig und kann nicht mehr bezahlt werden. Bitten Sie ${shop} um eine neue.`,
    unavailable: (shop) =>
      `Diese Rechnung kann gerade nicht bezahlt werden. Versuchen Sie es später oder wenden Sie sich an ${beforePeriod(shop)}.`,
    payment: 'Zahlung',
    viewReceipt: 'Beleg ansehen',
    downloadPdf: 'PDF herunterladen',
    print: 'Drucken',
    payOnline: (url) => `Online bezahlen: ${url}`,
    pageOf: (page, pages) => `Seite ${page} von ${pages}`,
    error: {
      paid: 'Diese Rechnung ist bereits bezahlt. Ihnen wurde nichts weiter berechnet.',
      closed: 'Diese Rechnung kann nicht mehr bezahlt werden.',
      tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es erneut.',
      unreachable: 'Wir waren nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      other:
        'Bei uns ist etwas schiefgelaufen. Versuchen Sie es gleich noch einmal: Sie zahlen niemals doppelt.',
    },
  },
  receipt: {
    receipt: 'Beleg',
    number: 'Zahlungsnummer',
    payer: 'Bezahlt von',
    refund: 'Erstattung',
    onItsWay: 'Wird gesendet',
    noPdfText:
      'Warten Sie eine Minute und versuchen Sie es erneut, oder gehen Sie zurück zur Zahlung und drucken Sie die Seite.',
  },
  link: {
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
  },
  claim: {
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
    useWallet: 'Mein verbundenes Wallet verwenden',
    noWallet: 'Kein Wallet in diesem Browser hat eine Adresse genannt. Kopieren Sie sie aus Ihrem Wallet.',
    confirmTitle: 'Stimmt diese Adresse?',
    confirmText:
      'Vergleichen Sie sie vom ersten bis zum letzten Zeichen mit Ihrem Wallet. Geld, das an eine falsche Adresse geht, lässt sich nicht zurückholen.',
    confirm: 'Erstattung an diese Adresse senden',
    change: 'Adresse ändern',
    until: (date) => `Ohne Adresse bis ${date} wird diese Erstattung storniert.`,
    processing:
      'Das Geld wird gesendet. Das kann einige Minuten dauern. Die Seite aktualisiert sich von selbst.',
    completed: 'Das Geld wurde an Ihre Adresse gesendet.',
    failed: (shop) =>
      `Diese Erstattung wurde nicht gesendet. Bitte wenden Sie sich an ${beforePeriod(shop)}.`,
    viewTransaction: 'Transaktion ansehen',
    problem: {
      malformed: (network) => `Das ist keine Adresse auf ${network}. Kopieren Sie sie aus Ihrem Wallet.`,
      typo: () => 'Diese Adresse enthält einen Tippfehler. Kopieren Sie sie noch einmal.',
      zero: () => 'Diese Adresse gehört niemandem. Geld, das dorthin geht, ist verloren.',
      contract: () =>
        'Das ist der Vertrag eines Tokens und kein Wallet. Geld, das dorthin geht, ist verloren.',
      ours: () => 'Diese Adresse gehört dem Zahlungsdienst. Geben Sie die Adresse Ihres Wallets an.',
    },
  },
};
