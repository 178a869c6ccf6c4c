import type { Locale } from '../../lib/locales.ts';

/** Each language's own name for itself. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
};

/** Text of the server-rendered pages. The checkout's own script has the rest. */
export interface Words {
  notFoundTitle: string;
  notFoundText: string;
  /** Shown if JavaScript is off. */
  noScript: string;
  /** Shown if a pending payment has no payment options. */
  unavailable: string;
  testMode: string;
  testModeNote: string;
}

export const words: Record<Locale, Words> = {
  en: {
    notFoundTitle: 'Payment not found',
    notFoundText: 'There is no payment at this link. Check the link, or ask the shop for a new one.',
    noScript: 'This page needs JavaScript to take a payment. Turn it on and reload the page.',
    unavailable: 'This shop cannot take payments right now. Please contact the shop.',
    testMode: 'Test mode',
    testModeNote: 'This is a test. No real money moves.',
  },
  es: {
    notFoundTitle: 'Pago no encontrado',
    notFoundText: 'No hay ningún pago en esta dirección. Revisa el enlace o pide uno nuevo a la tienda.',
    noScript: 'Esta página necesita JavaScript para pagar. Actívalo y vuelve a cargar la página.',
    unavailable: 'Esta tienda no puede aceptar pagos en este momento. Ponte en contacto con la tienda.',
    testMode: 'Modo de prueba',
    testModeNote: 'Esto es una prueba. No se mueve dinero real.',
  },
  fr: {
    notFoundTitle: 'Paiement introuvable',
    notFoundText:
      'Aucun paiement ne se trouve à cette adresse. Vérifiez le lien ou demandez-en un nouveau à la boutique.',
    noScript: 'Cette page a besoin de JavaScript pour le paiement. Activez-le, puis rechargez la page.',
    unavailable: 'Cette boutique ne peut pas accepter de paiements pour le moment. Contactez la boutique.',
    testMode: 'Mode test',
    testModeNote: 'Ceci est un test. Aucun argent réel n’est échangé.',
  },
  de: {
    notFoundTitle: 'Zahlung nicht gefunden',
    notFoundText:
      'Unter dieser Adresse gibt es keine Zahlung. Prüfen Sie den Link oder bitten Sie den Shop um einen neuen.',
    noScript: 'Zum Bezahlen braucht diese Seite JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
    unavailable: 'Dieser Shop kann zurzeit keine Zahlungen annehmen. Bitte wenden Sie sich an den Shop.',
    testMode: 'Testmodus',
    testModeNote: 'Dies ist ein Test. Es fließt kein echtes Geld.',
  },
  ja: {
    notFoundTitle: 'お支払いが見つかりません',
    notFoundText:
      'このアドレスにお支払いはありません。リンクを確認するか、ショップに新しいリンクを依頼してください。',
    noScript: 'お支払いには JavaScript が必要です。有効にしてからページを再読み込みしてください。',
    unavailable: 'このショップは現在お支払いを受け付けられません。ショップにお問い合わせください。',
    testMode: 'テストモード',
    testModeNote: 'これはテストです。実際のお金は動きません。',
  },
  ko: {
    notFoundTitle: '결제를 찾을 수 없습니다',
    notFoundText: '이 주소에는 결제가 없습니다. 링크를 확인하거나 상점에 새 링크를 요청하세요.',
    noScript: '결제하려면 JavaScript가 필요합니다. 켠 다음 페이지를 새로 고치세요.',
    unavailable: '이 상점은 지금 결제를 받을 수 없습니다. 상점에 문의하세요.',
    testMode: '테스트 모드',
    testModeNote: '테스트 결제입니다. 실제 돈은 이동하지 않습니다.',
  },
  zh: {
    notFoundTitle: '未找到付款',
    notFoundText: '此地址没有付款。请检查链接，或向商家索取新的链接。',
    noScript: '付款需要 JavaScript。请启用后重新加载页面。',
    unavailable: '该商家目前无法收款。请联系商家。',
    testMode: '测试模式',
    testModeNote: '这是一次测试，不涉及真实资金。',
  },
};
