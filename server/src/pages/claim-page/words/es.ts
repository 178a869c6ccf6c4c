import type { ClaimPageWords } from './words.ts';

export const es: ClaimPageWords = {
  notFoundTitle: 'Este enlace ya no funciona',
  notFoundText:
    'Puede que el reembolso ya tenga una dirección o que el enlace no se copiara entero. Pregunta a la tienda si aún esperas un reembolso.',
  status: {
    waiting: 'Falta la dirección',
    processing: 'En camino',
    completed: 'Enviado',
    failed: 'No enviado',
  },
  address: (network) => `Tu dirección de wallet en ${network}`,
  exchange: (token, network) =>
    `No indiques la dirección de un exchange salvo que abone ${token} en ${network}.`,
  proceed: 'Continuar',
  confirmTitle: '¿Es correcta esta dirección?',
  confirmText:
    'Compárala con tu wallet, desde el primer carácter hasta el último. El dinero enviado a una dirección equivocada no se puede recuperar.',
  confirm: 'Enviar el reembolso a esta dirección',
  change: 'Cambiar la dirección',
  until: (date) => `Sin una dirección antes del ${date}, este reembolso se cancela.`,
  processing: 'El dinero se está enviando. Puede tardar unos minutos. La página se actualiza sola.',
  completed: 'El dinero se envió a tu dirección.',
  failed: (shop) => `Este reembolso no se envió. Ponte en contacto con ${shop}.`,
  viewTransaction: 'Ver la transacción',
  problem: {
    malformed: (network) => `Esta no es una dirección en ${network}. Cópiala de tu wallet.`,
    typo: () => 'Esta dirección contiene un error. Cópiala otra vez.',
    zero: () => 'Esta dirección no es de nadie. El dinero enviado allí se pierde.',
    contract: () => 'Es el contrato de un token, no una wallet. El dinero enviado allí se pierde.',
    ours: () => 'Esta dirección es del servicio de pagos. Indica la dirección de tu wallet.',
  },
};
