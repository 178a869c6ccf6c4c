import type { Locale } from '../../server/src/lib/locales.ts';

/**
 * A tuple, because names would be repeated in each language. `{amount}` is replaced with the price. `opened` is shown
 * while the checkout is open in a popup; `failed` when the payment failed or expired, or the service could not be
 * reached; `unavailable` for errors that a retry cannot fix: an inactive or unknown button, a wrong key.
 */
type Words = [
  pay: string,
  wait: string,
  opened: string,
  confirming: string,
  paid: string,
  failed: string,
  unavailable: string,
];

/** All languages are part of the script, which saves a request. */
export const words: Record<Locale, Words> = {
  en: [
    'Pay {amount}',
    'One moment…',
    'Continue in the payment window.',
    'Confirming…',
    'Paid',
    'Something went wrong. Try again.',
    'Not available right now.',
  ],
  es: [
    'Pagar {amount}',
    'Un momento…',
    'Continúa en la ventana de pago.',
    'Confirmando…',
    'Pagado',
    'No ha funcionado. Inténtalo de nuevo.',
    'No disponible en este momento.',
  ],
  fr: [
    'Payer {amount}',
    'Un instant…',
    'Continuez dans la fenêtre de paiement.',
    'Confirmation…',
    'Payé',
    'Cela n’a pas fonctionné. Réessayez.',
    'Indisponible pour le moment.',
  ],
  de: [
    '{amount} bezahlen',
    'Einen Moment …',
    'Weiter im Zahlungsfenster.',
    'Wird bestätigt …',
    'Bezahlt',
    'Das hat nicht geklappt. Bitte noch einmal.',
    'Zurzeit nicht verfügbar.',
  ],
  ja: [
    '{amount}を支払う',
    'お待ちください…',
    '支払い用のウィンドウで続けてください。',
    '確認中…',
    '支払い済み',
    '完了できませんでした。もう一度お試しください。',
    '現在ご利用いただけません。',
  ],
  ko: [
    '{amount} 결제하기',
    '잠시만 기다려 주세요…',
    '결제 창에서 계속 진행해 주세요.',
    '확인 중…',
    '결제 완료',
    '완료되지 않았습니다. 다시 시도해 주세요.',
    '지금은 이용할 수 없습니다.',
  ],
  zh: [
    '支付 {amount}',
    '请稍候…',
    '请在付款窗口中继续。',
    '确认中…',
    '已付款',
    '未能完成，请重试。',
    '暂时无法购买。',
  ],
};

export function isSpoken(language: unknown): language is Locale {
  return typeof language === 'string' && Object.hasOwn(words, language);
}
