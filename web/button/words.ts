import type { Locale } from '../../server/src/locales.ts';

interface Words {
  /** `{amount}` is replaced with the price. */
  pay: string;
  wait: string;
  /** While the checkout is open in a popup. */
  opened: string;
  confirming: string;
  paid: string;
  /** The payment failed or expired, or the service could not be reached. */
  failed: string;
  /** Errors that a retry cannot fix: an inactive or unknown button, a wrong key. */
  unavailable: string;
}

/** All languages are part of the script, which saves a request. */
export const words: Record<Locale, Words> = {
  en: {
    pay: 'Pay {amount}',
    wait: 'One moment…',
    opened: 'Continue in the payment window.',
    confirming: 'Confirming…',
    paid: '✓ Paid',
    failed: 'Something went wrong. Try again.',
    unavailable: 'Not available right now.',
  },
  es: {
    pay: 'Pagar {amount}',
    wait: 'Un momento…',
    opened: 'Continúa en la ventana de pago.',
    confirming: 'Confirmando…',
    paid: '✓ Pagado',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
    unavailable: 'No disponible en este momento.',
  },
  fr: {
    pay: 'Payer {amount}',
    wait: 'Un instant…',
    opened: 'Continuez dans la fenêtre de paiement.',
    confirming: 'Confirmation…',
    paid: '✓ Payé',
    failed: 'Cela n’a pas fonctionné. Réessayez.',
    unavailable: 'Indisponible pour le moment.',
  },
  de: {
    pay: '{amount} bezahlen',
    wait: 'Einen Moment …',
    opened: 'Weiter im Zahlungsfenster.',
    confirming: 'Wird bestätigt …',
    paid: '✓ Bezahlt',
    failed: 'Das hat nicht geklappt. Bitte noch einmal.',
    unavailable: 'Zurzeit nicht verfügbar.',
  },
  ja: {
    pay: '{amount}を支払う',
    wait: 'お待ちください…',
    opened: '支払い用のウィンドウで続けてください。',
    confirming: '確認中…',
    paid: '✓ 支払い済み',
    failed: '完了できませんでした。もう一度お試しください。',
    unavailable: '現在ご利用いただけません。',
  },
  ko: {
    pay: '{amount} 결제하기',
    wait: '잠시만 기다려 주세요…',
    opened: '결제 창에서 계속 진행해 주세요.',
    confirming: '확인 중…',
    paid: '✓ 결제 완료',
    failed: '완료되지 않았습니다. 다시 시도해 주세요.',
    unavailable: '지금은 이용할 수 없습니다.',
  },
  zh: {
    pay: '支付 {amount}',
    wait: '请稍候…',
    opened: '请在付款窗口中继续。',
    confirming: '确认中…',
    paid: '✓ 已付款',
    failed: '未能完成，请重试。',
    unavailable: '暂时无法购买。',
  },
};

export function isSpoken(language: unknown): language is Locale {
  return typeof language === 'string' && Object.hasOwn(words, language);
}
