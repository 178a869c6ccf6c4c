import type { Context } from '../../../app/context.ts';
import type { Sql } from '../../../platform/db/client.ts';
import { changeSettlement } from './settings.ts';
import { setWallet } from './wallets.ts';

/** Nobody has its key. Test mode sends nothing to it. */
const address = '0xDE30000000000000000000000000000000000001';

/**
 * Lets the demo merchant try payouts in test mode without the dashboard. Only by hand: a schedule would empty its balances
 * every night, and refunds of yesterday's payments would wait for money.
 */
export async function setDemoWallet(ctx: Context, tx: Sql, merchantId: string, email: string): Promise<void> {
  const own = { merchant_id: merchantId, environment: 'test' } as const;
  await setWallet(ctx, tx, own, 'evm', address.toLowerCase(), email);
  await changeSettlement(ctx, tx, own, { schedule: 'manual' });
}
