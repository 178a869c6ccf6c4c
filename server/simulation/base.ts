import { createContext } from '../src/app/compose.ts';
import { createEvmAdapter } from '../src/chains/deposits/evm-adapter.ts';
import { loadWalletPayment } from '../src/chains/setup/live-chains-state.ts';
import { tokenAccountOf } from '../src/chains/solana/token-account.ts';
import type { Caller } from '../src/lib/caller.ts';
import { createKey, createMerchant, setFee, setMaxAmount } from '../src/merchants/merchants.ts';
import { createEndpoint } from '../src/messages/webhooks/endpoints/endpoints.ts';
import { connect } from '../src/platform/db/client.ts';
import { addExchange } from '../src/treasury/recipients/recipients.ts';
import { withEngineOf } from '../src/treasury/routes/engines.ts';
import { openSimulatedDatabase } from './database.ts';
import { type Base, startMs } from './history.ts';
import { config, seededRandom } from './life.ts';
import { exchange, maxAmount, signer, vault } from './operator.ts';
import { readyAddresses, solanaLive, solanaSigner } from './solana/solana-operator.ts';
import { SimulatedClock } from './stage/held-time.ts';

const feeBps = 100;

/** A merchant with a key and an endpoint, a wallet, and a chain that works. `url` is a migrated, empty database. */
export async function prepareBase(url: string): Promise<Base> {
  const db = connect(url, { poolSize: 1 });
  const clock = new SimulatedClock(startMs);
  const ctx = createContext(config, '', { db, clock, random: seededRandom('base') });
  const { merchant_id: merchantId } = await createMerchant(ctx, db, {
    name: 'Shop',
    email: 'shop@example.com',
  });
  const { key } = await createKey(ctx, db, {
    merchantId,
    environment: 'live',
    kind: 'secret',
    allowedIps: [],
  });
  // The shop also says where refunds go.
  await db`update api_keys set any_address = true`;
  const caller = { merchant_id: merchantId, environment: 'live' } as Caller;
  await setFee(ctx, merchantId, feeBps);
  await setMaxAmount(ctx, merchantId, maxAmount);
  await addExchange(ctx, exchange, 'An exchange');
  await createEndpoint(ctx, db, caller, { url: 'https://shop.example/hooks', events: ['*'] });
  await db`
    insert into operator_wallet (evm_operator, evm_vault, solana_treasury, solana_fee_payer, solana_trader, created_at)
    values (${signer.address}, ${vault}, ${solanaSigner.treasury}, ${solanaSigner.feePayer},
      ${solanaSigner.trader}, ${clock.now()})`;
  // Checked long after the end of every history.
  await db`
    insert into chain_status (chain, checked_at, problem, sweep_units)
    values ('base', '2027-01-01', null, '100000'), ('optimism', '2027-01-01', null, '100000'), ('solana', '2027-01-01', null, null)`;
  for (const { index, address } of readyAddresses)
    await db`insert into solana_addresses (index, address, made_at) values (${index}, ${address}, ${clock.now()})`;
  // Loads libraries, which takes an unknown time.
  await tokenAccountOf(solanaSigner.treasury, solanaLive.usdcMint);
  await withEngineOf(ctx, 'live', async () => {});
  await loadWalletPayment();
  await createEvmAdapter('base', vault).depositAddress('pay_of_nobody');
  await db.end();
  const database = await openSimulatedDatabase(url);
  return { database, backup: await database.backUp(), liveKey: key, merchantId };
}
