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
    'Aucun moyen de paiement n’est disponible pour le moment. Retournez à la boutique ou réessayez dans quelques minutes.',
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
  scanElsewhere: 'Vous payez depuis un autre appareil ? Scannez ce code.',
  qrLabel: 'QR code du paiement',
  openWallet: 'Ouvrir dans le portefeuille',
  sendExactly: 'Envoyez exactement',
  toAddress: 'À cette adresse',
  onlyThis: (token, network) =>
    `Envoyez uniquement des ${token} sur ${network}. Tout autre envoi à cette adresse peut être perdu.`,
  waiting: 'En attente de votre paiement. Cette page s’actualise d’elle-même.',
  copy: 'Copier',
  copied: 'Copié',

  scanRequest:
    'Ce code contient le montant. Certains portefeuilles le lisent mal : vérifiez le jeton et le montant avant de confirmer.',
  codeRequest: 'Code avec le montant',
  codeAddress: 'Code avec l’adresse seule',
  sentHeading: 'Paiement envoyé',
  sentNote: 'En attente du réseau. Cette page se met à jour toute seule, et vous pouvez la fermer.',
  signedHeading: 'Paiement signé',
  signedNote:
    'Nous l’envoyons au réseau pour vous. Cette page se met à jour toute seule, et vous pouvez la fermer.',
  sendAgain: 'Pas envoyé finalement ? Revoir comment payer',
  received: 'Reçu jusqu’ici',
  receivedSoFar: (received, total, rest) => `${received} sur ${total} reçus, reste ${rest}`,
  sendRest: (time) => `Envoyez le reste à la même adresse. Temps restant : ${time}.`,
  priceOver: 'Le prix n’est plus valable.',
  priceUpdating: 'Mise à jour du prix…',
  priceRenew: 'Obtenir le prix actuel',
  priceChanged: (amount) => `Le prix a été mis à jour. Vous payez maintenant ${amount}.`,
  unapplied: 'Argent qui ne compte pas pour ce paiement',
  anotherToken: 'Un autre jeton',
  unappliedMore: (amount) => `Vous avez envoyé ${amount} de plus que demandé.`,
  unappliedLess: (amount) => `${amount} : reçu, mais c’est moins que demandé.`,
  unappliedLate: (amount) => `${amount} : reçu après l’échéance.`,
  unappliedHeld: (amount) => `${amount} : reçu, encore en cours de vérification.`,
  unappliedAgain: (amount, network) => `${amount} : reçu sur ${network} sans que ce soit nécessaire.`,
  unappliedWrong: (amount, network, token) =>
    `${amount} : reçu sur ${network}. Ce paiement attend ${token}, donc cela ne compte pas.`,
  unappliedElsewhere: (amount, network) =>
    `${amount} : reçu sur ${network}. Les montants de moyens différents ne s’additionnent pas : pour y envoyer le reste, choisissez de nouveau ce moyen.`,
  unappliedAsk: (merchant) => `Rien n’est perdu. Contactez ${merchant}, qui peut vous le renvoyer.`,
  unappliedReturned: 'Il vous a été renvoyé.',

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
  paymentNumber: 'Numéro de paiement',
  printReceipt: 'Imprimer le reçu',
  receiptPdf: 'Télécharger le PDF',
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
  questions: 'Des questions ? Contactez la boutique :',
  alreadyRetried: 'Une nouvelle tentative a déjà été lancée.',
  openNewAttempt: 'Ouvrir la nouvelle tentative',

  expiredHeading: 'Ce paiement a expiré',
  expiredAt: (time) => `Il pouvait être réglé jusqu’à ${time}.`,
  nothingCharged: 'Rien n’a été débité.',
  cancelledHeading: 'Ce paiement a été annulé',
  cancelledNote: (merchant, time) => `${merchant} l’a annulé à ${time}.`,
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
  errorEmailFixed: 'Cette adresse ne peut pas être modifiée ici. Demandez à la boutique de la modifier.',
  errorUnreachable:
    'Connexion impossible. Vérifiez votre réseau et réessayez\u00a0: vous n’êtes jamais débité deux fois.',
  errorNotFound: 'Ce paiement n’existe plus. Retournez à la boutique pour recommencer.',
  errorOther:
    'Un problème est survenu de notre côté. Réessayez dans un instant\u00a0: vous n’êtes jamais débité deux fois.',

  wallet: {
    heading: 'Payer avec un portefeuille',
    payWith: (wallet) => `Payer avec ${wallet}`,
    browserWallet: 'le portefeuille du navigateur',
    openInApp: 'Ouvrez cette page dans l’application de votre portefeuille',
    orSend: 'Ou envoyez-le depuis un autre portefeuille',
    connect: 'Approuvez la connexion dans votre portefeuille.',
    switchTo: (network) => `Approuvez le passage à ${network} dans votre portefeuille.`,
    noGasNeeded: 'Aucun frais de réseau.',
    signOnly: 'Signez une fois dans votre portefeuille, nous payons les frais.',
    sign: 'Signez le paiement dans votre portefeuille. Cela ne coûte aucun frais de réseau.',
    signatureEnded:
      'La signature a expiré avant l’envoi du paiement : rien n’a été envoyé. Vérifiez l’horloge de cet appareil et signez à nouveau.',
    signatureFailed:
      'Le paiement signé n’a pas pu être exécuté : rien n’a été envoyé. Réessayez, ou envoyez-le à l’adresse ci-dessous.',
    confirm: 'Confirmez le paiement dans votre portefeuille.',
    rejected:
      'Vous avez refusé la demande dans votre portefeuille : rien n’a été envoyé. Réessayez quand vous le souhaitez.',
    locked:
      'Votre portefeuille est verrouillé ou ne partage aucun compte avec cette page. Déverrouillez-le, puis réessayez.',
    busy: 'Une demande attend déjà dans votre portefeuille. Ouvrez-le et répondez-y.',
    otherChain: (network) =>
      `Votre portefeuille est sur un autre réseau. Passez à ${network}, puis réessayez.`,
    unknownChain: (network) =>
      `Votre portefeuille ne connaît pas ${network}. Ajoutez-y ce réseau ou payez depuis un autre portefeuille.`,
    tooLittle: (amount, network) =>
      `Votre portefeuille n’a pas ${amount} sur ${network}. Ajoutez des fonds ou choisissez un autre moyen de paiement.`,
    noGas: (token, network) =>
      `Votre portefeuille a besoin d’un peu de ${token} sur ${network} pour les frais de réseau. Ajoutez-en, puis réessayez.`,
    other:
      'Votre portefeuille n’a pas pu envoyer le paiement. Réessayez ou envoyez-le à l’adresse ci-dessous.',
  },
};
