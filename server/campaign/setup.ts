import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { EvmChains } from '../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../devnet/evm/start-chains.ts';
import { closeContext, createContext } from '../src/app/compose.ts';
import type { Context } from '../src/app/context.ts';
import { liveChains } from '../src/chains/setup/live-chains.ts';
import { createWallet, loadWallet } from '../src/chains/wallets/wallets.ts';
import type { Environment } from '../src/lib/environment.ts';
import { createKey, createMerchant } from '../src/merchants/merchants.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { setWallet } from '../src/treasury/payouts/settings/wallets.ts';
import { deployVault } from '../test/live/deploy-vault.ts';
import type { Tenant } from './book.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

/** Nobody has its key: what it has are payouts. */
const payoutWallet = '0x00000000000000000000000000000000000000B0';
const confirmations = 3;
const blockTimeMs = 500;
/** A key may make 1,000 requests a minute in test mode and 100 in live mode; the checks make many at once. */
const keysOfEach = 20;

export interface Tenants {
  shop: Tenant;
  live: Tenant;
  hostile: Tenant;
}

export interface Installation {
  chains: EvmChains<'base'>;
  vault: string;
  /** Where payouts of the live shop go. */
  payoutWallet: string;
  mailbox: Mailbox;
  tenants: Tenants;
  /** Settings of its processes. */
  env: Record<string, string>;
}

/** What an operator sets up once: the chain, wallet and vault, the mail server, merchants, keys and a payout wallet. */
export async function install(folder: string, databaseUrl: string, seed: number): Promise<Installation> {
  const chains = await startEvmChains({ chains: ['base'], blockTimeMs, seed: `campaign ${seed}` });
  const mailbox = await startMailbox();
  const env = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: mailbox.url,
    EMAILS_PER_DAY: '0',
    DATABASE_POOL_SIZE: '4',
    DATA_DIR: join(folder, 'data'),
    MASTER_KEY: randomBytes(32).toString('hex'),
    // The same for both, so that their answers are.
    PUBLIC_URL: 'http://pay.example',
    WEBHOOKS_ALLOW_PRIVATE: '1',
    CHAINS_FILE: join(folder, 'chains.json'),
    WALLET_FILE: join(folder, 'wallet.json'),
    RATES_SOURCES: 'none',
    RATES_FIXED: 'ETH=3000,USDC=1',
  };
  const base = { rpc_urls: [chains.urls.base], tokens: chains.tokens.base, confirmations, poll_ms: 500 };
  writeFileSync(env.CHAINS_FILE, JSON.stringify({ base }));
  const config = parseConfig(env);
  const ctx = createContext(config, databaseUrl, { log: pino({ level: 'silent' }) });
  await migrate(ctx.db);
  const { evm_vault: vault } = await createWallet(ctx, env.WALLET_FILE, async () => {});
  const wallet = await loadWallet(ctx, env.WALLET_FILE);
  for (const chain of liveChains(config.chains, vault)) await deployVault(chains, chain, wallet);
  const tenants = {
    shop: await createTenant(ctx, 'shop', 'test'),
    live: await createTenant(ctx, 'live', 'live'),
    hostile: await createTenant(ctx, 'hostile', 'test'),
  };
  const own = { merchant_id: tenants.live.merchantId, environment: 'live' } as const;
  await ctx.db.begin((tx) => setWallet(ctx, tx, own, 'evm', payoutWallet, 'owner@example.com'));
  await closeContext(ctx);
  return { chains, vault, payoutWallet, mailbox, tenants, env };
}

export async function createTenant(ctx: Context, name: string, environment: Environment): Promise<Tenant> {
  const { merchant_id: merchantId } = await createMerchant(ctx, ctx.db, {
    name,
    email: `${name}@example.com`,
  });
  const keys: string[] = [];
  for (let n = 0; n < keysOfEach; n++) {
    const made = await createKey(ctx, ctx.db, { merchantId, environment, kind: 'secret', allowedIps: [] });
    keys.push(made.key);
  }
  return { name, merchantId, environment, keys };
}
