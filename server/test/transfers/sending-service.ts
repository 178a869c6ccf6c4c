import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, toEventSelector } from 'viem';
import type { EvmChains } from '../../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../../devnet/evm/start-chains.ts';
import { payId } from '../../src/chains/evm/vault.ts';
import { liveChains } from '../../src/live-mode/live-chains.ts';
import type { Wallet } from '../../src/live-mode/wallet.ts';
import { createWallet, loadWallet } from '../../src/live-mode/wallets.ts';
import { fixedRates } from '../../src/pricing/fixed-rates.ts';
import { deployVault } from '../live-mode/deploy-vault.ts';
import { masterKey, startTestService, type TestService } from '../support/service.ts';

export interface SendingService extends TestService {
  chains: EvmChains<'base'>;
  vault: Address;
  wallet: Wallet;
  /** The settings of a process that sees the node at this URL. */
  env(rpcUrl: string): Record<string, string>;
  /** A completed payment from this address, whose money is in the vault. */
  addPaid(payer: string, units: bigint): Promise<string>;
  refund(paymentId: string, amount: string): Promise<string>;
  /** How often the vault paid each of these ids, and how often it was asked to pay one again. */
  paidOnChain(ids: readonly string[]): Promise<{ times: number[]; again: number }>;
  balanceOf(account: string): Promise<bigint>;
}

export const confirmations = 5;

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
      await chains.mine('base', confirmations + 1);
    },
  });
  if (!wallet) throw new Error('no wallet was made');
  const { USDC } = chains.tokens.base;

  async function logs(event: string, ids: readonly string[] | null) {
    const topics = [event, ...(ids ? [ids.map(payId)] : [])];
    const filter = { address: vault, fromBlock: '0x0', toBlock: 'latest', topics };
    return (await chains.rpc('base', 'eth_getLogs', [filter])) as { topics: string[]; data: string }[];
  }

  return {
    ...service,
    chains,
    vault,
    wallet,
    env,
    async addPaid(payer, units) {
      await chains.pay({ chain: 'base', token: 'USDC', to: vault, units });
      const paymentId = service.ctx.ids.next('pay');
      await service.ctx.db`
        insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, metadata,
          accepted_chains, accepted_tokens, expires_at, created_at, completed_at, chain, token, token_units, tx_hash,
          payer_address)
        values (${paymentId}, ${service.merchantId}, 'live', 'completed', ${(units / 10_000n).toString()}::bigint, 'USD',
          '{}', '{base}', '{USDC}', now(), now(), now(), 'base', 'USDC', ${units.toString()}::numeric, '0x', ${payer})`;
      return paymentId;
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
      const paid = await logs(paidTopic, ids);
      const failed = await logs(payFailedTopic, ids);
      return {
        times: ids.map((id) => paid.filter(({ topics }) => topics[1] === payId(id)).length),
        again: failed.filter(({ data }) => BigInt(data) === 0n).length,
      };
    },
    async balanceOf(account) {
      const data = `0x70a08231${'0'.repeat(24)}${account.slice(2)}`;
      return BigInt((await chains.rpc('base', 'eth_call', [{ to: USDC, data }, 'latest'])) as string);
    },
    async stop() {
      await service.stop();
      await chains.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const paidTopic = toEventSelector('Paid(bytes32,address,address,uint256)');
const payFailedTopic = toEventSelector('PayFailed(bytes32,uint8)');
