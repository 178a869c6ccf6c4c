import type { WalletWords } from './en.ts';

export const fr: WalletWords = {
  heading: 'Payer avec un portefeuille',
  payWith: (wallet) => `Payer avec ${wallet}`,
  browserWallet: 'le portefeuille du navigateur',
  openInApp: 'Ouvrez cette page dans l’application de votre portefeuille',
  orSend: 'Ou envoyez-le depuis un autre portefeuille',
  connect: 'Approuvez la connexion dans votre portefeuille.',
  switchTo: (network) => `Approuvez le passage à ${network} dans votre portefeuille.`,
  confirm: 'Confirmez le paiement dans votre portefeuille.',
  rejected:
    'Vous avez refusé la demande dans votre portefeuille : rien n’a été envoyé. Réessayez quand vous le souhaitez.',
  locked:
    'Votre portefeuille est verrouillé ou ne partage aucun compte avec cette page. Déverrouillez-le, puis réessayez.',
  busy: 'Une demande attend déjà dans votre portefeuille. Ouvrez-le et répondez-y.',
  otherChain: (network) => `Votre portefeuille est sur un autre réseau. Passez à ${network}, puis réessayez.`,
  unknownChain: (network) =>
    `Votre portefeuille ne connaît pas ${network}. Ajoutez-y ce réseau ou payez depuis un autre portefeuille.`,
  tooLittle: (amount, network) =>
    `Votre portefeuille n’a pas ${amount} sur ${network}. Ajoutez des fonds ou choisissez un autre moyen de paiement.`,
  noGas: (token, network) =>
    `Votre portefeuille a besoin d’un peu de ${token} sur ${network} pour les frais de réseau. Ajoutez-en, puis réessayez.`,
  other: 'Votre portefeuille n’a pas pu envoyer le paiement. Réessayez ou envoyez-le à l’adresse ci-dessous.',
};
