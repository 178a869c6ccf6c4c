import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SolanaChain } from '../../../../devnet/solana/start-solana.ts';
import { startSolana } from '../../../../devnet/solana/start-solana.ts';
import { solanaChain } from '../../../src/chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { createAddressMaker, seedOf } from '../../../src/chains/wallets/solana/solana-keys.ts';
import type { Wallet } from '../../../src/chains/wallets/wallet.ts';
import { createWallet, type KeysElsewhere, loadWallet } from '../../../src/chains/wallets/wallets.ts';
import { fixedRates } from '../../../src/treasury/prices/fixed-rates.ts';
import { referenceOf } from '../../../src/treasury/transfers/solana/nonces.ts';
import { masterKey, startTestService, type TestService } from '../../support/service.ts';
import { insertPaid } from './paid-payments.ts';

export interface SolanaSendingService extends TestService {
  chain: SolanaChain;
  wallet: Wallet;
  /** The settings of a process that sees the node at this URL. */
  env(rpcUrl: string): Record<string, string>;
  /** A completed payment from this address, whose money is in the treasury. */
  addPaid(payer: string, units: bigint): Promise<string>;
  /** A completed payment whose money is at its deposit address, since two hours ago. */
  addDeposit(payer: string, units: bigint): Promise<{ paymentId: string; address: string }>;
  refund(paymentId: string, amount: string): Promise<string>;
  /** How often each of these refunds was paid. */
  paidOnChain(ids: readonly string[]): Promise<number[]>;
  balanceOf(owner: string): Promise<bigint>;
}

export const finalityBlocks = 8;

/** The service without workers, beside a local Solana whose fee payer has SOL. */
export async function startSolanaSendingService(
  seed: string,
  elsewhere?: KeysElsewhere,
): Promise<SolanaSendingService> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-solana-sending-'));
  const chain = await startSolana({ lags: { finalized: finalityBlocks }, seed });
  const walletFile = join(folder, 'wallet.json');
  let files = 0;
  const env = (rpcUrl: string) => {
    const file = join(folder, `chains-${++files}.json`);
    writeFileSync(file, JSON.stringify({ solana: { rpc_urls: [rpcUrl], poll_ms: 100 } }));
    return { CHAINS_FILE: file, WALLET_FILE: walletFile, MASTER_KEY: masterKey, RATES_SOURCES: 'none' };
  };
  let treasury = '';
  let wallet: Wallet | undefined;
  const service = await startTestService({
    env: env(chain.url),
    rates: { test: fixedRates, live: fixedRates },
    requestsPerMinute: { test: 100_000, live: 100_000 },
    async prepare(ctx) {
      const row = await createWallet(ctx, walletFile, async () => {}, elsewhere);
      wallet = await loadWallet(ctx, walletFile);
      treasury = row.solana_treasury ?? '';
      await chain.pay({ token: 'SOL', to: row.solana_fee_payer ?? '', units: 10n ** 10n });
      chain.mine(finalityBlocks + 1);
    },
  });
  if (!wallet) throw new Error('no wallet was made');
  const makeAddress = createAddressMaker(seedOf(wallet.words));
  let deposits = 0;

  return {
    ...service,
    chain,
    wallet,
    env,
    async addPaid(payer, units) {
      await chain.pay({ token: 'USDC', to: treasury, units });
      return insertPaid(service, 'solana', payer, units);
    },
    async addDeposit(payer, units) {
      const address = makeAddress(deposits);
      await chain.pay({ token: 'USDC', to: address, units });
      const paymentId = await insertPaid(service, 'solana', payer, units);
      const account = await tokenAccountOf(address, solanaChain.usdcMint);
      await service.ctx.db`
        insert into solana_addresses (index, address, payment_id, made_at)
        values (${deposits++}, ${address}, ${paymentId}, now())`;
      await service.ctx.db`
        insert into arrivals (arrival_id, chain, kind, identity, token, address, account, units, block_hash, block_number,
          block_time, waits_for_finalized, state, seen_at)
        values (${service.ctx.ids.next('arr')}, 'solana', 'log', ${address}, 'USDC', ${address}, ${account},
          ${units.toString()}::numeric, ${address}, ${chain.slot()}, now() - interval '2 hours', true, 'final', now())`;
      return { paymentId, address };
    },
    async refund(payment_id, amount) {
      const body = { payment_id, amount };
      const answer = await service.call('POST', '/refunds', { key: service.liveKey, body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.data.refund_id;
    },
    async paidOnChain(ids) {
      const rows = await service.ctx.db<{ transfer_id: string; pay_id: string | null }[]>`
        select transfer_id, pay_id from transfers where transfer_id = any(${[...ids]}::text[])`;
      return ids.map((id) => {
        const payId = rows.find(({ transfer_id }) => transfer_id === id)?.pay_id ?? '';
        const config = { commitment: 'confirmed' };
        const answer = chain.answer('getSignaturesForAddress', [referenceOf(payId), config]);
        return (answer as { result: { err: unknown }[] }).result.filter(({ err }) => err === null).length;
      });
    },
    async balanceOf(owner) {
      const account = await tokenAccountOf(owner, solanaChain.usdcMint);
      const config = { encoding: 'base64', commitment: 'processed' };
      const { result } = chain.answer('getAccountInfo', [account, config]) as AccountAnswer;
      return result.value ? Buffer.from(result.value.data[0], 'base64').readBigUInt64LE(64) : 0n;
    },
    async stop() {
      await service.stop();
      await chain.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

interface AccountAnswer {
  result: { value: { data: [string] } | null };
}
