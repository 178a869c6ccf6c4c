import type { LinkPageWords } from './words.ts';

export const ko: LinkPageWords = {
  notFoundTitle: '링크를 찾을 수 없습니다',
  notFoundText: '이 주소에는 결제 링크가 없습니다. 링크를 확인하거나 상점에 새 링크를 요청하세요.',
  amount: (currency) => `금액(${currency})`,
  between: (least, most) => `${least}부터 ${most}까지.`,
  atLeast: (least) => `${least} 이상.`,
  atMost: (most) => `${most} 이하.`,
  proceed: '결제 계속하기',
  inactive: (shop) => `이 링크는 더 이상 결제를 받지 않습니다. ${shop}에 새 링크를 요청하세요.`,
  expired: (shop) => `이 링크는 만료되었습니다. ${shop}에 새 링크를 요청하세요.`,
  usedUp: (shop) => `이 링크로 받을 수 있는 결제가 모두 완료되었습니다. ${shop}에 새 링크를 요청하세요.`,
  malformed: '소수점 이하 두 자리까지 금액을 입력하세요(예: 10.50).',
  tooSmall: '금액이 너무 적습니다.',
  tooLarge: '금액이 너무 큽니다.',
  busy: '이 링크에 완료되지 않은 결제가 너무 많습니다. 몇 분 후에 다시 시도하세요.',
};
