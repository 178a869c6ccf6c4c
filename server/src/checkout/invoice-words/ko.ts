import type { PageWords } from './words.ts';

export const ko: PageWords = {
  notFoundTitle: '청구서를 찾을 수 없습니다',
  notFoundText: '이 주소에는 청구서가 없습니다. 링크를 확인하거나 보낸 사람에게 새 링크를 요청하세요.',
  title: (number) => `청구서 ${number}`,
  status: { open: '미결제', processing: '처리 중', paid: '결제 완료', expired: '기한 만료', void: '무효' },
  issued: '발행일',
  description: '항목',
  quantity: '수량',
  unitPrice: '단가',
  amount: '금액',
  total: '합계',
  payNow: '지금 결제하기',
  oneMoment: '잠시만 기다려 주세요…',
  viewPayment: '결제 보기',
  confirming: '결제를 확인하고 있습니다. 이 페이지는 자동으로 업데이트됩니다.',
  voided: (shop) => `${shop}에서 이 청구서를 취소했습니다. 결제할 금액이 없습니다.`,
  expired: (date, shop) =>
    `이 청구서는 결제 기한(${date})이 지나 더 이상 결제할 수 없습니다. ${shop}에 새 청구서를 요청하세요.`,
  unavailable: (shop) =>
    `지금은 이 청구서를 결제할 수 없습니다. 나중에 다시 시도하거나 ${shop}에 문의하세요.`,
  payment: '결제',
  viewReceipt: '영수증 보기',
  downloadPdf: 'PDF 다운로드',
  print: '인쇄',
  language: '언어',
  changeLanguage: '언어 변경',
  payOnline: (url) => `온라인 결제: ${url}`,
  pageOf: (page, pages) => `${pages}페이지 중 ${page}페이지`,
  error: {
    paid: '이미 결제된 청구서입니다. 다시 청구되지 않았습니다.',
    closed: '이 청구서는 더 이상 결제할 수 없습니다.',
    tooMany: '시도 횟수가 너무 많습니다. 1분 뒤에 다시 시도하세요.',
    unreachable: '연결할 수 없습니다. 인터넷 연결을 확인하고 다시 시도하세요.',
    other: '문제가 발생했습니다. 잠시 후 다시 시도하세요. 두 번 청구되는 일은 없습니다.',
  },
};
