import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Every file that requests a transfer, and what covered its money before. */
const waysOut: Record<string, string> = {
  'payments/refunds/coverage.ts': 'taken from the balance under its lock (`cover`)',
  'payments/restore/explain-payments.ts': 'has left already; nothing is sent while payments are unknown',
  'payments/unapplied-funds/send-return.ts': 'unapplied money, locked, which is in no balance',
  'treasury/payouts/release-payouts.ts': 'taken from the balance under its lock when the payout was made',
  'treasury/routes/advance-route.ts': 'taken from the balance under its lock when the route was made',
  'treasury/transfers/authorizations/authorizations.ts': 'the money of whoever signed; we pay the gas',
  'treasury/transfers/request-sweeps.ts': 'from a deposit address into our vault',
  'treasury/transfers/solana/cold/plan-cold.ts': 'from our treasury to our cold address',
  'treasury/transfers/transfers.ts': 'calls of a route, with the money of the route',
};

it('nothing requests a transfer but what is known to cover its money first', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const requesting = files.filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.endsWith('.test.ts') &&
      /await requestTransfer\(/.test(readFileSync(join(sources, path), 'utf8')),
  );
  expect(requesting.sort()).toEqual(Object.keys(waysOut).sort());
});
