/** The rooms of server/src, from the bottom up. A room may import those above it in this list. */
export const rooms = [
  'lib',
  'platform',
  'chains',
  'messages',
  'merchants',
  'treasury',
  'payments',
  'pages',
  'dashboard',
  'cli',
  'app',
] as const;

/** Folders of a room, from the bottom up. `.` holds the files beside the folders. */
export const orders: Readonly<Record<string, readonly string[]>> = {
  chains: ['rpc', 'evm', 'solana', '.', 'watching', 'wallets', 'signers', 'hints', 'deposits', 'setup'],
  messages: ['alarms', 'email', 'notices', 'webhooks'],
  treasury: [
    'prices',
    'ledger',
    'transfers',
    'reconciliation',
    'routes',
    'recipients',
    'payouts',
    'statement',
  ],
  payments: [
    'payment',
    'deposits',
    'authorizations',
    'refunds',
    'unapplied-funds',
    'credit',
    'screening',
    'invoices',
    'payment-links',
    'top-ups',
    'restore',
    'timeline',
    'test-mode',
    '.',
  ],
};

/** More files in one folder are hard to survey. */
export const maxFiles = 25;
