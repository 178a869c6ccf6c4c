import type { PageWords } from './words.ts';

export const fr: PageWords = {
  notFoundTitle: 'Facture introuvable',
  notFoundText:
    'Aucune facture ne se trouve à cette adresse. Vérifiez le lien ou demandez-en un nouveau à l’expéditeur.',
  tooManyTitle: 'Trop de requêtes',
  tooManyText:
    'Trop de requêtes sont venues de votre réseau. Attendez une minute, puis rechargez cette page.',
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
    `Cette facture était à payer avant le ${date} et ne peut plus être réglée. Demandez-en une nouvelle à ${shop}.`,
  unavailable: (shop) =>
    `Cette facture ne peut pas être payée pour le moment. Réessayez plus tard ou contactez ${shop}.`,
  payment: 'Paiement',
  viewReceipt: 'Voir le reçu',
  downloadPdf: 'Télécharger le PDF',
  print: 'Imprimer',
  language: 'Langue',
  changeLanguage: 'Changer de langue',
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
};
