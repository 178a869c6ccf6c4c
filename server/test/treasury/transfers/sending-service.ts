import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, toEventSelector } from 'viem';
import type { EvmChains } from '../../../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../../../devnet/evm/start-chains.ts';
import { payId } from '../../../src/chains/evm/vault.ts';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import type { Wallet } from '../../../src/chains/wallets/wallet.ts';
import { createWallet, loadWallet } from '../../../src/chains/wallets/wallets.ts';
import { watchAddresses } from '../../../src/chains/watching/cursors.ts';
import { post } from '../../../src/treasury/ledger/ledger.ts';
import { setWallet } from '../../../src/treasury/payouts/settings/wallets.ts';
import { fixedRates } from '../../../src/treasury/prices/fixed-rates.ts';
import { deployVault } from '../../live/deploy-vault.ts';
import { usdcBalance } from '../../live/usdc-balance.ts';
import { masterKey, startTestService, type TestService } from '../../support/service.ts';
import { account, moving } from '../ledger/support.ts';
import { insertPaid } from './paid-payments.ts';

export interface SendingService extends TestService {
  chains: EvmChains<'base'>;
  vault: Address;
  wallet: Wallet;
  /** The settings of a process that sees the node at this URL. */
  env(rpcUrl: string): Record<string, string>;
  /** A completed payment from this address, whose money is in the vault. */
  addPaid(payer: string, units: bigint): Promise<string>;
  refund(paymentId: string, amount: string): Promise<string>;
  /** A merchant with this balance, whose money is in the vault, and this payout wallet. Returns its live key. */
  addShop(wallet: Address, units: bigint): Promise<{ key: string; wallet: Address }>;
  /** How often the vault paid each of these ids, and how often it was asked to pay one again. */
  paidOnChain(ids: readonly string[]): Promise<{ times: number[]; again: number }>;
  balanceOf(account: string): Promise<bigint>;
  /** Has workers read the chain, so that they can compare the ledger with it. */
  watch(): Promise<void>;
  /** As if the ledger had been compared with the chain now, and there were so much too little of USDC. */
  compare(missing?: bigint): Promise<void>;
}

export const confirmations = 5;
/** Nobody pays there. */
const watched = '0x00000000000000000000000000000000000000AA';

/** The service without workers, beside a local chain with the vault. */
export async function startSendingService(seed: string): Promise<SendingService> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-sending-'));
  const chains = await startEvmChains({ chains: ['base'], seed });
  const walletFile = join(folder, 'wallet.json');
  let files = 0;
  const env = (rpcUrl: string) => {
    const file = join(folder, `chains-${++files}.json`);
    const base = { rpc_urls: [rpcUrl], tokens: chains.tokens.base, confirmations, poll_ms: 100 };
    writeFileSync(file, JSON.stringify({ base }));
    return { CHAINS_FILE: file, WALLET_FILE: walletFile, MASTER_KEY: masterKey, RATES_SOURCES: 'none' };
  };
  let vault = '' as Address;
  let wallet: Wallet | undefined;
  const service = await startTestService({
    env: env(chains.urls.base),
    rates: { test: fixedRates, live: fixedRates },
    requestsPerMinute: { test: 100_000, live: 100_000 },
    async prepare(ctx) {
      vault = (await createWallet(ctx, walletFile, async () => {})).evm_vault as Address;
      wallet = await loadWallet(ctx, walletFile);
      for (const chain of liveChains(ctx.config.chains, vault)) await deployVault(chains, chain, wallet);
      // Payments of these tests have no arrivals, from which workers would look for what was paid.
      await ctx.db`insert into payment_marks (chain, block_number) values ('base', 0)`;
      await chains.mine('base', confirmations + 1);
    },
  });
  if (!wallet) throw new Error('no wallet was made');

  /** The ids under which transfers were paid; those of no transfer are the names of payments that tests make. */
  async function payIdsOf(ids: readonly string[]): Promise<string[]> {
    const rows = await service.ctx.db<{ transfer_id: string; pay_id: string | null }[]>`
      select transfer_id, pay_id from transfers where transfer_id = any(${[...ids]}::text[])`;
    return ids.map((id) => {
      const row = rows.find(({ transfer_id }) => transfer_id === id);
      return row ? (row.pay_id ?? '') : payId(id);
    });
  }

  async function logs(event: string) {
    const topics = [event];
    const filter = { address: vault, fromBlock: '0x0', toBlock: 'latest', topics };
    return (await chains.rpc('base', 'eth_getLogs', [filter])) as { topics: string[]; data: string }[];
  }

  /** A chain is read while an address is watched there. */
  const watch = async () => {
    const { ctx } = service;
    const watchUntil = new Date(ctx.clock.nowMs() + 86_400_000);
    await ctx.db.begin((tx) => watchAddresses(ctx, tx, [{ chain: 'base', address: watched, watchUntil }]));
  };

  return {
    ...service,
    watch,
    async compare(missing = 0n) {
      const differences = missing > 0n ? [{ token: 'USDC', difference: `-${missing}` }] : [];
      // Tests let time pass.
      const time = new Date(Date.now() + 3_600_000);
      await service.ctx.db`
        insert into ledger_reconciliations (chain, due_at, checked_at, block_number, block_time, payouts_stopped_at,
          differences)
        values ('base', ${time}, ${time}, 1, ${time}, ${missing > 0n ? time : null}, ${JSON.stringify(differences)}::text::json)
        on conflict (chain) do update set block_time = excluded.block_time, checked_at = excluded.checked_at,
          payouts_stopped_at = excluded.payouts_stopped_at, differences = excluded.differences`;
    },
    chains,
    vault,
    wallet,
    env,
    async addPaid(payer, units) {
      await chains.pay({ chain: 'base', token: 'USDC', to: vault, units });
      return insertPaid(service, 'base', payer, units);
    },
    async addShop(payoutWallet, units) {
      const { ctx } = service;
      const { merchantId, liveKey } = await service.createMerchant();
      await chains.pay({ chain: 'base', token: 'USDC', to: vault, units });
      const rest = { environment: 'live' } as const;
      const [held, owed] = [
        account('vault', merchantId, rest),
        account('merchant_balance', merchantId, rest),
      ];
      const own = { merchant_id: merchantId, environment: 'live' } as const;
      await ctx.db.begin(async (tx) => {
        await post(tx, [moving('completion', ctx.ids.next('pay'), units, owed, held)]);
        await setWallet(ctx, tx, own, 'evm', payoutWallet, 'ada@example.com');
      });
      await watch();
      return { key: liveKey, wallet: payoutWallet };
    },
    async refund(payment_id, amount) {
      const answer = await service.call('POST', '/refunds', {
        key: service.liveKey,
        body: { payment_id, amount },
      });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.data.refund_id;
    },
    async paidOnChain(ids) {
      const payIds = await payIdsOf(ids);
      const paid = await logs(paidTopic);
      const failed = (await logs(payFailedTopic)).filter(({ topics }) => payIds.includes(topics[1] ?? ''));
      return {
        times: payIds.map((id) => paid.filter(({ topics }) => topics[1] === id).length),
        again: failed.filter(({ data }) => BigInt(data) === 0n).length,
      };
    },
    balanceOf: (account) => usdcBalance(chains, account),
    async stop() {
      await service.stop();
      await chains.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const paidTopic = toEventSelector('Paid(bytes32,address,address,uint256)');
const payFailedTopic = toEventSelector('PayFailed(bytes32,uint8)');
