import { type Address, parseUnits } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../devnet/solana/wallets.ts';
import { evmChainIds } from '../../src/chains/evm/evm-chains.ts';
import { liveChains, liveSolana } from '../../src/chains/setup/live-chains.ts';
import {
  type ChainId,
  chainIds,
  nativeToken,
  type Token,
  tokenDecimals,
} from '../../src/lib/chains/registry.ts';
import { checkLedger } from '../../src/treasury/ledger/checks.ts';
import { setWallet } from '../../src/treasury/payouts/settings/wallets.ts';
import { compareEvm, compareSolana } from '../../src/treasury/reconciliation/reconcile-task.ts';
import type { Comparison } from '../../src/treasury/reconciliation/reconciliation.ts';
import { until } from '../support/process.ts';
import { livePayments } from './live-payments.ts';
import { type LiveService, startServiceBeside } from './live-service.ts';
import { finalityBlocks, solanaBalance } from './solana-service.ts';

type EvmChainId = (typeof evmChainIds)[number];
interface Way {
  chain: ChainId;
  token: Token;
}

/** USDT, which returns nothing and has 18 decimals on bsc, where there is some. */
const otherTokens: Record<ChainId, Token> = {
  ethereum: 'USDT',
  polygon: 'USDT',
  arbitrum: 'USDT',
  optimism: 'USDC',
  base: 'USDC',
  solana: 'USDC',
  avalanche: 'USDT',
  bsc: 'USDT',
};
const ways: Way[] = chainIds.flatMap((chain) => [
  { chain, token: nativeToken(chain) },
  { chain, token: otherTokens[chain] },
]);
const evmWallet: Address = '0x00000000000000000000000000000000000000B0';

let solana: SolanaChain;
let live: LiveService<EvmChainId>;
let solanaWallet = '';
beforeAll(async () => {
  solana = await startSolana({ lags: { finalized: finalityBlocks } });
  live = await startServiceBeside([...evmChainIds], solana);
  solanaWallet = (await localSigner('payout wallet')).address;
  const own = { merchant_id: live.merchantId, environment: 'live' } as const;
  await live.ctx.db.begin(async (tx) => {
    await setWallet(live.ctx, tx, own, 'evm', evmWallet, 'ada@example.com');
    await setWallet(live.ctx, tx, own, 'solana', solanaWallet, 'ada@example.com');
  });
});
afterAll(async () => {
  await live?.stop();
  await solana?.stop();
});

const isSolana = (token: Token): token is 'SOL' | 'USDC' => token === 'SOL' || token === 'USDC';
const withKey = () => ({ key: live.liveKey });
const post = async (path: string, body: object) => {
  const { status, json, text } = await live.call('POST', path, { ...withKey(), body });
  expect(status, text).toBe(201);
  return json.data;
};

async function pay({ chain, token }: Way, to: string, units: bigint): Promise<void> {
  if (chain !== 'solana')
    return void (await live.chains.pay({
      chain,
      token,
      to: to as Address,
      units,
      from: live.chains.wallets[1],
    }));
  const [, from] = solana.wallets;
  if (isSolana(token)) await solana.pay({ token, to, units, ...(from && { from }) });
}

async function mine(): Promise<void> {
  solana.mine();
  for (const chain of evmChainIds) await live.chains.mine(chain);
}

/** Mines blocks on all chains until it is so on each. */
async function mineUntil(describe: () => Promise<string[]>): Promise<void> {
  let missing: string[] = [];
  await until(
    async () => {
      await mine();
      missing = await describe();
      return missing.length === 0;
    },
    120_000,
    () => missing.join('\n'),
  );
}

const untilCompleted = (paths: readonly string[]) =>
  mineUntil(async () => {
    const found = await Promise.all(paths.map((path) => live.call('GET', path, withKey())));
    return found.flatMap(({ json, text }) => (json.data.status === 'completed' ? [] : [text]));
  });

