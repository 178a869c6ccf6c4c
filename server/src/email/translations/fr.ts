import type { Words } from './words.ts';

export const fr: Words = {
  sender: (shop, service) => `${shop} via ${service}`,
  test: {
    subject: (subject) => `[Test] ${subject}`,
    title: 'Mode test',
    text: 'Ce message est un test. Rien n’est dû et aucun argent n’a été transféré.',
  },
  footer: (shop, service) => `Envoyé par ${service} pour le compte de ${shop}.`,
  questions: {
    reply: (shop, email) => `Des questions ? Répondez à cet e-mail ou écrivez à ${shop} : ${email}.`,
    noReply: (shop) => `Des questions ? Veuillez contacter ${shop}.`,
  },
  fact: {
    invoiceNumber: 'Numéro de facture',
    billedTo: 'Facturé à',
    from: 'De',
    dueDate: 'Date d’échéance',
    paidAt: 'Date de paiement',
    paidWith: 'Payé avec',
    network: 'Réseau',
    transaction: 'Transaction',
    refundNumber: 'Numéro de remboursement',
    payment: 'Paiement pour',
    reference: 'Référence',
    originalAmount: 'Paiement d’origine',
    refundedAt: 'Date de remboursement',
    sentAs: 'Envoyé en',
    sentTo: 'Envoyé à',
  },
  items: 'Articles',
  each: (quantity, price) => `${quantity} × ${price}`,
  moreItems: (count) =>
    count === 1 ? 'et 1 autre article sur la facture' : `et ${count} autres articles sur la facture`,
  subtotal: 'Sous-total',
  tax: (percent) => `Taxe (${percent})`,
  memo: 'Note',
  reason: 'Motif',
  linkHint: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  invoice: {
    subject: (number, shop) => `Facture ${number} de ${shop}`,
    title: (shop) => `Facture de ${shop}`,
    due: (date) => `À payer au plus tard le ${date}`,
    preview: (amount, date) => `${amount}, à payer au plus tard le ${date}`,
    action: 'Voir et payer la facture',
    total: 'Montant dû',
  },
  receipt: {
    subject: (number, shop) => `Reçu de la facture ${number} de ${shop}`,
    title: (shop) => `Reçu de ${shop}`,
    paid: (date) => `Payé le ${date}`,
    preview: (amount, shop) => `Votre paiement de ${amount} à ${shop} a bien été reçu.`,
    action: 'Voir la facture',
    total: 'Montant payé',
  },
  paymentReceipt: {
    subject: (amount, shop) => `Reçu de votre paiement de ${amount} à ${shop}`,
    action: 'Voir le paiement',
  },
  refund: {
    subject: (amount, shop) => `Votre remboursement de ${amount} par ${shop}`,
    title: (shop) => `Remboursement de ${shop}`,
    full: (date) => `Remboursé intégralement le ${date}`,
    partial: (total, date) => `Partie de votre paiement de ${total}, remboursée le ${date}`,
    preview: (token, network) => `${token} ont été envoyés à votre portefeuille sur ${network}.`,
  },
  refundClaim: {
    subject: (amount, shop) => `Où ${shop} doit-il envoyer votre remboursement de ${amount} ?`,
    preview: (network) => `Indiquez une adresse de portefeuille sur ${network} pour récupérer votre argent.`,
    caption: (token, network) =>
      `Pour vous envoyer ${token}, nous avons besoin d’une adresse de portefeuille sur ${network}.`,
    refused: (address) => `L’adresse ${address} n’a pas accepté l’argent. Veuillez en indiquer une autre.`,
    until: (date) =>
      `Répondez avant le ${date}. Toute personne qui a ce lien décide où va l’argent : ne le transmettez pas.`,
    action: 'Indiquer une adresse',
    toSend: 'À envoyer',
  },
  member: {
    account: 'Compte',
    role: 'Rôle',
    roles: { owner: 'Propriétaire', developer: 'Développeur', finance: 'Finances', viewer: 'Lecture seule' },
    invitedBy: 'Invitation de',
    until: (moment) => `Le lien fonctionne une seule fois, jusqu’au ${moment}.`,
    reset: {
      subject: (shop) => `Réinitialisez votre mot de passe pour ${shop}`,
      preview: 'Choisissez un nouveau mot de passe pour le tableau de bord.',
      title: 'Réinitialisez votre mot de passe',
      action: 'Choisir un nouveau mot de passe',
      unasked: 'Si vous n’avez rien demandé, ne faites rien : votre mot de passe ne change pas.',
    },
    verification: {
      subject: 'Confirmez votre adresse e-mail',
      preview: 'Ouvrez le lien pour confirmer qu’il s’agit de votre adresse.',
      title: 'Confirmez votre adresse e-mail',
      action: 'Confirmer l’adresse e-mail',
      unasked:
        'Si vous ne vous êtes pas inscrit, vous pouvez ignorer cet e-mail. Personne ne peut écrire à d’autres en votre nom.',
    },
    invitation: {
      subject: (shop) => `Invitation à rejoindre ${shop}`,
      preview: (shop) => `Rejoignez le tableau de bord de ${shop}.`,
      title: 'Vous avez reçu une invitation',
      action: 'Accepter l’invitation',
      unasked:
        'Si vous ne savez pas pourquoi vous recevez ce message, ne faites rien : aucun compte n’est créé sans vous.',
    },
  },
};
