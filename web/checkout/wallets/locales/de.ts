import type { WalletWords } from './en.ts';

export const de: WalletWords = {
  heading: 'Mit einem Wallet bezahlen',
  payWith: (wallet) => `Mit ${wallet} bezahlen`,
  browserWallet: 'dem Wallet im Browser',
  openInApp: 'Diese Seite in Ihrer Wallet-App öffnen',
  orSend: 'Oder aus einem anderen Wallet senden',
  connect: 'Bestätigen Sie die Verbindung in Ihrem Wallet.',
  switchTo: (network) => `Bestätigen Sie in Ihrem Wallet den Wechsel zu ${network}.`,
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
};
