import { firstIdAt, type IdPrefix } from '../../src/lib/ids.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { until } from '../payments/support.ts';
import type { TestService } from '../support/service.ts';

/** An id as if made at that moment. */
export function idAt(prefix: IdPrefix, at: string, sequence = 0): string {
  const first = firstIdAt(prefix, Date.parse(at));
  return first.slice(0, -6) + sequence.toString(32).padStart(6, '0').replace(/[i-v]/g, shifted);
}

/** Crockford's alphabet has neither i nor l, o, u. */
function shifted(char: string): string {
  return '0123456789abcdefghjkmnpqrstvwxyz'.charAt(Number.parseInt(char, 32));
}

export interface SeededPayment {
  at: string;
  status?: string;
  amount_minor?: number;
  currency?: string;
  chain?: string;
  token?: string;
  customer_email?: string;
  reference_id?: string;
  tx_hash?: string;
  detected_at?: string;
  completed_at?: string;
  environment?: string;
}

let seeded = 0;

/** Payments with a past that no request leads to in a test's time. Answers their ids. */
export async function seedPayments(
  service: TestService,
  merchantId: string,
  payments: SeededPayment[],
): Promise<string[]> {
  const rows = payments.map(({ at, ...payment }) => ({
    payment_id: idAt('pay', at, ++seeded),
    merchant_id: merchantId,
    environment: 'test',
    status: 'pending',
    amount_minor: 1000,
    currency: 'USD',
    ...payment,
    created_at: at,
  }));
  await service.ctx.db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, chain, token, token_units, customer_email, reference_id,
      tx_hash, payer_address, detected_at, completed_at)
    select payment_id, merchant_id, environment, status, amount_minor, currency, '{}', '{ethereum}', '{USDC}',
      created_at, created_at, chain, token, case when chain is not null then 1000000 end, customer_email, reference_id,
      tx_hash, case when tx_hash is not null then '0xpayer' end, detected_at, completed_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (payment_id text, merchant_id text,
      environment text, status text, amount_minor bigint, currency text, created_at timestamptz, chain text, token text,
      customer_email text, reference_id text, tx_hash text, detected_at timestamptz, completed_at timestamptz)`;
  return rows.map((row) => row.payment_id);
}

/** Of a statement: quick enough for the limit on its time, however busy the machine is. */
const sliceSize = 5000;
/** Pages at the end of a table may have been made for rows that went elsewhere. */
const emptyPages = 2;

/** So many payments of all kinds. Made by the database, which is quick. */
export async function seedMany(service: TestService, merchantId: string, count: number): Promise<void> {
  const { db } = service.ctx;
  for (let first = 1; first <= count; first += sliceSize)
    await seedSlice(db, merchantId, first, Math.min(count, first + sliceSize - 1));
  await until(
    () => vacuumPayments(db),
    (allVisible) => allVisible,
    60_000,
  );
}

/** Whether the rows can be read from indexes alone: not while a transaction that began before them is under way. */
async function vacuumPayments(db: Db): Promise<boolean> {
  await db`vacuum analyze payments`;
  const [table] = await db<{ all_visible: boolean }[]>`
    select relpages - relallvisible <= ${emptyPages} as all_visible from pg_class where relname = 'payments'`;
  return table?.all_visible ?? false;
}

async function seedSlice(db: Db, merchantId: string, first: number, last: number): Promise<void> {
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
      accepted_chains, accepted_tokens, expires_at, created_at, chain, token, token_units, customer_email, reference_id,
      tx_hash, payer_address, detected_at, completed_at)
    select 'pay_' || lpad(n::text, 26, '0'), ${merchantId}, 'test',
      (array['completed', 'completed', 'completed', 'expired', 'failed'])[1 + n % 5], 100 + n % 10000,
      (array['USD', 'USD', 'EUR'])[1 + n % 3], '{}', '{ethereum}', '{USDC}', now(), now(),
      case when n % 5 < 3 then (array['ethereum', 'base', 'solana'])[1 + n % 3] end,
      case when n % 5 < 3 then 'USDC' end, case when n % 5 < 3 then 1000000 end,
      'customer' || n || '@example.com', 'ORDER-' || n,
      case when n % 5 < 3 then '0x' || lpad(to_hex(n::bigint * 7919), 64, '0') end,
      case when n % 5 < 3 then '0xpayer' end, now(), case when n % 5 < 3 then now() end
    from generate_series(${first}::int, ${last}::int) n`;
}
