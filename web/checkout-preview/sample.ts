import type {
  CheckoutOption,
  CheckoutState,
  CheckoutTransaction,
  Choice,
  ChosenOption,
} from '../checkout/checkout-state.ts';

/** A payment and its main states, for previews, the gallery and tests without a server. */

const option = (
  chain: Choice['chain'],
  chain_name: string,
  typical_seconds: number,
  native: [Choice['token'], string],
  ...stablecoins: Choice['token'][]
): CheckoutOption => ({
  chain,
  chain_name,
  typical_seconds,
  tokens: [
    { token: native[0], symbol: native[0], token_amount: native[1] },
    ...stablecoins.map((token) => ({ token, symbol: token, token_amount: '49.990000' })),
  ],
});

export const options: CheckoutOption[] = [
  option('ethereum', 'Ethereum', 180, ['ETH', '0.016664'], 'USDC', 'USDT', 'DAI'),
  option('polygon', 'Polygon', 135, ['MATIC', '99.980000'], 'USDC', 'USDT'),
  option('arbitrum', 'Arbitrum', 15, ['ETH', '0.016664'], 'USDC', 'USDT'),
  option('optimism', 'Optimism', 40, ['ETH', '0.016664'], 'USDC'),
  option('base', 'Base', 40, ['ETH', '0.016664'], 'USDC'),
  option('solana', 'Solana', 15, ['SOL', '0.333267'], 'USDC'),
  option('avalanche', 'Avalanche', 25, ['AVAX', '1.428286'], 'USDC', 'USDT'),
  option('bsc', 'BNB Smart Chain', 45, ['BNB', '0.083317'], 'USDC', 'USDT', 'BUSD'),
];

export const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

export const pendingState: CheckoutState = {
  payment_id: 'pay_01m7ekdjss000510d8k9e3rrh8',
  status: 'pending',
  environment: 'test',
  amount: '49.99',
  currency: 'USD',
  description: 'Field notebook, dotted, 2 pcs. Shipping included.',
  merchant: { name: 'Northwind Paper Co.', logo_url: null, accent_url: null },
  customer_email: 'ada@example.com',
  locale: null,
  created_at: minutesFromNow(-1),
  expires_at: minutesFromNow(29),
  cancelled_at: null,
  completed_at: null,
  is_over: false,
  contacts: [
    { text: 'northwind.example/help', href: 'https://northwind.example/help' },
    { text: 'help@northwind.example', href: 'mailto:help@northwind.example' },
  ],
  server_time: minutesFromNow(0),
  redirect_url: null,
  cancel_url: 'https://shop.example/cart',
  invoice_url: null,
  options,
  chosen: null,
  transaction: null,
  unapplied: [],
  refunds: [],
  failure: null,
  retry_url: null,
  retried_from: null,
  opener_origin: null,
};

export const address = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';

export const chosen: ChosenOption = {
  chain: 'base',
  token: 'USDC',
  symbol: 'USDC',
  token_amount: '49.990000',
  quote_expires_at: null,
  received_amount: '0.000000',
  remaining_amount: '49.990000',
  address,
  payment_uri: null,
  wallet: null,
  fee_symbol: 'ETH',
  signing: null,
  signed: null,
  sent: null,
  test_wallet: { address: '0x2ba42d29e3a3de9c344f052c283439ed57566bb7', balance: '1000000.000000' },
};

export const transaction: CheckoutTransaction = {
  chain: 'base',
  chain_name: 'Base',
  token: 'USDC',
  symbol: 'USDC',
  token_amount: '49.990000',
  tx_hash: '0x48b0926e2cb6f03f7d4c04a5ed2b66c1b65580188eef243b2295745ff033c57a',
  payer_address: '0x2ba42d29e3a3de9c344f052c283439ed57566bb7',
  payer_url: 'https://basescan.org/address/0x2ba4',
  tx_url: '/simulated/base/tx/0x48b0',
  confirmations: 0,
  required_confirmations: 20,
};

export const processing: CheckoutState = {
  ...pendingState,
  status: 'processing',
  options: [],
  chosen,
  transaction,
};
export const completed: CheckoutState = {
  ...processing,
  status: 'completed',
  is_over: true,
  completed_at: minutesFromNow(0),
  transaction: { ...transaction, confirmations: 20 },
};
