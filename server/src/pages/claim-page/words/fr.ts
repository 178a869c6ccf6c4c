import type { ClaimPageWords } from './words.ts';

export const fr: ClaimPageWords = {
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
  confirmTitle: 'Cette adresse est-elle correcte ?',
  confirmText:
    'Comparez-la avec votre portefeuille, du premier caractère au dernier. L’argent envoyé à une mauvaise adresse ne peut pas être récupéré.',
  confirm: 'Envoyer le remboursement à cette adresse',
  change: 'Changer d’adresse',
  until: (date) => `Sans adresse avant le ${date}, ce remboursement est annulé.`,
  processing:
    'L’argent est en cours d’envoi. Cela peut prendre quelques minutes. La page se met à jour d’elle-même.',
  completed: 'L’argent a été envoyé à votre adresse.',
  failed: (shop) => `Ce remboursement n’a pas été envoyé. Veuillez contacter ${shop}.`,
  viewTransaction: 'Voir la transaction',
  problem: {
    malformed: (network) => `Ce n’est pas une adresse sur ${network}. Copiez-la depuis votre portefeuille.`,
    typo: () => 'Cette adresse contient une faute de frappe. Copiez-la à nouveau.',
    zero: () => 'Cette adresse n’appartient à personne. L’argent qui y est envoyé est perdu.',
    contract: () => 'C’est le contrat d’un jeton, pas un portefeuille. L’argent qui y est envoyé est perdu.',
    ours: () => 'Cette adresse appartient au service de paiement. Indiquez celle de votre portefeuille.',
  },
};
