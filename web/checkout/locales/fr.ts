import type { Messages } from './en.ts';

export const fr: Messages = {
  language: 'Langue',
  testMode: 'Mode test',
  testModeNote: 'Ceci est un test. Aucun argent réel n’est échangé.',
  payTitle: (merchant) => `Payer ${merchant}`,
  paymentTo: (merchant) => `Paiement à ${merchant}`,
  backTo: (merchant) => `Retour à ${merchant}`,
  cancel: 'Annuler le paiement',
  timeLeft: 'Temps restant',
  timeLeftAnnounced: (time) => `Il reste ${time} pour payer.`,
  timeIsUp: 'Le délai est écoulé. Nous vérifions si votre paiement est arrivé…',

  chooseHeading: 'Choisissez comment payer',
  network: 'Réseau',
  token: 'Payer avec',
  about: (time) => `Environ ${time}`,
  noWays:
    'Aucun moyen de paiement n’est disponible pour le moment. Retournez chez le marchand ou réessayez dans quelques minutes.',
  lockNote: 'Le prix est bloqué dès que vous continuez.',
  continueWith: (amount) => `Continuer avec ${amount}`,

  email: 'E-mail pour votre reçu',
  optional: 'facultatif',
  saving: 'Enregistrement…',
  saved: 'Enregistré',

  payHeading: 'Payez avec votre portefeuille de test',
  sendHeading: 'Envoyez votre paiement',
  youPay: 'Vous payez',
  on: (network) => `sur ${network}`,
  change: 'Modifier',
  lockedUntil: (time) => `Prix bloqué jusqu’à ${time}`,
  testWallet: 'Portefeuille de test',
  balance: 'Solde',
  pay: (amount) => `Payer ${amount}`,
  paying: 'Paiement en cours…',
  oneMoment: 'Un instant…',
  neverPaid: (time) => `Ce montant de test n’est jamais payé. Le paiement expire à ${time}.`,

  scan: 'Scannez ce code avec votre application de portefeuille ou copiez les informations.',
  qrLabel: 'QR code du paiement',
  openWallet: 'Ouvrir dans le portefeuille',
  sendExactly: 'Envoyez exactement',
  toAddress: 'À cette adresse',
  onlyThis: (token, network) =>
    `Envoyez uniquement des ${token} sur ${network}. Tout autre envoi à cette adresse peut être perdu.`,
  waiting: 'En attente de votre paiement. Cette page s’actualise d’elle-même.',
  copy: 'Copier',
  copied: 'Copié',

  processingHeading: 'Confirmation de votre paiement',
  processingNote: 'Vous pouvez fermer cette page. Votre paiement se poursuit.',
  stepSeen: 'Paiement détecté',
  stepConfirming: 'Confirmation sur le réseau',
  confirmations: (done, of) => `${done} confirmations sur ${of}`,
  stepDone: 'Terminé',
  transaction: 'Transaction',
  from: 'De',
  amount: 'Montant',

  completedHeading: 'Paiement effectué',
  completedNote: (amount, merchant) => `Vous avez payé ${amount} à ${merchant}`,
  youCanClose: 'Vous pouvez fermer cette page.',
  returning: (merchant, time) => `Retour à ${merchant} dans ${time}`,
  goNow: 'Y aller maintenant',
  stay: 'Rester sur cette page',
  viewInvoice: 'Voir la facture',
  backToInvoice: 'Retour à la facture',
  returningToInvoice: (time) => `Retour à la facture dans ${time}`,

  refundedHeading: 'Paiement remboursé',
  refundedNote: (merchant) =>
    `${merchant} a remboursé ce paiement sur le portefeuille avec lequel vous avez payé.`,
  partlyRefundedHeading: 'Paiement remboursé en partie',
  partlyRefundedNote: (merchant) =>
    `${merchant} a remboursé une partie de ce paiement sur le portefeuille avec lequel vous avez payé.`,
  refund: 'Remboursement',
  refundOnItsWay: 'En cours d’envoi',
  originalPayment: 'Paiement d’origine',
  date: 'Date',
  reason: 'Motif',
  to: 'À',

  failedHeading: 'Le paiement a échoué',
  failedOnChain: 'Le réseau a rejeté la transaction et le montant n’est pas arrivé. Vous pouvez réessayer.',
  failedOther: 'Le paiement n’a pas abouti. Vous pouvez réessayer.',
  tryAgain: 'Réessayer',
  alreadyRetried: 'Une nouvelle tentative a déjà été lancée.',
  openNewAttempt: 'Ouvrir la nouvelle tentative',

  expiredHeading: 'Ce paiement a expiré',
  expiredNote: (time) => `Il pouvait être réglé jusqu’à ${time}. Rien n’a été débité.`,
  expiredBack: (merchant) => `Retournez chez ${merchant} pour recommencer.`,
  expiredAsk: (merchant) => `Demandez à ${merchant} un nouveau lien de paiement.`,
  expiredInvoice: 'Revenez à la facture pour la payer.',
  expiredSent: (merchant) =>
    `Vous avez déjà envoyé de l’argent\u00a0? Contactez ${merchant} en indiquant la transaction.`,

  offline: 'Vous êtes hors ligne. Nous reprendrons dès votre retour.',
  reconnecting: 'Reconnexion… Votre paiement est en sécurité.',
  errorPaid:
    'Ce paiement a déjà été effectué, peut-être dans un autre onglet. Vous n’avez pas été débité deux fois.',
  errorOver: 'Ce paiement ne peut plus être réglé.',
  errorChoice: 'Ce moyen de paiement n’est plus disponible. Choisissez-en un autre.',
  errorRate: (time) => `Trop de tentatives. Réessayez dans ${time}.`,
  errorEmail: 'Saisissez une adresse e-mail comme nom@example.com.',
  errorUnreachable:
    'Connexion impossible. Vérifiez votre réseau et réessayez\u00a0: vous n’êtes jamais débité deux fois.',
  errorNotFound: 'Ce paiement n’existe plus. Retournez chez le marchand pour recommencer.',
  errorOther:
    'Un problème est survenu de notre côté. Réessayez dans un instant\u00a0: vous n’êtes jamais débité deux fois.',
};
