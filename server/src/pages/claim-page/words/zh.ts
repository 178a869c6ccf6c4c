import type { ClaimPageWords } from './words.ts';

export const zh: ClaimPageWords = {
  notFoundTitle: '此链接已失效',
  notFoundText: '退款可能已有收款地址，或链接未复制完整。如果您仍在等待退款，请联系商家。',
  status: { waiting: '需要地址', processing: '发送中', completed: '已发送', failed: '未发送' },
  address: (network) => `您在 ${network} 上的钱包地址`,
  exchange: (token, network) => `除非交易所支持 ${network} 上的 ${token} 入账，否则请勿填写交易所的地址。`,
  proceed: '继续',
  confirmTitle: '此地址是否正确？',
  confirmText: '请与您的钱包从第一个字符到最后一个字符逐一核对。发送到错误地址的款项无法追回。',
  confirm: '将退款发送到此地址',
  change: '更改地址',
  until: (date) => `如果在 ${date} 之前未提供地址，此退款将被取消。`,
  processing: '款项正在发送，可能需要几分钟。本页面会自动更新。',
  completed: '款项已发送到您的地址。',
  failed: (shop) => `此退款未能发送。请联系 ${shop}。`,
  viewTransaction: '查看交易',
  problem: {
    malformed: (network) => `这不是 ${network} 上的地址。请从您的钱包复制。`,
    typo: () => '此地址有误。请重新复制。',
    zero: () => '此地址不属于任何人，发送到此处的款项将丢失。',
    contract: () => '这是代币合约，不是钱包，发送到此处的款项将丢失。',
    ours: () => '此地址属于支付服务。请填写您钱包的地址。',
  },
};
