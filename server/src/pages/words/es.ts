import { beforePeriod } from '../../messages/email/writing/before-period.ts';
import type { PageWords } from './en.ts';

export const es: PageWords = {
  shared: {
    language: 'Idioma',
    changeLanguage: 'Cambiar idioma',
    tooManyTitle: 'Demasiadas solicitudes',
    tooManyText:
      'Han llegado demasiadas solicitudes desde tu red. Espera un minuto y vuelve a cargar esta página.',
    testMode: 'Modo de prueba',
    testModeNote: 'Esto es una prueba. No se mueve dinero real.',
    tryAgain: 'Intentarlo de nuevo',
  },
  problem: {
    forbiddenTitle: 'No puedes abrir esta página',
    forbiddenText: 'Esta dirección no es para ti, o no has iniciado sesión con una cuenta que pueda abrirla.',
    brokenTitle: 'Algo ha fallado por nuestra parte',
    brokenText: 'Esto no ha generado ningún cargo. Inténtalo de nuevo en un momento.',
    requestId: (id: string) => `Número de la solicitud: ${id}`,
  },
  checkout: {
    notFoundTitle: 'Pago no encontrado',
    notFoundText: 'No hay ningún pago en esta dirección. Revisa el enlace o pide uno nuevo a la tienda.',
    noScript: 'Esta página necesita JavaScript para pagar. Actívalo y vuelve a cargar la página.',
    unavailable: 'Esta tienda no puede aceptar pagos en este momento. Ponte en contacto con la tienda.',
  },
  invoice: {
    notFoundTitle: 'Factura no encontrada',
    notFoundText:
      'No hay ninguna factura en esta dirección. Revisa el enlace o pide uno nuevo a quien te la envió.',
    noPdfTitle: 'El PDF no está disponible en este momento',
    noPdfText: 'Espera un minuto e inténtalo de nuevo, o vuelve a la factura e imprímela.',
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
    expired: (date, shop) =>
      `Esta factura venció el ${date} y ya no se puede pagar. Pide una nueva a ${beforePeriod(shop)}.`,
    unavailable: (shop) =>
      `Esta factura no se puede pagar en este momento. Inténtalo más tarde o ponte en contacto con ${beforePeriod(shop)}.`,
    payment: 'Pago',
    viewReceipt: 'Ver el recibo',
    downloadPdf: 'Descargar PDF',
    print: 'Imprimir',
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
  },
  receipt: {
    receipt: 'Recibo',
    number: 'Número de pago',
    payer: 'Pagado desde',
    refund: 'Reembolso',
    onItsWay: 'En curso',
    noPdfText: 'Espera un minuto e inténtalo de nuevo, o vuelve al pago e imprime la página.',
  },
  link: {
    notFoundTitle: 'Enlace no encontrado',
    notFoundText:
      'No hay ningún enlace de pago en esta dirección. Revisa el enlace o pide uno nuevo a la tienda.',
    amount: (currency) => `Importe en ${currency}`,
    between: (least, most) => `De ${least} a ${most}.`,
    atLeast: (least) => `Mínimo ${least}.`,
    atMost: (most) => `Máximo ${most}.`,
    proceed: 'Continuar con el pago',
    inactive: (shop) => `Este enlace ya no acepta pagos. Pide uno nuevo a ${beforePeriod(shop)}.`,
    expired: (shop) => `Este enlace ha caducado. Pide uno nuevo a ${beforePeriod(shop)}.`,
    usedUp: (shop) =>
      `Este enlace ya ha recibido todos los pagos posibles. Pide uno nuevo a ${beforePeriod(shop)}.`,
    malformed: 'Introduce un importe con dos decimales como máximo, por ejemplo 10,50.',
    tooSmall: 'Este importe es demasiado bajo.',
    tooLarge: 'Este importe es demasiado alto.',
    busy: 'Hay demasiados pagos abiertos con este enlace. Espera unos minutos e inténtalo de nuevo.',
  },
  claim: {
    notFoundTitle: 'Este enlace ya no funciona',
    notFoundText:
      'Puede que el reembolso ya tenga una dirección o que el enlace no se copiara entero. Pregunta a la tienda si aún esperas un reembolso.',
    status: {
      waiting: 'Falta la dirección',
      processing: 'En camino',
      completed: 'Enviado',
      failed: 'No enviado',
    },
    address: (network) => `La dirección de tu monedero en ${network}`,
    exchange: (token, network) =>
      `No indiques la dirección de un exchange salvo que abone ${token} en ${network}.`,
    proceed: 'Continuar',
    useWallet: 'Usar mi monedero conectado',
    noWallet: 'Ningún monedero de este navegador ha dado una dirección. Cópiala desde tu monedero.',
    confirmTitle: '¿Es correcta esta dirección?',
    confirmText:
      'Compárala con tu monedero, desde el primer carácter hasta el último. El dinero enviado a una dirección equivocada no se puede recuperar.',
    confirm: 'Enviar el reembolso a esta dirección',
    change: 'Cambiar la dirección',
    until: (date) => `Sin una dirección antes del ${date}, este reembolso se cancela.`,
    processing: 'El dinero se está enviando. Puede tardar unos minutos. La página se actualiza sola.',
    completed: 'El dinero se envió a tu dirección.',
    failed: (shop) => `Este reembolso no se envió. Ponte en contacto con ${beforePeriod(shop)}.`,
    viewTransaction: 'Ver la transacción',
    problem: {
      malformed: (network) => `Esta no es una dirección en ${network}. Cópiala de tu monedero.`,
      typo: () => 'Esta dirección contiene un error. Cópiala otra vez.',
      zero: () => 'Esta dirección no es de nadie. El dinero enviado allí se pierde.',
      contract: () => 'Es el contrato de un token, no un monedero. El dinero enviado allí se pierde.',
      ours: () => 'Esta dirección es del servicio de pagos. Indica la dirección de tu monedero.',
    },
  },
};
