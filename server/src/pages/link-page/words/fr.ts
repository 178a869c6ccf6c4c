import type { LinkPageWords } from './words.ts';

export const fr: LinkPageWords = {
  notFoundTitle: 'Lien introuvable',
  notFoundText:
    'Aucun lien de paiement ne se trouve à cette adresse. Vérifiez le lien ou demandez-en un nouveau à la boutique.',
  amount: (currency) => `Montant en ${currency}`,
  between: (least, most) => `De ${least} à ${most}.`,
  atLeast: (least) => `Au moins ${least}.`,
  atMost: (most) => `Au plus ${most}.`,
  proceed: 'Continuer vers le paiement',
  inactive: (shop) => `Ce lien n’accepte plus de paiements. Demandez-en un nouveau à ${shop}.`,
  expired: (shop) => `Ce lien a expiré. Demandez-en un nouveau à ${shop}.`,
  usedUp: (shop) => `Ce lien a reçu tous les paiements possibles. Demandez-en un nouveau à ${shop}.`,
  malformed: 'Saisissez un montant avec deux décimales au plus, par exemple 10,50.',
  tooSmall: 'Ce montant est trop faible.',
  tooLarge: 'Ce montant est trop élevé.',
  busy: 'Trop de paiements sont encore ouverts avec ce lien. Attendez quelques minutes et réessayez.',
};
