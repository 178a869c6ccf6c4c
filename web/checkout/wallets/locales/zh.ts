import type { WalletWords } from './en.ts';

export const zh: WalletWords = {
  heading: '使用钱包付款',
  payWith: (wallet) => `使用 ${wallet} 付款`,
  browserWallet: '浏览器钱包',
  openInApp: '在钱包应用中打开此页面',
  orSend: '或从其他钱包转账',
  connect: '请在钱包中批准连接。',
  switchTo: (network) => `请在钱包中批准切换到 ${network}。`,
  confirm: '请在钱包中确认付款。',
  rejected: '您在钱包中拒绝了请求，未转出任何款项。准备好后请重试。',
  locked: '钱包已锁定，或未与此页面共享账户。请解锁后重试。',
  busy: '钱包中已有一个待处理的请求。请打开钱包并处理。',
  otherChain: (network) => `钱包处于其他网络。请切换到 ${network} 后重试。`,
  unknownChain: (network) => `钱包不支持 ${network}。请在钱包中添加该网络，或使用其他钱包付款。`,
  tooLittle: (amount, network) => `钱包在 ${network} 上的余额不足 ${amount}。请充值或选择其他付款方式。`,
  noGas: (token, network) => `钱包需要少量 ${network} 上的 ${token} 作为网络手续费。请充值后重试。`,
  other: '钱包未能转出付款。请重试，或转账到下方地址。',
};
