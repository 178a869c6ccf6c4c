/** Texts of the wallet panel, loaded with it. The type check requires the same keys in every other language. */
export const en = {
  heading: 'Pay with a wallet',
  payWith: (wallet: string) => `Pay with ${wallet}`,
  browserWallet: 'your browser wallet',
  openInApp: 'Open this page in your wallet app',
  orSend: 'Or send it from any other wallet',
  connect: 'Approve the connection in your wallet.',
  switchTo: (network: string) => `Approve the change to ${network} in your wallet.`,
  confirm: 'Confirm the payment in your wallet.',
  rejected: 'You declined the request in your wallet, so nothing was sent. Try again when you are ready.',
  locked: 'Your wallet is locked, or it shares no account with this page. Unlock it and try again.',
  busy: 'A request is already waiting in your wallet. Open the wallet and answer it there.',
  otherChain: (network: string) =>
    `Your wallet is on another network. Switch it to ${network} and try again.`,
  unknownChain: (network: string) =>
    `Your wallet does not know ${network}. Add the network there, or pay from another wallet.`,
  tooLittle: (amount: string, network: string) =>
    `Your wallet does not have ${amount} on ${network}. Add funds, or choose another payment option.`,
  noGas: (token: string, network: string) =>
    `Your wallet needs some ${token} on ${network} for the network fee. Add some and try again.`,
  other: 'Your wallet could not send the payment. Try again, or send it to the address below.',
};

export type WalletWords = typeof en;
