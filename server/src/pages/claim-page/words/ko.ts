import type { ClaimPageWords } from './words.ts';

export const ko: ClaimPageWords = {
  notFoundTitle: '더 이상 사용할 수 없는 링크입니다',
  notFoundText:
    '이미 환불 주소가 정해졌거나 링크가 전부 복사되지 않았을 수 있습니다. 아직 환불을 기다리고 있다면 상점에 문의하세요.',
  status: { waiting: '주소 필요', processing: '보내는 중', completed: '보냄', failed: '보내지 못함' },
  address: (network) => `${network} 지갑 주소`,
  exchange: (token, network) =>
    `거래소 주소는 그 거래소가 ${network}의 ${token} 입금을 지원하는 경우에만 입력하세요.`,
  proceed: '계속',
  confirmTitle: '이 주소가 맞나요?',
  confirmText: '첫 글자부터 마지막 글자까지 지갑과 비교하세요. 잘못된 주소로 보낸 돈은 되찾을 수 없습니다.',
  confirm: '이 주소로 환불 보내기',
  change: '주소 변경',
  until: (date) => `${date}까지 주소를 입력하지 않으면 이 환불은 취소됩니다.`,
  processing: '돈을 보내고 있습니다. 몇 분 걸릴 수 있습니다. 이 페이지는 자동으로 업데이트됩니다.',
  completed: '입력한 주소로 돈을 보냈습니다.',
  failed: (shop) => `이 환불은 보내지 못했습니다. ${shop}에 문의하세요.`,
  viewTransaction: '거래 보기',
  problem: {
    malformed: (network) => `${network} 주소가 아닙니다. 지갑에서 복사하세요.`,
    typo: () => '주소에 오타가 있습니다. 다시 복사하세요.',
    zero: () => '주인이 없는 주소입니다. 이곳으로 보낸 돈은 잃게 됩니다.',
    contract: () => '지갑이 아니라 토큰의 컨트랙트입니다. 이곳으로 보낸 돈은 잃게 됩니다.',
    ours: () => '결제 서비스의 주소입니다. 본인 지갑의 주소를 입력하세요.',
  },
};
