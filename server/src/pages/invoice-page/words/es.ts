import type { PageWords } from './words.ts';

export const es: PageWords = {
  notFoundTitle: 'Factura no encontrada',
  notFoundText:
    'No hay ninguna factura en esta dirección. Revisa el enlace o pide uno nuevo a quien te la envió.',
  tooManyTitle: 'Demasiadas solicitudes',
  tooManyText:
    'Han llegado demasiadas solicitudes desde su red. Espere un minuto y vuelva a cargar esta página.',
  noPdfTitle: 'El PDF no está disponible en este momento',
  noPdfText: 'Espere un minuto e inténtelo de nuevo, o vuelva a la factura e imprímala.',
  title: (number) => `Factura ${number}`,
  status: {
    open: 'Pendiente',
    processing: 'En proceso',
    paid: 'Pagada',
    expired: 'Vencida',
    void: 'Anulada',
  },
  issued: 'Fecha de emisión',
  taxId: (id) => `NIF: ${id}`,
  description: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  amount: 'Importe',
  total: 'Total',
  payNow: 'Pagar ahora',
  oneMoment: 'Un momento…',
  viewPayment: 'Ver el pago',
  confirming: 'Tu pago se está confirmando. Esta página se actualiza sola.',
  voided: (shop) => `${shop} ha anulado esta factura. No hay nada que pagar.`,
  expired: (date, shop) => `Esta factura venció el ${date} y ya no se puede pagar. Pide una nueva a ${shop}.`,
  unavailable: (shop) =>
    `Esta factura no se puede pagar en este momento. Inténtalo más tarde o ponte en contacto con ${shop}.`,
  payment: 'Pago',
  viewReceipt: 'Ver el recibo',
  downloadPdf: 'Descargar PDF',
  print: 'Imprimir',
  language: 'Idioma',
  changeLanguage: 'Cambiar idioma',
  payOnline: (url) => `Pagar en línea: ${url}`,
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  error: {
    paid: 'Esta factura ya está pagada. No se te ha vuelto a cobrar.',
    closed: 'Esta factura ya no se puede pagar.',
    tooMany: 'Demasiados intentos. Espera un minuto y vuelve a intentarlo.',
    unreachable: 'No hemos podido conectar. Revisa tu conexión y vuelve a intentarlo.',
    other:
      'Algo ha fallado por nuestra parte. Vuelve a intentarlo en un momento: nunca se te cobra dos veces.',
  },
};