/** At a final block, each account of the ledger has what the chain has, to the last unit. */
async function untilEven(): Promise<void> {
  const { ctx, vault } = live;
  const evm = liveChains(ctx.config.chains, vault);
  const onSolana = liveSolana(ctx.config.chains);
  await mineUntil(async () => {
    const found = await Promise.all([
      ...evm.map(async (chain) => ({ id: chain.id, compared: await compareEvm(ctx, chain, vault) })),
      { id: 'solana', compared: onSolana && (await compareSolana(ctx, onSolana)) },
    ]);
    return found.flatMap(({ id, compared }) =>
      compared ? compared.comparisons.flatMap((one) => uneven(id, one)) : [`${id} is not read`],
    );
  });
  expect((await checkLedger(ctx.db)).problems).toEqual([]);
}

function uneven(chain: string, { token, accounts, unfinal }: Comparison): string[] {
  const odd = accounts.filter(({ ledger, onChain }) => ledger !== onChain);
  return unfinal === 0n && odd.length === 0
    ? []
    : [`${chain} ${token} ${unfinal} ${odd.map((a) => `${a.kind} ${a.ledger} ${a.onChain}`)}`];
}

async function balanceOf({ chain, token }: Way, holder: string): Promise<bigint> {
  if (chain === 'solana') return isSolana(token) ? solanaBalance(solana, token, holder) : 0n;
  if (token === nativeToken(chain))
    return BigInt((await live.chains.rpc(chain, 'eth_getBalance', [holder])) as string);
  const to = (live.chains.tokens[chain] as Partial<Record<Token, Address>>)[token];
  const data = `0x70a08231${'0'.repeat(24)}${holder.slice(2)}`;
  return BigInt((await live.chains.rpc(chain, 'eth_call', [{ to, data }, 'latest'])) as string);
}

async function unitsOf(transferId: string): Promise<bigint> {
  const [row] = await live.ctx.db<
    { units: string }[]
  >`select units::text from transfers where transfer_id = ${transferId}`;
  return BigInt(row?.units ?? 0);
}

it('on each chain, in native money and a token: pay, sweep, part refund, payout; the ledger equals the chain at each point', async () => {
  const { openPayment } = livePayments(live);
  const paid = [];
  for (const way of ways) {
    const { payment_id, address, token_amount } = await openPayment(way.chain, way.token, {
      amount: '100.00',
    });
    const units = parseUnits(token_amount, tokenDecimals(way.chain, way.token));
    await pay(way, address, units);
    paid.push({ way, payment_id, units });
  }
  await untilCompleted(paid.map(({ payment_id }) => `/payments/${payment_id}`));
  await untilEven();

  const refunds: string[] = [];
  for (const { payment_id } of paid)
    refunds.push((await post('/refunds', { payment_id, amount: '40.00' })).refund_id);
  await untilCompleted(refunds.map((id) => `/refunds/${id}`));
  await untilEven();

  const payouts: string[] = [];
  for (const way of ways) payouts.push((await post('/payouts', way)).payout_id);
  await untilCompleted(payouts.map((id) => `/payouts/${id}`));
  await untilEven();

  for (const [index, { way, units }] of paid.entries()) {
    const name = `${way.chain} ${way.token}`;
    const refunded = await unitsOf(refunds[index] ?? '');
    const wallet = way.chain === 'solana' ? solanaWallet : evmWallet;
    expect(await balanceOf(way, wallet), name).toBe(units - refunded);
    expect(refunded * 100n, name).toBe(units * 40n);
  }
  const events = await live.call('GET', '/events?type=payout.completed&limit=100', withKey());
  for (const id of payouts) {
    const { json } = await live.call('GET', `/payouts/${id}`, withKey());
    const { tx_hash } = json.data;
    expect(json.data).toMatchObject({
      tx_hash: expect.any(String),
      steps: [{ status: 'completed', tx_hash }],
    });
    expect(events.json.data).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ payout_id: id, tx_hash }) }),
    );
  }
  const balances = await live.call('GET', '/balances', withKey());
  expect(balances.json.data.map(({ available }: { available: string }) => Number(available))).toEqual(
    ways.map(() => 0),
  );
}, 300_000);
