import { beforePeriod } from '../../messages/email/writing/before-period.ts';
import type { PageWords } from './en.ts';

export const fr: PageWords = {
  shared: {
    language: 'Langue',
    changeLanguage: 'Changer de langue',
    tooManyTitle: 'Trop de requêtes',
    tooManyText:
      'Trop de requêtes sont venues de votre réseau. Attendez une minute, puis rechargez cette page.',
    testMode: 'Mode test',
    testModeNote: 'Ceci est un test. Aucun argent réel n’est échangé.',
    tryAgain: 'Réessayer',
  },
  problem: {
    forbiddenTitle: 'Vous ne pouvez pas ouvrir cette page',
    forbiddenText:
      'Cette adresse ne vous est pas destinée, ou vous n’êtes pas connecté avec un compte qui peut l’ouvrir.',
    brokenTitle: 'Une erreur s’est produite de notre côté',
    brokenText: 'Rien n’a été débité. Réessayez dans un instant.',
    requestId: (id: string) => `Numéro de la demande : ${id}`,
  },
  checkout: {
    notFoundTitle: 'Paiement introuvable',
    notFoundText:
      'Aucun paiement ne se trouve à cette adresse. Vérifiez le lien ou demandez-en un nouveau à la boutique.',
    noScript: 'Cette page a besoin de JavaScript pour le paiement. Activez-le, puis rechargez la page.',
    unavailable: 'Cette boutique ne peut pas accepter de paiements pour le moment. Contactez la boutique.',
  },
  invoice: {
    notFoundTitle: 'Facture introuvable',
    notFoundText:
      'Aucune facture ne se trouve à cette adresse. Vérifiez le lien ou demandez-en un nouveau à l’expéditeur.',
    noPdfTitle: 'Le PDF n’est pas disponible pour le moment',
    noPdfText: 'Attendez une minute et réessayez, ou revenez à la facture et imprimez-la.',
    title: (number) => `Facture ${number}`,
    status: {
      open: 'À payer',
      processing: 'En cours',
      paid: 'Payée',
      expired: 'Expirée',
      void: 'Annulée',
    },
    issued: 'Date d’émission',
    taxId: (id) => `N° fiscal : ${id}`,
    description: 'Description',
    quantity: 'Quantité',
    unitPrice: 'Prix unitaire',
    amount: 'Montant',
    total: 'Total',
    payNow: 'Payer maintenant',
    oneMoment: 'Un instant…',
    viewPayment: 'Voir le paiement',
    confirming: 'Votre paiement est en cours de confirmation. Cette page se met à jour toute seule.',
    voided: (shop) => `${shop} a annulé cette facture. Il n’y a rien à payer.`,
    expired: (date, shop) =>
      `Cette facture était à payer avant le ${date} et ne peut plus être réglée. Demandez-en une nouvelle à ${beforePeriod(shop)}.`,
    unavailable: (shop) =>
      `Cette facture ne peut pas être payée pour le moment. Réessayez plus tard ou contactez ${beforePeriod(shop)}.`,
    payment: 'Paiement',
    viewReceipt: 'Voir le reçu',
    downloadPdf: 'Télécharger le PDF',
    print: 'Imprimer',
    payOnline: (url) => `Payer en ligne : ${url}`,
    pageOf: (page, pages) => `Page ${page} sur ${pages}`,
    error: {
      paid: 'Cette facture est déjà payée. Vous n’avez pas été débité une seconde fois.',
      closed: 'Cette facture ne peut plus être payée.',
      tooMany: 'Trop de tentatives. Attendez une minute et réessayez.',
      unreachable: 'Nous sommes injoignables. Vérifiez votre connexion et réessayez.',
      other:
        'Un problème est survenu de notre côté. Réessayez dans un instant : vous n’êtes jamais débité deux fois.',
    },
  },
  receipt: {
    receipt: 'Reçu',
    number: 'Numéro de paiement',
    payer: 'Payé depuis',
    refund: 'Remboursement',
    onItsWay: 'En cours d’envoi',
    noPdfText: 'Patientez une minute et réessayez, ou revenez au paiement et imprimez la page.',
  },
  link: {
    notFoundTitle: 'Lien introuvable',
    notFoundText:
      'Aucun lien de paiement ne se trouve à cette adresse. Vérifiez le lien ou demandez-en un nouveau à la boutique.',
    amount: (currency) => `Montant en ${currency}`,
    between: (least, most) => `De ${least} à ${most}.`,
    atLeast: (least) => `Au moins ${least}.`,
    atMost: (most) => `Au plus ${most}.`,
    proceed: 'Continuer vers le paiement',
    inactive: (shop) =>
      `Ce lien n’accepte plus de paiements. Demandez-en un nouveau à ${beforePeriod(shop)}.`,
    expired: (shop) => `Ce lien a expiré. Demandez-en un nouveau à ${beforePeriod(shop)}.`,
    usedUp: (shop) =>
      `Ce lien a reçu tous les paiements possibles. Demandez-en un nouveau à ${beforePeriod(shop)}.`,
    malformed: 'Saisissez un montant avec deux décimales au plus, par exemple 10,50.',
    tooSmall: 'Ce montant est trop faible.',
    tooLarge: 'Ce montant est trop élevé.',
    busy: 'Trop de paiements sont encore ouverts avec ce lien. Attendez quelques minutes et réessayez.',
  },
  claim: {
    notFoundTitle: 'Ce lien ne fonctionne plus',
    notFoundText:
      'Le remboursement a peut-être déjà une adresse, ou le lien n’a pas été copié en entier. Demandez à la boutique si vous attendez encore un remboursement.',
    status: {
      waiting: 'Adresse requise',
      processing: 'En route',
      completed: 'Envoyé',
      failed: 'Non envoyé',
    },
    address: (network) => `L’adresse de votre portefeuille sur ${network}`,
    exchange: (token, network) =>
      `N’indiquez l’adresse d’une plateforme d’échange que si elle crédite ${token} sur ${network}.`,
    proceed: 'Continuer',
    useWallet: 'Utiliser mon portefeuille connecté',
    noWallet: 'Aucun portefeuille de ce navigateur n’a donné d’adresse. Copiez-la depuis votre portefeuille.',
    confirmTitle: 'Cette adresse est-elle correcte ?',
    confirmText:
      'Comparez-la avec votre portefeuille, du premier caractère au dernier. L’argent envoyé à une mauvaise adresse ne peut pas être récupéré.',
    confirm: 'Envoyer le remboursement à cette adresse',
    change: 'Changer d’adresse',
    until: (date) => `Sans adresse avant le ${date}, ce remboursement est annulé.`,
    processing:
      'L’argent est en cours d’envoi. Cela peut prendre quelques minutes. La page se met à jour d’elle-même.',
    completed: 'L’argent a été envoyé à votre adresse.',
    failed: (shop) => `Ce remboursement n’a pas été envoyé. Veuillez contacter ${beforePeriod(shop)}.`,
    viewTransaction: 'Voir la transaction',
    problem: {
      malformed: (network) => `Ce n’est pas une adresse sur ${network}. Copiez-la depuis votre portefeuille.`,
      typo: () => 'Cette adresse contient une faute de frappe. Copiez-la à nouveau.',
      zero: () => 'Cette adresse n’appartient à personne. L’argent qui y est envoyé est perdu.',
      contract: () =>
        'C’est le contrat d’un jeton, pas un portefeuille. L’argent qui y est envoyé est perdu.',
      ours: () => 'Cette adresse appartient au service de paiement. Indiquez celle de votre portefeuille.',
    },
  },
};
