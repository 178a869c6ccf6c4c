import type { Messages } from './en.ts';

export const de: Messages = {
  language: 'Sprache',
  testMode: 'Testmodus',
  testModeNote: 'Dies ist ein Test. Es fließt kein echtes Geld.',
  payTitle: (merchant) => `Zahlung an ${merchant}`,
  paymentTo: (merchant) => `Zahlung an ${merchant}`,
  backTo: (merchant) => `Zurück zu ${merchant}`,
  cancel: 'Zahlung abbrechen',
  timeLeft: 'Verbleibende Zeit',
  timeLeftAnnounced: (time) => `Noch ${time} Zeit zum Bezahlen.`,
  timeIsUp: 'Die Zeit ist abgelaufen. Wir prüfen, ob Ihre Zahlung eingegangen ist …',

  chooseHeading: 'Zahlungsart wählen',
  network: 'Netzwerk',
  token: 'Bezahlen mit',
  about: (time) => `ca. ${time}`,
  noWays:
    'Zurzeit ist keine Zahlungsart verfügbar. Gehen Sie zurück zum Shop oder versuchen Sie es in einigen Minuten erneut.',
  lockNote: 'Der Preis wird festgeschrieben, sobald Sie fortfahren.',
  continueWith: (amount) => `Weiter mit ${amount}`,

  email: 'E-Mail für Ihren Beleg',
  optional: 'optional',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert',

  payHeading: 'Mit dem Test-Wallet bezahlen',
  sendHeading: 'Zahlung senden',
  youPay: 'Sie zahlen',
  on: (network) => `über ${network}`,
  change: 'Ändern',
  lockedUntil: (time) => `Preis garantiert bis ${time}`,
  testWallet: 'Test-Wallet',
  balance: 'Guthaben',
  pay: (amount) => `${amount} bezahlen`,
  paying: 'Zahlung läuft …',
  oneMoment: 'Einen Moment …',
  neverPaid: (time) => `Dieser Testbetrag wird nie bezahlt. Die Zahlung läuft um ${time} ab.`,

  scan: 'Scannen Sie den Code mit Ihrer Wallet-App oder kopieren Sie die Angaben.',
  scanElsewhere: 'Sie zahlen von einem anderen Gerät? Scannen Sie diesen Code.',
  qrLabel: 'QR-Code der Zahlung',
  openWallet: 'In Wallet-App öffnen',
  sendExactly: 'Genauer Betrag',
  toAddress: 'An diese Adresse',
  onlyThis: (token, network) =>
    `Senden Sie nur ${token} über ${network}. Alles andere kann an dieser Adresse verloren gehen.`,
  waiting: 'Wir warten auf Ihre Zahlung. Diese Seite aktualisiert sich von selbst.',
  copy: 'Kopieren',
  copied: 'Kopiert',

  scanRequest:
    'Dieser Code enthält den Betrag. Manche Wallets lesen ihn falsch: Prüfen Sie Token und Betrag, bevor Sie bestätigen.',
  codeRequest: 'Code mit Betrag',
  codeAddress: 'Code nur mit Adresse',
  sentHeading: 'Zahlung gesendet',
  sentNote:
    'Wir warten auf das Netzwerk. Diese Seite aktualisiert sich von selbst, Sie können sie auch schließen.',
  signedHeading: 'Zahlung unterschrieben',
  signedNote:
    'Wir senden sie für Sie an das Netzwerk. Diese Seite aktualisiert sich von selbst, und Sie können sie schließen.',
  sendAgain: 'Doch nicht gesendet? Zahlungsdaten anzeigen',
  received: 'Bisher eingegangen',
  receivedSoFar: (received, total, rest) => `${received} von ${total} eingegangen, ${rest} fehlen noch`,
  sendRest: (time) => `Senden Sie den Rest an dieselbe Adresse. Noch ${time}.`,
  priceOver: 'Der Preis gilt nicht mehr.',
  priceUpdating: 'Preis wird aktualisiert …',
  priceRenew: 'Aktuellen Preis abrufen',
  priceChanged: (amount) => `Der Preis wurde aktualisiert. Sie zahlen jetzt ${amount}.`,
  unapplied: 'Geld, das nicht für diese Zahlung zählt',
  anotherToken: 'Ein anderer Token',
  unappliedMore: (amount) => `Sie haben ${amount} mehr gesendet als verlangt.`,
  unappliedLess: (amount) => `${amount} sind eingegangen, weniger als verlangt.`,
  unappliedLate: (amount) => `${amount} sind nach Ablauf der Frist eingegangen.`,
  unappliedHeld: (amount) => `${amount} sind eingegangen und werden noch geprüft.`,
  unappliedAgain: (amount, network) =>
    `${amount} sind auf ${network} eingegangen und wurden nicht gebraucht.`,
  unappliedWrong: (amount, network, token) =>
    `Auf ${network} eingegangen: ${amount}. Diese Zahlung wartet auf ${token}, deshalb zählt es nicht.`,
  unappliedElsewhere: (amount, network) =>
    `Auf ${network} eingegangen: ${amount}. Beträge verschiedener Zahlungsarten werden nicht zusammengezählt: Um den Rest dort zu senden, wählen Sie diese Zahlungsart erneut.`,
  unappliedAsk: (merchant) =>
    `Es ist nicht verloren. Wenden Sie sich an ${merchant}: Der Betrag kann zurückgesendet werden.`,
  unappliedReturned: 'Es wurde an Sie zurückgesendet.',

  processingHeading: 'Ihre Zahlung wird bestätigt',
  processingNote: 'Sie können diese Seite schließen. Ihre Zahlung läuft weiter.',
  stepSeen: 'Zahlung erkannt',
  stepConfirming: 'Bestätigung im Netzwerk',
  confirmations: (done, of) => `${done} von ${of} Bestätigungen`,
  stepDone: 'Fertig',
  transaction: 'Transaktion',
  from: 'Von',
  amount: 'Betrag',

  completedHeading: 'Zahlung abgeschlossen',
  completedNote: (amount, merchant) => `Sie haben ${amount} an ${merchant} gezahlt.`,
  paymentNumber: 'Zahlungsnummer',
  printReceipt: 'Beleg drucken',
  receiptPdf: 'PDF herunterladen',
  youCanClose: 'Sie können diese Seite schließen.',
  returning: (merchant, time) => `Zurück zu ${merchant} in ${time}`,
  goNow: 'Jetzt weiter',
  stay: 'Auf dieser Seite bleiben',
  viewInvoice: 'Rechnung ansehen',
  backToInvoice: 'Zurück zur Rechnung',
  returningToInvoice: (time) => `Zurück zur Rechnung in ${time}`,

  refundedHeading: 'Zahlung erstattet',
  refundedNote: (merchant) =>
    `${merchant} hat diese Zahlung an das Wallet erstattet, mit dem Sie bezahlt haben.`,
  partlyRefundedHeading: 'Zahlung teilweise erstattet',
  partlyRefundedNote: (merchant) =>
    `${merchant} hat einen Teil dieser Zahlung an das Wallet erstattet, mit dem Sie bezahlt haben.`,
  refund: 'Erstattung',
  refundOnItsWay: 'Wird gesendet',
  originalPayment: 'Ursprüngliche Zahlung',
  date: 'Datum',
  reason: 'Grund',
  to: 'An',

  failedHeading: 'Zahlung fehlgeschlagen',
  failedOnChain:
    'Das Netzwerk hat die Transaktion abgelehnt, der Betrag ist nicht angekommen. Sie können es erneut versuchen.',
  failedOther: 'Die Zahlung konnte nicht ausgeführt werden. Sie können es erneut versuchen.',
  tryAgain: 'Erneut versuchen',
  questions: 'Fragen? Wenden Sie sich an den Shop:',
  alreadyRetried: 'Ein neuer Versuch wurde bereits gestartet.',
  openNewAttempt: 'Neuen Versuch öffnen',

  expiredHeading: 'Diese Zahlung ist abgelaufen',
  expiredAt: (time) => `Sie konnte bis ${time} bezahlt werden.`,
  nothingCharged: 'Es wurde nichts abgebucht.',
  cancelledHeading: 'Diese Zahlung wurde storniert',
  cancelledNote: (merchant, time) => `${merchant} hat sie um ${time} storniert.`,
  expiredBack: (merchant) => `Gehen Sie zurück zu ${merchant}, um neu zu beginnen.`,
  expiredAsk: (merchant) => `Bitten Sie ${merchant} um einen neuen Zahlungslink.`,
  expiredInvoice: 'Gehen Sie zur Rechnung zurück, um sie zu bezahlen.',
  expiredSent: (merchant) =>
    `Haben Sie bereits Geld gesendet? Wenden Sie sich an ${merchant} und halten Sie die Transaktion bereit.`,

  offline: 'Sie sind offline. Sobald die Verbindung wieder steht, geht es weiter.',
  reconnecting: 'Verbindung wird wiederhergestellt … Ihre Zahlung ist sicher.',
  errorPaid:
    'Diese Zahlung wurde bereits ausgeführt, vielleicht in einem anderen Tab. Es wurde nichts doppelt abgebucht.',
  errorOver: 'Diese Zahlung kann nicht mehr ausgeführt werden.',
  errorChoice: 'Diese Zahlungsart ist nicht mehr verfügbar. Bitte wählen Sie eine andere.',
  errorRate: (time) => `Zu viele Versuche. Bitte versuchen Sie es in ${time} erneut.`,
  errorEmail: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  errorEmailFixed: 'Diese Adresse kann hier nicht geändert werden. Bitten Sie den Shop darum.',
  errorUnreachable:
    'Keine Verbindung zu uns. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut: Es wird nie doppelt abgebucht.',
  errorNotFound: 'Diese Zahlung gibt es nicht mehr. Gehen Sie zurück zum Shop, um neu zu beginnen.',
  errorOther:
    'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal: Es wird nie doppelt abgebucht.',

  wallet: {
    heading: 'Mit einem Wallet bezahlen',
    payWith: (wallet) => `Mit ${wallet} bezahlen`,
    browserWallet: 'dem Wallet im Browser',
    openInApp: 'Diese Seite in Ihrer Wallet-App öffnen',
    orSend: 'Oder aus einem anderen Wallet senden',
    connect: 'Bestätigen Sie die Verbindung in Ihrem Wallet.',
    switchTo: (network) => `Bestätigen Sie in Ihrem Wallet den Wechsel zu ${network}.`,
    noGasNeeded: 'Keine Netzwerkgebühr nötig.',
    signOnly: 'Unterschreiben Sie einmal in Ihrem Wallet, wir bezahlen die Gebühr.',
    sign: 'Unterschreiben Sie die Zahlung in Ihrem Wallet. Das kostet keine Netzwerkgebühr.',
    signatureEnded:
      'Die Unterschrift ist abgelaufen, bevor die Zahlung gesendet werden konnte. Es wurde nichts gesendet. Prüfen Sie die Uhr dieses Geräts und unterschreiben Sie noch einmal.',
    signatureFailed:
      'Die unterschriebene Zahlung konnte nicht ausgeführt werden. Es wurde nichts gesendet. Versuchen Sie es noch einmal, oder senden Sie sie an die Adresse unten.',
    confirm: 'Bestätigen Sie die Zahlung in Ihrem Wallet.',
    rejected:
      'Sie haben die Anfrage in Ihrem Wallet abgelehnt, es wurde nichts gesendet. Versuchen Sie es erneut, wenn Sie so weit sind.',
    locked:
      'Ihr Wallet ist gesperrt oder gibt dieser Seite kein Konto frei. Entsperren Sie es und versuchen Sie es erneut.',
    busy: 'In Ihrem Wallet wartet schon eine Anfrage. Öffnen Sie es und antworten Sie dort.',
    otherChain: (network) =>
      `Ihr Wallet ist in einem anderen Netzwerk. Wechseln Sie zu ${network} und versuchen Sie es erneut.`,
    unknownChain: (network) =>
      `Ihr Wallet kennt ${network} nicht. Fügen Sie das Netzwerk dort hinzu oder zahlen Sie aus einem anderen Wallet.`,
    tooLittle: (amount, network) =>
      `Ihr Wallet hat keine ${amount} auf ${network}. Laden Sie es auf oder wählen Sie eine andere Zahlungsart.`,
    noGas: (token, network) =>
      `Ihr Wallet braucht etwas ${token} auf ${network} für die Netzwerkgebühr. Laden Sie es auf und versuchen Sie es erneut.`,
    other:
      'Ihr Wallet konnte die Zahlung nicht senden. Versuchen Sie es erneut oder senden Sie an die Adresse unten.',
  },
};
