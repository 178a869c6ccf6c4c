import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { EvmChains } from '../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../devnet/evm/start-chains.ts';
import { type SolanaChain, startSolana } from '../../devnet/solana/start-solana.ts';
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
import { finalityBlocks } from '../test/live/solana-service.ts';
import { openBaseMarket } from './base-market.ts';
import type { Tenant } from './book.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';
import type { Market } from './market.ts';
import { openSolanaMarket } from './solana-market.ts';

const confirmations = 3;
const blockTimeMs = 500;
/** SOL of the fee payer, for all sweeps, refunds and payouts of a campaign. */
const feesUnits = 100_000_000_000n;
/** A key may make 1,000 requests a minute in test mode and 100 in live mode; the checks make many at once. */
const keysOfEach = 20;

export interface Tenants {
  shop: Tenant;
  live: Tenant;
  hostile: Tenant;
}

export interface Installation {
  markets: readonly Market[];
  stopChains(): Promise<void>;
  mailbox: Mailbox;
  tenants: Tenants;
  /** Settings of its processes. */
  env: Record<string, string>;
}

/** What an operator sets up once: chains of both families, wallet and vault, the mail server, merchants, keys and a payout wallet. */
export async function install(folder: string, databaseUrl: string, seed: number): Promise<Installation> {
  const chains = await startEvmChains({ chains: ['base'], blockTimeMs, seed: `campaign ${seed}` });
  const solana = await startSolana({
    blockTimeMs,
    lags: { finalized: finalityBlocks },
    seed: `campaign ${seed}`,
  });
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
    RATES_FIXED: 'ETH=3000,SOL=150,USDC=1',
  };
  const base = { rpc_urls: [chains.urls.base], tokens: chains.tokens.base, confirmations, poll_ms: 500 };
  const settings = { base, solana: { rpc_urls: [solana.url], poll_ms: 500 } };
  writeFileSync(env.CHAINS_FILE, JSON.stringify(settings));
  const config = parseConfig(env);
  const ctx = createContext(config, databaseUrl, { log: pino({ level: 'silent' }) });
  await migrate(ctx.db);
  const markets = await openMarkets(ctx, env.WALLET_FILE, chains, solana);
  const tenants = {
    shop: await createTenant(ctx, 'shop', 'test'),
    live: await createTenant(ctx, 'live', 'live'),
    hostile: await createTenant(ctx, 'hostile', 'test'),
  };
  const own = { merchant_id: tenants.live.merchantId, environment: 'live' } as const;
  for (const { chain, payoutWallet } of markets) {
    const family = chain === 'solana' ? 'solana' : 'evm';
    await ctx.db.begin((tx) => setWallet(ctx, tx, own, family, payoutWallet, 'owner@example.com'));
  }
  await closeContext(ctx);
  const stopChains = async () => void (await Promise.all([chains.stop(), solana.stop()]));
  return { markets, stopChains, mailbox, tenants, env };
}

/** Makes the wallet and the vault, and gives them gas. */
async function openMarkets(
  ctx: Context,
  walletFile: string,
  chains: EvmChains<'base'>,
  solana: SolanaChain,
): Promise<Market[]> {
  const made = await createWallet(ctx, walletFile, async () => {});
  const wallet = await loadWallet(ctx, walletFile);
  for (const chain of liveChains(ctx.config.chains, made.evm_vault)) await deployVault(chains, chain, wallet);
  if (!made.solana_fee_payer || !made.solana_treasury) throw new Error('The wallet has no keys for Solana.');
  await solana.pay({ token: 'SOL', to: made.solana_fee_payer, units: feesUnits });
  return [openBaseMarket(chains, made.evm_vault), await openSolanaMarket(solana, made.solana_treasury)];
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
