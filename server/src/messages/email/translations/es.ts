import { beforePeriod } from '../writing/before-period.ts';
import type { Words } from './en.ts';

export const es: Words = {
  sender: (shop, service) => `${shop} a través de ${service}`,
  test: {
    subject: (subject) => `[Prueba] ${subject}`,
    title: 'Modo de prueba',
    text: 'Este mensaje es una prueba. No se debe nada y no se ha movido dinero.',
  },
  footer: (shop, service) => `Enviado por ${service} en nombre de ${beforePeriod(shop)}.`,
  questions: {
    reply: (shop, email) => `¿Tienes preguntas? Responde a este correo o escribe a ${shop}: ${email}.`,
    pageOrReply: (shop, email, page) =>
      `¿Tienes preguntas? Visita ${page}, responde a este correo o escribe a ${shop}: ${email}.`,
    page: (shop, page) => `¿Tienes preguntas? Ponte en contacto con ${shop}: ${page}.`,
    noReply: (shop) => `¿Tienes preguntas? Ponte en contacto con ${beforePeriod(shop)}.`,
  },
  fact: {
    invoiceNumber: 'Número de factura',
    billedTo: 'Facturado a',
    from: 'De',
    dueDate: 'Fecha de vencimiento',
    paidAt: 'Fecha de pago',
    paidWith: 'Pagado con',
    network: 'Red',
    transaction: 'Transacción',
    refundNumber: 'Número de reembolso',
    payment: 'Pago de',
    reference: 'Referencia',
    originalAmount: 'Pago original',
    refundedAt: 'Fecha de reembolso',
    sentAs: 'Enviado como',
    sentTo: 'Enviado a',
  },
  items: 'Conceptos',
  each: (quantity, price) => `${quantity} × ${price}`,
  moreItems: (count) =>
    count === 1 ? 'y 1 concepto más en la factura' : `y ${count} conceptos más en la factura`,
  subtotal: 'Subtotal',
  tax: (percent) => `Impuestos (${percent})`,
  memo: 'Nota',
  reason: 'Motivo',
  linkHint: 'Si el botón no funciona, abre esta dirección:',
  invoice: {
    subject: (number, shop) => `Factura ${number} de ${shop}`,
    title: (shop) => `Factura de ${shop}`,
    due: (date) => `Vence el ${date}`,
    preview: (amount, date) => `${amount}, vence el ${date}`,
    action: 'Ver y pagar la factura',
    total: 'Importe a pagar',
  },
  receipt: {
    subject: (number, shop) => `Recibo de la factura ${number} de ${shop}`,
    title: (shop) => `Recibo de ${shop}`,
    paid: (date) => `Pagado el ${date}`,
    preview: (amount, shop) => `Tu pago de ${amount} a ${shop} se ha recibido.`,
    action: 'Ver la factura',
    total: 'Importe pagado',
  },
  paymentReceipt: {
    subject: (amount, shop) => `Recibo de tu pago de ${amount} a ${shop}`,
    action: 'Ver el pago',
  },
  refund: {
    subject: (amount, shop) => `Tu reembolso de ${amount} de ${shop}`,
    title: (shop) => `Reembolso de ${shop}`,
    full: (date) => `Reembolsado por completo el ${date}`,
    partial: (total, date) => `Parte de tu pago de ${total}, reembolsada el ${date}`,
    preview: (token, network) => `Se han enviado ${token} a tu monedero en ${network}.`,
  },
  refundClaim: {
    subject: (amount, shop) => `¿Adónde debe enviar ${shop} tu reembolso de ${amount}?`,
    preview: (network) => `Indica la dirección de un monedero en ${network} para recuperar tu dinero.`,
    caption: (token, network) =>
      `Para enviarte ${token} necesitamos la dirección de un monedero en ${network}.`,
    refused: (address) => `La dirección ${address} no aceptó el dinero. Indica otra, por favor.`,
    until: (date) =>
      `Responde antes del ${date}. Quien tenga este enlace decide adónde va el dinero, así que no lo compartas.`,
    action: 'Indicar una dirección',
    toSend: 'Por enviar',
  },
  member: {
    account: 'Cuenta',
    role: 'Rol',
    roles: {
      owner: 'Propietario',
      developer: 'Desarrollador',
      finance: 'Finanzas',
      approver: 'Aprobación',
      viewer: 'Lectura',
    },
    invitedBy: 'Invitación de',
    until: (moment) => `El enlace funciona una sola vez, hasta el ${moment}.`,
    reset: {
      subject: (shop) => `Restablece tu contraseña de ${shop}`,
      preview: 'Elige una contraseña nueva para el panel.',
      title: 'Restablece tu contraseña',
      action: 'Elegir una contraseña nueva',
      unasked: 'Si no lo has solicitado, no hagas nada: tu contraseña no cambia.',
    },
    verification: {
      subject: 'Confirma tu dirección de correo electrónico',
      preview: 'Abre el enlace para confirmar que esta es tu dirección.',
      title: 'Confirma tu dirección de correo',
      action: 'Confirmar dirección de correo',
      unasked:
        'Si no te has registrado, puedes ignorar este correo. Nadie puede escribir a otras personas en tu nombre.',
    },
    invitation: {
      subject: (shop) => `Invitación a ${shop}`,
      preview: (shop) => `Únete al panel de ${beforePeriod(shop)}.`,
      title: 'Has recibido una invitación',
      action: 'Aceptar la invitación',
      unasked:
        'Si no sabes por qué has recibido este mensaje, no hagas nada: no se crea ninguna cuenta sin ti.',
    },
  },
  security: {
    address: {
      subject: (shop) => `Sale dinero de ${shop} a una dirección nueva`,
      title: 'El dinero va a una dirección nueva',
      caption: 'Alguien indicó a dónde enviar dinero: a una dirección que no es la del pagador.',
    },
    claim_link: {
      subject: (shop) => `Se creó un enlace de reembolso en ${shop}`,
      title: 'Se creó un enlace de reembolso',
      caption: 'Quien tenga el enlace decide a dónde va este dinero.',
    },
    key: {
      subject: (shop) => `Una clave API de ${shop} puede enviar dinero a cualquier dirección`,
      title: 'Una clave API puede indicar direcciones',
      caption:
        'A partir de ahora, esta clave puede enviar reembolsos y dinero no aplicado a cualquier dirección.',
    },
    live_key: {
      subject: (shop) => `Se creó una clave API real de ${shop}`,
      title: 'Se creó una clave API real',
      caption: 'Quien tenga esta clave puede usar la API real con los permisos que tiene la clave.',
    },
    member_invited: {
      subject: (shop) => `Se invitó a alguien a ${shop}`,
      title: 'Se invitó a un miembro',
      caption: 'Cuando acepte la invitación, esta persona podrá actuar en tu nombre con este rol.',
    },
    member_role: {
      subject: (shop) => `Se cambió un rol en ${shop}`,
      title: 'Se cambió el rol de un miembro',
      caption: 'Desde ahora este miembro puede hacer lo que permite el nuevo rol.',
    },
    member_removed: {
      subject: (shop) => `Se eliminó a un miembro de ${shop}`,
      title: 'Se eliminó a un miembro',
      caption: 'Este miembro ya no puede iniciar sesión.',
    },
    owner_restored: {
      subject: (shop) => `Un propietario eliminado de ${shop} ha vuelto`,
      title: 'Un propietario deshizo la eliminación',
      caption:
        'Vuelve a ser propietario y nadie puede eliminarlo durante un día. Se retiraron los monederos de transferencia reales que aún no estaban en vigor, y ninguna clave de API puede ya indicar direcciones.',
    },
    approver_restored: {
      subject: (shop) => `Un aprobador eliminado de ${shop} ha vuelto`,
      title: 'Un aprobador deshizo la eliminación',
      caption:
        'Podrá aprobar de nuevo dentro de un día, puede rechazar ya y nadie puede eliminarlo durante un día.',
    },
    wallet: {
      subject: (shop) => `Cambia el monedero de transferencias de ${shop}`,
      title: 'Se definió un monedero de transferencias',
      caption:
        'Las transferencias van a este monedero desde el momento indicado abajo. Hasta entonces, cualquier propietario puede retirar el cambio en el panel.',
    },
    second_factor_on: {
      subject: (shop) => `Se activó la autenticación de dos factores en ${shop}`,
      title: 'La autenticación de dos factores está activada',
      caption: 'Desde ahora este miembro inicia sesión con un segundo factor.',
    },
    second_factor_off: {
      subject: (shop) => `Se desactivó la autenticación de dos factores en ${shop}`,
      title: 'La autenticación de dos factores está desactivada',
      caption: 'Desde ahora este miembro inicia sesión sin segundo factor.',
    },
    approval_asked: {
      subject: (shop) => `Se necesita tu aprobación en ${shop}`,
      title: 'Un miembro pide aprobación',
      caption:
        'Otro miembro quiere enviar dinero a un destino nuevo. Revísalo en el panel y apruébalo o recházalo.',
    },
    rules_asked: {
      subject: (shop) => `Las reglas de aprobación de ${shop} van a relajarse`,
      title: 'Las reglas de aprobación van a relajarse',
      caption:
        'Alguien quiere que menos cosas necesiten a un segundo miembro. Si nadie lo rechaza en el panel, ocurrirá en el momento indicado abajo.',
    },
    members_asked: {
      subject: (shop) => `Otra persona podrá aprobar en ${shop}`,
      title: 'Se pidió un nuevo aprobador',
      caption:
        'Alguien quiere que otra persona pueda aprobar el envío de tu dinero. Si nadie lo rechaza en el panel, ocurrirá en el momento indicado abajo.',
    },
    decideBy: 'Decidir antes de',
    passkey_added: {
      subject: (shop) => `Se añadió una llave de acceso en ${shop}`,
      title: 'Se añadió una llave de acceso',
      caption: 'Desde ahora un miembro puede iniciar sesión y confirmar cambios con esta llave de acceso.',
    },
    passkey_removed: {
      subject: (shop) => `Se eliminó una llave de acceso en ${shop}`,
      title: 'Se eliminó una llave de acceso',
      caption: 'Un miembro ya no puede iniciar sesión con esta llave de acceso.',
    },
    passkey: 'Llave de acceso',
    activeFrom: 'Entra en vigor',
    undo: 'Deshacer',
    doneBy: 'Hecho por',
    doneAt: 'Fecha',
    apiKey: 'Clave API',
    closing:
      'Si no sabes nada de esto, revoca de inmediato la clave o quita al miembro en el panel, y cambia tu contraseña. Todos los propietarios reciben este correo.',
  },
  notice: {
    payment: {
      subject: (amount, shop) => `Pago de ${amount} recibido en ${shop}`,
      title: 'Pago recibido',
      preview: (token, network) => `Pagado con ${token} en ${network}.`,
    },
    payout: {
      subject: (amount, shop) => `Transferencia de ${amount} enviada desde ${shop}`,
      title: 'Transferencia enviada',
      preview: (token, network) => `${token} en ${network} se envió a tu monedero de cobro.`,
    },
    refundWaiting: {
      subject: (amount, shop) => `Un reembolso de ${amount} espera saldo en ${shop}`,
      title: 'Un reembolso espera saldo',
      caption: (missing) => `Faltan ${missing} para enviarlo.`,
      closing: (date) =>
        `Se envía en cuanto haya saldo suficiente; si no, falla el ${date}. Recarga el saldo o cancela el reembolso en el panel.`,
    },
    missing: 'Falta',
    viewRefund: 'Ver reembolso',
    failing: {
      subject: (host) => `Tu endpoint de webhooks en ${host} está fallando`,
      title: 'Endpoint de webhooks con fallos',
      caption: (since) => `Ninguna entrega se ha completado desde ${since}.`,
      closing: 'Las entregas fallidas se reintentan. Un endpoint que falla durante cinco días se desactiva.',
    },
    disabled: {
      subject: (host) => `Tu endpoint de webhooks en ${host} fue desactivado`,
      title: 'Endpoint de webhooks desactivado',
      caption: (since) => `Todas las entregas han fallado desde ${since}.`,
      closing:
        'Los eventos nuevos ya no se entregan; puedes leerlos con GET /events. Actívalo de nuevo en el panel cuando tu receptor funcione: entonces se envían las entregas pendientes.',
    },
    digest: {
      payment_received: (count, date) => `${count} pagos más recibidos el ${date}`,
      payout_sent: (count, date) => `${count} transferencias más enviadas el ${date}`,
      refund_waiting: (count, date) => `${count} reembolsos más esperaron saldo el ${date}`,
      endpoint_failing: (count, date) => `${count} avisos más de endpoints con fallos el ${date}`,
    },
    digestClosing: 'Después de los diez primeros del día enviamos un resumen en lugar de correos separados.',
    total: 'Total',
    customer: 'Cliente',
    worth: 'Valor',
    sentAt: 'Fecha de envío',
    endpoint: 'Endpoint',
    lastError: 'Último error',
    viewPayment: 'Ver pago',
    viewPayout: 'Ver transferencia',
    viewEndpoint: 'Ver endpoint',
    openDashboard: 'Abrir el panel',
    why: (shop) =>
      `Recibes este correo porque eres miembro de ${beforePeriod(shop)}. Elige lo que recibes en el panel, en Settings.`,
    unsubscribe: {
      link: 'Cancelar la suscripción a estos correos',
      title: 'Cancelar la suscripción',
      text: {
        payment_received: '¿Dejar de recibir correos sobre pagos recibidos?',
        payout_sent: '¿Dejar de recibir correos sobre transferencias enviadas?',
        refund_waiting: '¿Dejar de recibir correos sobre reembolsos que esperan saldo?',
        endpoint_failing: '¿Dejar de recibir correos sobre endpoints con fallos?',
      },
      button: 'Cancelar la suscripción',
      doneTitle: 'Suscripción cancelada',
      doneText: 'Puedes volver a activar estos correos en el panel, en Settings.',
      invalidTitle: 'Este enlace no funciona',
      invalidText: 'Desactiva los correos en el panel, en Settings.',
    },
  },
};
