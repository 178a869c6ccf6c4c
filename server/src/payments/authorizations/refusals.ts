/** Why a signed payment is not taken. Nothing was sent. */
export interface Refusal {
  reason: RefusalReason;
  /** Says what to do next. */
  message: string;
}

const refusals = {
  NOT_PAYABLE: 'The payment does not wait for money any more. Nothing was sent.',
  NOT_OFFERED:
    'This payment cannot be paid by signature on this network now. Use one that is offered, or send a transaction.',
  WRONG_TOKEN: 'The signature is for another token than the one that is offered on this network.',
  WRONG_RECIPIENT: 'The signature pays another address than that of this payment. Sign what is offered here.',
  WRONG_AMOUNT: 'The signature is for another amount. Sign exactly what is asked for.',
  TOO_EARLY: 'The signature is not valid yet. Sign again with an earlier start.',
  ENDS_TOO_SOON: 'The signature ends before its transaction could be confirmed. Sign again with a later end.',
  MALFORMED: 'The signature cannot be read. Sign again.',
  UNEXPECTED_TRANSACTION:
    'The transaction is not exactly what was offered: compute limit, compute price, one transfer from your own token account, and the memo. Sign only that.',
  INVALID_SIGNATURE:
    'The signature is not that of the wallet, or is for another network. Sign again on the right network.',
  UNDEPLOYED_WALLET:
    'The wallet is a contract that is not deployed yet, so it cannot pay by signature. Make any transaction with it first, or send a transaction.',
  AUTHORIZATION_USED: 'This signature was used or cancelled before. Sign again.',
  INSUFFICIENT_FUNDS:
    'The wallet does not have enough USDC on this network, beside what it has signed for other payments. Add some, or use another wallet.',
  WOULD_FAIL:
    'The token refuses this payment: the wallet may be blocked, or may not accept the signature. Use another wallet.',
  TOO_MUCH_GAS: 'Gas for this wallet costs too much of the amount. Send a transaction instead.',
  ANOTHER_UNDER_WAY: 'Another signature for this payment is being sent. Wait for it.',
  TOO_MANY: 'Too many signatures were given for this payment. Send a transaction instead.',
  PAYER_FAILED:
    'A payment by signature of this wallet failed today after it was sent. Send a transaction instead.',
  ALREADY_SETTLED:
    'This payment was settled before, and is answered with success once. Ask for the resource again, and sign what is offered then.',
  NODE_UNAVAILABLE: 'The network cannot be reached now. Nothing was sent: try again.',
} as const;

export type RefusalReason = keyof typeof refusals;

export function refuse(reason: RefusalReason): Refusal {
  return { reason, message: refusals[reason] };
}
