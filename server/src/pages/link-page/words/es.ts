import type { LinkPageWords } from './words.ts';

export const es: LinkPageWords = {
  notFoundTitle: 'Enlace no encontrado',
  notFoundText:
    'No hay ningún enlace de pago en esta dirección. Revisa el enlace o pide uno nuevo a la tienda.',
  amount: (currency) => `Importe en ${currency}`,
  between: (least, most) => `De ${least} a ${most}.`,
  atLeast: (least) => `Mínimo ${least}.`,
  atMost: (most) => `Máximo ${most}.`,
  proceed: 'Continuar con el pago',
  inactive: (shop) => `Este enlace ya no acepta pagos. Pide uno nuevo a ${shop}.`,
  expired: (shop) => `Este enlace ha caducado. Pide uno nuevo a ${shop}.`,
  usedUp: (shop) => `Este enlace ya ha recibido todos los pagos posibles. Pide uno nuevo a ${shop}.`,
  malformed: 'Introduce un importe con dos decimales como máximo, por ejemplo 10,50.',
  tooSmall: 'Este importe es demasiado bajo.',
  tooLarge: 'Este importe es demasiado alto.',
  busy: 'Hay demasiados pagos abiertos con este enlace. Espera unos minutos e inténtalo de nuevo.',
};
