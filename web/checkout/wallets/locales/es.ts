import type { WalletWords } from './en.ts';

export const es: WalletWords = {
  heading: 'Pagar con un monedero',
  payWith: (wallet) => `Pagar con ${wallet}`,
  browserWallet: 'el monedero del navegador',
  openInApp: 'Abre esta página en la app de tu monedero',
  orSend: 'O envíalo desde cualquier otro monedero',
  connect: 'Aprueba la conexión en tu monedero.',
  switchTo: (network) => `Aprueba el cambio a ${network} en tu monedero.`,
  confirm: 'Confirma el pago en tu monedero.',
  rejected:
    'Has rechazado la solicitud en tu monedero y no se ha enviado nada. Inténtalo de nuevo cuando quieras.',
  locked:
    'Tu monedero está bloqueado o no comparte ninguna cuenta con esta página. Desbloquéalo e inténtalo de nuevo.',
  busy: 'Ya hay una solicitud pendiente en tu monedero. Ábrelo y respóndela allí.',
  otherChain: (network) => `Tu monedero está en otra red. Cámbialo a ${network} e inténtalo de nuevo.`,
  unknownChain: (network) =>
    `Tu monedero no conoce ${network}. Añade la red en él o paga desde otro monedero.`,
  tooLittle: (amount, network) =>
    `Tu monedero no tiene ${amount} en ${network}. Añade fondos o elige otra opción de pago.`,
  noGas: (token, network) =>
    `Tu monedero necesita algo de ${token} en ${network} para la comisión de la red. Añade un poco e inténtalo de nuevo.`,
  other: 'Tu monedero no ha podido enviar el pago. Inténtalo de nuevo o envíalo a la dirección de abajo.',
};
