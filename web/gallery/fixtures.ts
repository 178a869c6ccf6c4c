import type { CheckoutRefund, CheckoutState, CheckoutUnapplied } from '../checkout/checkout-state.ts';
import {
  address,
  chosen,
  completed,
  minutesFromNow,
  options,
  pendingState,
  processing,
  transaction,
} from '../checkout-preview/sample.ts';

/** Every state of a checkout, for the gallery and for tests without a server. */

const failed: CheckoutState = {
  ...processing,
  status: 'failed',
  is_over: true,
  transaction: { ...transaction, confirmations: 3 },
  failure: { reason: 'TRANSACTION_FAILED', message: 'The transaction was rejected by the network.' },
};
const live: CheckoutState = {
  ...pendingState,
  environment: 'live',
  chosen: {
    ...chosen,
    payment_uri: `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${address}&uint256=49990000`,
    test_wallet: null,
    wallet: {
      family: 'evm',
      chain_id: '0x2105',
      contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      units: '0x2fac930',
      transaction: { to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', value: '0x0', data: '0x' },
      add_chain: null,
    },
  },
};

const liveChosen = live.chosen ?? chosen;
const unapplied: CheckoutUnapplied = {
  reason: 'overpaid',
  chain: 'base',
  chain_name: 'Base',
  symbol: 'USDC',
  token_amount: '2.500000',
  tx_hash: transaction.tx_hash ?? null,
  tx_url: 'https://basescan.org/tx/0x48b0',
  returned: false,
};

const refund: CheckoutRefund = {
  status: 'completed',
  amount: '49.99',
  chain: 'base',
  chain_name: 'Base',
  token: 'USDC',
  symbol: 'USDC',
  token_amount: '49.990000',
  reason: 'One notebook was out of stock.',
  refunded_to: '0x2ba42d29e3a3de9c344f052c283439ed57566bb7',
  refunded_to_url: 'https://basescan.org/address/0x2ba4',
  tx_hash: '0x9c1b44f2f5d34f15cf1ab5b8ad45b07a1d9a2b0e23a2e9be58b6c9b7d2f6a310',
  tx_url: '/simulated/base/tx/0x9c1b',
  at: minutesFromNow(-2),
};

export const fixtures: Record<string, CheckoutState> = {
  choose: pendingState,
  'choose-one-way': { ...pendingState, options: options.filter(({ chain }) => chain === 'solana') },
  'choose-live': { ...live, chosen: null },
  'choose-plain': {
    ...pendingState,
    amount: '100000.00',
    currency: 'CAD',
    description: null,
    customer_email: null,
    cancel_url: null,
    merchant: {
      name: 'Österreichische Donaudampfschifffahrtsgesellschaft mbH',
      logo_url: null,
      accent_url: null,
    },
  },
  'choose-nothing': { ...pendingState, options: [] },
  'almost-over': { ...pendingState, expires_at: minutesFromNow(0.7) },
  'pay-test': { ...pendingState, chosen },
  'pay-never': { ...pendingState, amount: '4.04', chosen },
  'pay-live': live,
  'pay-live-part': {
    ...live,
    chosen: { ...liveChosen, received_amount: '40.000000', remaining_amount: '9.990000' },
  },
  'pay-live-sent': {
    ...live,
    chosen: {
      ...liveChosen,
      sent: { tx_hash: transaction.tx_hash ?? '', tx_url: 'https://basescan.org/tx/0x48b0' },
    },
  },
  'pay-live-price-over': { ...live, chosen: { ...liveChosen, quote_expires_at: minutesFromNow(-1) } },
  'pay-live-wrong-token': {
    ...live,
    unapplied: [
      { ...unapplied, reason: 'wrong_token', symbol: 'ETH', token_amount: '0.002000' },
      { ...unapplied, reason: 'wrong_token', symbol: null, token_amount: null, tx_hash: null, tx_url: null },
      { ...unapplied, reason: 'elsewhere', chain: 'polygon', chain_name: 'Polygon' },
    ],
  },
  seen: processing,
  confirming: { ...processing, transaction: { ...transaction, confirmations: 7 } },
  completed,
  'completed-redirect': { ...completed, redirect_url: 'https://shop.example/thanks?payment_id=pay_01' },
  'completed-more': { ...completed, environment: 'live', unapplied: [unapplied] },
  'completed-invoice': { ...completed, invoice_url: 'https://pay.example/invoices/inv_01' },
  failed,
  'failed-retried': { ...failed, retry_url: 'https://pay.example/checkout/pay_02' },
  expired: { ...pendingState, status: 'expired', is_over: true, options: [], expires_at: minutesFromNow(-5) },
  'expired-early': { ...pendingState, status: 'expired', is_over: true, options: [] },
  'expired-unsure': { ...live, status: 'expired', options: [], expires_at: minutesFromNow(-5) },
  cancelled: {
    ...pendingState,
    status: 'expired',
    is_over: true,
    options: [],
    cancelled_at: minutesFromNow(-2),
  },
  'expired-less': {
    ...live,
    status: 'expired',
    is_over: true,
    options: [],
    expires_at: minutesFromNow(-5),
    unapplied: [
      { ...unapplied, reason: 'underpaid', token_amount: '40.000000' },
      { ...unapplied, reason: 'late', token_amount: '9.990000', returned: true },
    ],
  },
  'expired-no-way-back': {
    ...pendingState,
    status: 'expired',
    is_over: true,
    options: [],
    cancel_url: null,
    expires_at: minutesFromNow(-5),
  },
  refunded: { ...completed, status: 'refunded', is_over: true, refunds: [refund] },
  'partially-refunded': {
    ...completed,
    status: 'partially_refunded',
    is_over: true,
    refunds: [
      { ...refund, amount: '10.00', token_amount: '10.000000' },
      {
        ...refund,
        status: 'processing',
        amount: '5.00',
        token_amount: '5.000000',
        reason: null,
        tx_hash: null,
        tx_url: null,
      },
    ],
  },
};
