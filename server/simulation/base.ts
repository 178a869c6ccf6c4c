import { createContext } from '../src/app/compose.ts';
import type { Context } from '../src/app/context.ts';
import { createEvmAdapter } from '../src/chains/deposits/evm/evm-adapter.ts';
import { loadWalletPayment } from '../src/chains/setup/live-chains-state.ts';
import { tokenAccountOf } from '../src/chains/solana/token-account.ts';
import type { Caller } from '../src/lib/caller.ts';
import {
  createKey,
  createMerchant,
  setFee,
  setMaxAmount,
  setRefundFees,
} from '../src/merchants/merchants.ts';
import { createEndpoint } from '../src/messages/webhooks/endpoints/endpoints.ts';
import { connect, type Db } from '../src/platform/db/client.ts';
import { addExchange } from '../src/treasury/recipients/recipients.ts';
import { withEngineOf } from '../src/treasury/routes/engines.ts';
import { type Backup, openSimulatedDatabase, type SimulatedDatabase } from './database.ts';
import { exchange, maxAmount, settler, signer, vault } from './operator.ts';
import { warmUp } from './people/signing-wallets.ts';
import { SimulatedClock, startMs } from './scheduler/held-time.ts';
import { config, seededRandom } from './service-process.ts';
import { readyAddresses, solanaLive, solanaSigner } from './solana/solana-operator.ts';
import type { ReleaseFile } from './versions/bundle-release.ts';
import { openRelease, type Release } from './versions/open-release.ts';

/** What all histories start from. */
export interface Base {
  database: SimulatedDatabase;
  backup: Backup;
  merchants: readonly BaseMerchant[];
  /** Null where there is none that histories could run. */
  release: Release | null;
  close(): Promise<void>;
}

/** A merchant as the operator set it up. */
export interface BaseMerchant extends Terms {
  index: number;
  merchantId: string;
  liveKey: string;
  keyId: string;
  /** With which its webhooks are signed. */
  secret: string;
}

interface Terms {
  /** The operator's fee. */
  feeBps: number;
  /** What becomes of it when a payment is refunded. */
  refundFees: 'returned' | 'kept';
  /** How much less than quoted a payment may be, and how much more is the merchant's. */
  toleranceBps: number;
}

/** Odd ones, so that rounding shows. */
const terms: readonly Terms[] = [
  { feeBps: 100, refundFees: 'returned', toleranceBps: 50 },
  { feeBps: 137, refundFees: 'returned', toleranceBps: 50 },
  { feeBps: 71, refundFees: 'kept', toleranceBps: 200 },
  { feeBps: 0, refundFees: 'returned', toleranceBps: 0 },
];

/** Merchants with keys and endpoints, a wallet, and chains that work. `url` is a migrated, empty database. */
export async function prepareBase(url: string, released: ReleaseFile | null): Promise<Base> {
  const db = connect(url, { poolSize: 1 });
  const clock = new SimulatedClock(startMs);
  const ctx = createContext(config, '', { db, clock, random: seededRandom('base') });
  const merchants: BaseMerchant[] = [];
  for (const [index, own] of terms.entries())
    merchants.push({ index, ...own, ...(await openMerchant(ctx, db, own)) });
  // The shops also say where refunds go.
  await db`update api_keys set any_address = true`;
  await addExchange(ctx, exchange, 'An exchange');
  await db`
    insert into operator_wallet (evm_operator, evm_first_operator, file_account, evm_vault, evm_settler, solana_treasury,
      solana_fee_payer, solana_trader, created_at)
    values (${signer.address}, ${signer.address}, ${signer.address}, ${vault}, ${settler}, ${solanaSigner.treasury}, ${solanaSigner.feePayer},
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
  await import('../src/chains/evm/rehearse-authorization.ts');
  await warmUp();
  await db.end();
  const database = await openSimulatedDatabase(url);
  const release = released && (await openRelease(released, url));
  return {
    database,
    backup: await database.backUp(),
    merchants,
    release,
    async close() {
      await release?.close();
      await database.close();
    },
  };
}

async function openMerchant(ctx: Context, db: Db, { feeBps, refundFees, toleranceBps }: Terms) {
  const { merchant_id: merchantId } = await createMerchant(ctx, db, {
    name: 'Shop',
    email: 'shop@example.com',
  });
  const made = await createKey(ctx, db, { merchantId, environment: 'live', kind: 'secret', allowedIps: [] });
  const caller = { merchant_id: merchantId, environment: 'live' } as Caller;
  await setFee(ctx, merchantId, feeBps);
  await setRefundFees(ctx, merchantId, refundFees);
  await db`update merchants set tolerance_bps = ${toleranceBps} where merchant_id = ${merchantId}`;
  await setMaxAmount(ctx, merchantId, maxAmount);
  const url = `https://shop.example/${merchantId}`;
  const { plainSecret } = await createEndpoint(ctx, db, caller, { url, events: ['*'] });
  return { merchantId, liveKey: made.key, keyId: made.key_id, secret: plainSecret };
}
