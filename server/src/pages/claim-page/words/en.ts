import type { ClaimPageWords } from './words.ts';

export const en: ClaimPageWords = {
  notFoundTitle: 'This link no longer works',
  notFoundText:
    'The refund may have an address already, or the link was not copied in full. Ask the shop if you still expect a refund.',
  status: { waiting: 'Address needed', processing: 'On its way', completed: 'Sent', failed: 'Not sent' },
  address: (network) => `Your wallet address on ${network}`,
  exchange: (token, network) =>
    `Do not give an exchange’s address unless the exchange credits ${token} on ${network}.`,
  proceed: 'Continue',
  confirmTitle: 'Is this address right?',
  confirmText:
    'Compare it with your wallet, from the first character to the last. Money sent to a wrong address cannot be brought back.',
  confirm: 'Send the refund to this address',
  change: 'Change the address',
  until: (date) => `Without an address by ${date}, this refund is cancelled.`,
  processing: 'The money is being sent. This can take some minutes. The page updates by itself.',
  completed: 'The money was sent to your address.',
  failed: (shop) => `This refund was not sent. Please contact ${shop}.`,
  viewTransaction: 'View transaction',
  problem: {
    malformed: (network) => `This is not an address on ${network}. Copy it from your wallet.`,
    typo: () => 'This address contains a typo. Copy it again.',
    zero: () => 'Nobody owns this address. Money sent there is lost.',
    contract: () => 'This is the contract of a token, not a wallet. Money sent there is lost.',
    ours: () => 'This address belongs to the payment service. Give the address of your wallet.',
  },
};
