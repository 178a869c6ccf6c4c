import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { createFillTask } from '../../src/chains/deposits/solana/fill-solana-pool.ts';
import { createSkipUsedAddresses } from '../../src/chains/deposits/solana/skip-used-addresses.ts';
import { takeAddress } from '../../src/chains/deposits/solana/solana-pool.ts';
import { selectNextFree } from '../../src/chains/deposits/solana/solana-pool-store.ts';
import { liveSolana } from '../../src/chains/setup/live-chains.ts';
import { checkSolanaNow } from '../../src/chains/setup/solana/solana-check-now.ts';
import { createSolanaNode, type SolanaNode } from '../../src/chains/solana/node.ts';
import { withSolana } from '../../src/chains/solana/solana-rpc.ts';
import { createWallet, selectedWallet } from '../../src/chains/wallets/wallets.ts';
import type { SolanaLiveChain } from '../../src/chains/watching/solana/solana-watcher.ts';
import { startTestService, type TestService } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'causeway-solana-pool-'));
const path = join(folder, 'wallet.json');
let service: TestService;
let chain: SolanaChain;
beforeAll(async () => {
  chain = await startSolana();
  service = await startTestService({ env: { WALLET_FILE: path, SOLANA_RPC_URL: chain.url } });
  await createWallet(service.ctx, path, async () => {});
});
afterAll(async () => {
  await service?.stop();
  await chain?.stop();
  rmSync(folder, { recursive: true });
});

const take = (paymentId: string) => takeAddress(service.ctx.db, service.ctx.clock, paymentId);
const live = (changed: Partial<SolanaLiveChain> = {}) =>
  ({ ...liveSolana(service.ctx.config.chains), ...changed }) as SolanaLiveChain;
async function todos(changed: Partial<SolanaLiveChain> = {}) {
  const findings = await checkSolanaNow(service.ctx, live(changed));
  return findings.flatMap(({ what, todo }) => (todo === null ? [] : [what]));
}

describe('the pool of Solana addresses', () => {
  it('that is empty refuses payments, and the check says so', async () => {
    await expect(take('pay_none')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await todos()).toEqual(['deposit addresses']);
  });

  it('is filled by two workers at once with the same addresses', async () => {
    const workers = [createFillTask(path), createFillTask(path)];
    for (let done = 1; done > 0; ) {
      const made = await Promise.all(workers.map((worker) => worker.run(service.ctx)));
      done = Math.max(...made);
    }
    const [row] = await service.ctx.db<{ count: bigint; last: number }[]>`
      select count(*), max(index) as last from solana_addresses`;
    expect(Number(row?.count)).toBe((row?.last ?? 0) + 1);
    expect(Number(row?.count)).toBeGreaterThanOrEqual(1000);
    expect(await todos()).toEqual([]);
  });

  it('gives each payment one address of its own, however many ask at once', async () => {
    const payments = Array.from({ length: 30 }, (_, index) => `pay_${index}`);
    const asked = await Promise.all([...payments, ...payments, ...payments].map(take));
    expect(new Set(asked).size).toBe(30);
    expect(await Promise.all(payments.map(take))).toEqual(asked.slice(0, 30));
  });
});

describe('an address that a payment had before a backup was restored', () => {
  const minuteMs = 60_000;
  let aheadMs = 0;
  let skipUsed = createSkipUsedAddresses();

  /** What a worker skips whose node leaves out histories, and balances too. */
  async function skip(change: Partial<SolanaNode> = {}): Promise<number> {
    const clock = { ...service.ctx.clock, nowMs: () => Date.now() + aheadMs };
    return withSolana(service.ctx, live(), (rpc) =>
      skipUsed({ ...service.ctx, clock }, { ...createSolanaNode(rpc), ...change }, [live().usdcMint]),
    );
  }
  const noHistory = { historyPage: async () => [] } satisfies Partial<SolanaNode>;
  const nothing = {
    ...noHistory,
    balances: async (accounts) => accounts.map(() => ({ units: 0n, slot: 1 })),
  } satisfies Partial<SolanaNode>;

  async function payTo(place: number, token: 'SOL' | 'USDC') {
    const free = await selectNextFree(service.ctx.db, place + 1);
    const last = free.at(-1);
    await chain.pay({ token, to: last?.address ?? '', units: 5_000_000n });
    chain.mine();
    return last?.index ?? 0;
  }
  const nextFree = async () => (await selectNextFree(service.ctx.db, 1))[0]?.index;

  it.each(['USDC', 'SOL'] as const)(
    'is skipped for its %s where the node leaves out its history',
    async (token) => {
      const index = await payTo(20, token);
      skipUsed = createSkipUsedAddresses();
      expect(await skip(noHistory)).toBe(121);
      expect(await nextFree()).toBe(index + 101);
    },
  );

  it('is skipped later in the first hour if the node showed nothing of it at first', async () => {
    const index = await payTo(20, 'USDC');
    skipUsed = createSkipUsedAddresses();
    expect(await skip(nothing)).toBe(0);
    aheadMs += minuteMs;
    expect(await skip(nothing)).toBe(0);
    expect(await skip()).toBe(0);
    aheadMs += 5 * minuteMs;
    expect(await skip()).toBe(121);
    expect(await nextFree()).toBe(index + 101);
  });
});

describe('the check of Solana', () => {
  it('tells what the fee payer has, and does not turn payments off without it', async () => {
    const { solana_fee_payer } = await selectedWallet(service.ctx);
    const findings = await checkSolanaNow(service.ctx, live());
    const found = `${solana_fee_payer} has 0.000000 SOL: refunds wait until you send some`;
    expect(findings.at(-1)).toEqual({ what: 'fee payer', found, todo: null });
    const units = chain.rentFor(0) + 12n * (10_000n + chain.rentFor(165)) - 1n;
    await chain.pay({ token: 'SOL', to: solana_fee_payer ?? '', units });
    chain.mine();
    const [funded] = (await checkSolanaNow(service.ctx, live())).slice(-1);
    expect(funded?.found).toMatch(/^\w+ has 0\.\d+ SOL: enough for 11 transfers or more$/);
  });

  it.each([
    ['another chain', { genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }, ['node']],
    ['a mint that does not exist', { usdcMint: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk' }, ['USDC']],
    ['another token than USDC', { usdcMint: 'So11111111111111111111111111111111111111112' }, ['USDC']],
    ['no node', { rpcUrls: ['http://127.0.0.1:1'] }, ['node']],
  ])('finds %s', async (_name, changed, what) => {
    expect(await todos(changed)).toEqual(what);
  });
});
