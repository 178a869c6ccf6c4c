import type { WalletWords } from './en.ts';

export const ja: WalletWords = {
  heading: 'ウォレットで支払う',
  payWith: (wallet) => `${wallet}で支払う`,
  browserWallet: 'ブラウザのウォレット',
  openInApp: 'このページをウォレットアプリで開く',
  orSend: 'または別のウォレットから送金する',
  connect: 'ウォレットで接続を承認してください。',
  switchTo: (network) => `ウォレットで${network}への切り替えを承認してください。`,
  confirm: 'ウォレットでお支払いを確定してください。',
  rejected:
    'ウォレットでリクエストが拒否されたため、何も送金されていません。準備ができたらもう一度お試しください。',
  locked:
    'ウォレットがロックされているか、このページにアカウントが共有されていません。ロックを解除してもう一度お試しください。',
  busy: 'ウォレットに未回答のリクエストがあります。ウォレットを開いて回答してください。',
  otherChain: (network) =>
    `ウォレットが別のネットワークになっています。${network}に切り替えてもう一度お試しください。`,
  unknownChain: (network) =>
    `ウォレットが${network}に対応していません。ネットワークを追加するか、別のウォレットでお支払いください。`,
  tooLittle: (amount, network) =>
    `ウォレットの${network}の残高が${amount}に足りません。入金するか、別の支払い方法を選んでください。`,
  noGas: (token, network) =>
    `ネットワーク手数料のため、${network}の${token}が少し必要です。入金してもう一度お試しください。`,
  other: 'ウォレットから送金できませんでした。もう一度お試しいただくか、下のアドレスに送金してください。',
};
