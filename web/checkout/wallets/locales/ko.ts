import type { WalletWords } from './en.ts';

export const ko: WalletWords = {
  heading: '지갑으로 결제',
  payWith: (wallet) => `${wallet}(으)로 결제`,
  browserWallet: '브라우저 지갑',
  openInApp: '지갑 앱에서 이 페이지 열기',
  orSend: '또는 다른 지갑에서 보내기',
  connect: '지갑에서 연결을 승인하세요.',
  switchTo: (network) => `지갑에서 ${network}(으)로 전환을 승인하세요.`,
  confirm: '지갑에서 결제를 확인하세요.',
  rejected: '지갑에서 요청을 거절하여 아무것도 전송되지 않았습니다. 준비되면 다시 시도하세요.',
  locked: '지갑이 잠겨 있거나 이 페이지와 공유된 계정이 없습니다. 잠금을 해제하고 다시 시도하세요.',
  busy: '지갑에 대기 중인 요청이 있습니다. 지갑을 열어 응답하세요.',
  otherChain: (network) => `지갑이 다른 네트워크에 있습니다. ${network}(으)로 전환하고 다시 시도하세요.`,
  unknownChain: (network) =>
    `지갑이 ${network}을(를) 지원하지 않습니다. 지갑에 네트워크를 추가하거나 다른 지갑으로 결제하세요.`,
  tooLittle: (amount, network) =>
    `지갑의 ${network} 잔액이 ${amount}보다 적습니다. 충전하거나 다른 결제 방법을 선택하세요.`,
  noGas: (token, network) =>
    `네트워크 수수료로 ${network}의 ${token}이(가) 조금 필요합니다. 충전하고 다시 시도하세요.`,
  other: '지갑에서 결제를 보내지 못했습니다. 다시 시도하거나 아래 주소로 보내세요.',
};
