import { beforePeriod } from '../writing/before-period.ts';
import type { Words } from './en.ts';

export const fr: Words = {
  sender: (shop, service) => `${shop} via ${service}`,
  test: {
    subject: (subject) => `[Test] ${subject}`,
    title: 'Mode test',
    text: 'Ce message est un test. Rien n’est dû et aucun argent n’a été transféré.',
  },
  footer: (shop, service) => `Envoyé par ${service} pour le compte de ${beforePeriod(shop)}.`,
  questions: {
    reply: (shop, email) => `Des questions ? Répondez à cet e-mail ou écrivez à ${shop} : ${email}.`,
    pageOrReply: (shop, email, page) =>
      `Des questions ? Consultez ${page}, répondez à cet e-mail ou écrivez à ${shop} : ${email}.`,
    page: (shop, page) => `Des questions ? Contactez ${shop} : ${page}.`,
    noReply: (shop) => `Des questions ? Veuillez contacter ${beforePeriod(shop)}.`,
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
    roles: {
      owner: 'Propriétaire',
      developer: 'Développeur',
      finance: 'Finances',
      approver: 'Approbation',
      viewer: 'Lecture seule',
    },
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
      preview: (shop) => `Rejoignez le tableau de bord de ${beforePeriod(shop)}.`,
      title: 'Vous avez reçu une invitation',
      action: 'Accepter l’invitation',
      unasked:
        'Si vous ne savez pas pourquoi vous recevez ce message, ne faites rien : aucun compte n’est créé sans vous.',
    },
  },
  security: {
    address: {
      subject: (shop) => `De l’argent quitte ${shop} vers une nouvelle adresse`,
      title: 'De l’argent part vers une nouvelle adresse',
      caption: 'Quelqu’un a indiqué où envoyer de l’argent : à une adresse qui n’est pas celle du payeur.',
    },
    claim_link: {
      subject: (shop) => `Un lien de remboursement a été créé chez ${shop}`,
      title: 'Un lien de remboursement a été créé',
      caption: 'Quiconque possède le lien décide où va cet argent.',
    },
    key: {
      subject: (shop) => `Une clé API de ${shop} peut envoyer de l’argent à n’importe quelle adresse`,
      title: 'Une clé API peut indiquer des adresses',
      caption:
        'Désormais, cette clé peut envoyer des remboursements et de l’argent non affecté à n’importe quelle adresse.',
    },
    live_key: {
      subject: (shop) => `Une clé API réelle de ${shop} a été créée`,
      title: 'Une clé API réelle a été créée',
      caption: 'Quiconque possède cette clé peut utiliser l’API réelle avec ses droits.',
    },
    member_invited: {
      subject: (shop) => `Une personne a été invitée chez ${shop}`,
      title: 'Un membre a été invité',
      caption: 'Dès que l’invitation est acceptée, cette personne peut agir pour vous avec ce rôle.',
    },
    member_role: {
      subject: (shop) => `Un rôle chez ${shop} a été modifié`,
      title: 'Le rôle d’un membre a été modifié',
      caption: 'Désormais, ce membre peut faire ce que permet le nouveau rôle.',
    },
    member_removed: {
      subject: (shop) => `Un membre de ${shop} a été retiré`,
      title: 'Un membre a été retiré',
      caption: 'Ce membre ne peut plus se connecter.',
    },
    owner_restored: {
      subject: (shop) => `Un propriétaire retiré de ${shop} est de retour`,
      title: 'Un propriétaire a annulé son retrait',
      caption:
        'Il est de nouveau propriétaire et ne peut pas être retiré pendant un jour. Les portefeuilles de versement réels qui n’étaient pas encore actifs ont été annulés, et plus aucune clé d’API ne peut indiquer d’adresse.',
    },
    approver_restored: {
      subject: (shop) => `Un approbateur retiré de ${shop} est de retour`,
      title: 'Un approbateur a annulé son retrait',
      caption:
        'Il pourra de nouveau approuver dans un jour, peut refuser dès maintenant et ne peut pas être retiré pendant un jour.',
    },
    wallet: {
      subject: (shop) => `Le portefeuille de versement de ${shop} change`,
      title: 'Un portefeuille de versement a été défini',
      caption:
        'Les versements vont vers ce portefeuille à partir du moment ci-dessous. D’ici là, tout propriétaire peut annuler le changement dans le tableau de bord.',
    },
    second_factor_on: {
      subject: (shop) => `Authentification à deux facteurs activée chez ${shop}`,
      title: 'L’authentification à deux facteurs est activée',
      caption: 'Ce membre se connecte désormais avec un second facteur.',
    },
    second_factor_off: {
      subject: (shop) => `Authentification à deux facteurs désactivée chez ${shop}`,
      title: 'L’authentification à deux facteurs est désactivée',
      caption: 'Ce membre se connecte désormais sans second facteur.',
    },
    approval_asked: {
      subject: (shop) => `Votre approbation est requise chez ${shop}`,
      title: 'Un membre demande une approbation',
      caption:
        'Un autre membre veut envoyer de l’argent vers une nouvelle destination. Examinez la demande dans le tableau de bord, puis approuvez-la ou refusez-la.',
    },
    rules_asked: {
      subject: (shop) => `Les règles d’approbation de ${shop} vont être assouplies`,
      title: 'Les règles d’approbation vont être assouplies',
      caption:
        'Quelqu’un veut que moins d’actions exigent un second membre. Si personne ne refuse dans le tableau de bord, cela aura lieu au moment indiqué ci-dessous.',
    },
    members_asked: {
      subject: (shop) => `Une autre personne va pouvoir approuver chez ${shop}`,
      title: 'Un nouvel approbateur a été demandé',
      caption:
        'Quelqu’un veut qu’une autre personne puisse approuver l’envoi de votre argent. Si personne ne refuse dans le tableau de bord, cela aura lieu au moment indiqué ci-dessous.',
    },
    decideBy: 'Décider avant le',
    passkey_added: {
      subject: (shop) => `Clé d’accès ajoutée chez ${shop}`,
      title: 'Une clé d’accès a été ajoutée',
      caption: 'Un membre peut désormais se connecter et confirmer des modifications avec cette clé d’accès.',
    },
    passkey_removed: {
      subject: (shop) => `Clé d’accès supprimée chez ${shop}`,
      title: 'Une clé d’accès a été supprimée',
      caption: 'Un membre ne peut plus se connecter avec cette clé d’accès.',
    },
    passkey: 'Clé d’accès',
    activeFrom: 'Prend effet',
    undo: 'Annuler cela',
    doneBy: 'Fait par',
    doneAt: 'Date',
    apiKey: 'Clé API',
    closing:
      'Si vous n’êtes pas au courant, révoquez tout de suite la clé ou retirez le membre dans le tableau de bord, et changez votre mot de passe. Tous les propriétaires reçoivent cet e-mail.',
  },
  notice: {
    payment: {
      subject: (amount, shop) => `Paiement de ${amount} reçu chez ${shop}`,
      title: 'Paiement reçu',
      preview: (token, network) => `Payé en ${token} sur ${network}.`,
    },
    payout: {
      subject: (amount, shop) => `Versement de ${amount} envoyé depuis ${shop}`,
      title: 'Versement envoyé',
      preview: (token, network) => `${token} sur ${network} envoyés à votre portefeuille de versement.`,
    },
    refundWaiting: {
      subject: (amount, shop) => `Un remboursement de ${amount} attend votre solde chez ${shop}`,
      title: 'Un remboursement attend votre solde',
      caption: (missing) => `Il manque ${missing} pour l’envoyer.`,
      closing: (date) =>
        `Il est envoyé dès que votre solde suffit, sinon il échoue le ${date}. Rechargez votre solde ou annulez le remboursement dans le tableau de bord.`,
    },
    missing: 'Manquant',
    viewRefund: 'Voir le remboursement',
    failing: {
      subject: (host) => `Votre endpoint de webhooks sur ${host} est en échec`,
      title: 'Endpoint de webhooks en échec',
      caption: (since) => `Aucun envoi n’a réussi depuis le ${since}.`,
      closing: 'Les envois échoués sont retentés. Un endpoint en échec pendant cinq jours est désactivé.',
    },
    disabled: {
      subject: (host) => `Votre endpoint de webhooks sur ${host} a été désactivé`,
      title: 'Endpoint de webhooks désactivé',
      caption: (since) => `Tous les envois ont échoué depuis le ${since}.`,
      closing:
        'Les nouveaux événements ne lui sont plus envoyés ; vous pouvez les lire avec GET /events. Réactivez-le dans le tableau de bord quand votre récepteur fonctionne : les envois en attente partent alors.',
    },
    digest: {
      payment_received: (count, date) => `${count} autres paiements reçus le ${date}`,
      payout_sent: (count, date) => `${count} autres versements envoyés le ${date}`,
      refund_waiting: (count, date) => `${count} autres remboursements ont attendu votre solde le ${date}`,
      endpoint_failing: (count, date) => `${count} autres alertes d’endpoints en échec le ${date}`,
    },
    digestClosing: 'Après les dix premiers de la journée, nous envoyons un résumé au lieu d’e-mails séparés.',
    total: 'Total',
    customer: 'Client',
    worth: 'Valeur',
    sentAt: 'Date d’envoi',
    endpoint: 'Endpoint',
    lastError: 'Dernière erreur',
    viewPayment: 'Voir le paiement',
    viewPayout: 'Voir le versement',
    viewEndpoint: 'Voir l’endpoint',
    openDashboard: 'Ouvrir le tableau de bord',
    why: (shop) =>
      `Vous recevez cet e-mail parce que vous êtes membre de ${beforePeriod(shop)}. Choisissez ce que vous recevez dans le tableau de bord, sous Settings.`,
    unsubscribe: {
      link: 'Se désabonner de ces e-mails',
      title: 'Se désabonner',
      text: {
        payment_received: 'Ne plus recevoir d’e-mails sur les paiements reçus ?',
        payout_sent: 'Ne plus recevoir d’e-mails sur les versements envoyés ?',
        refund_waiting: 'Ne plus recevoir d’e-mails sur les remboursements qui attendent votre solde ?',
        endpoint_failing: 'Ne plus recevoir d’e-mails sur les endpoints en échec ?',
      },
      button: 'Se désabonner',
      doneTitle: 'Vous êtes désabonné',
      doneText: 'Vous pouvez réactiver ces e-mails dans le tableau de bord, sous Settings.',
      invalidTitle: 'Ce lien ne fonctionne pas',
      invalidText: 'Désactivez les e-mails dans le tableau de bord, sous Settings.',
    },
  },
};
