import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../../devnet/evm/random.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { budget, isLong, usualSeed } from '../../support/chance.ts';
import { type RunningCommand, start } from '../../support/process.ts';
import { startRpcProxy } from './rpc-proxy.ts';
import {
  finalityBlocks,
  type SolanaSendingService,
  startSolanaSendingService,
} from './solana-sending-service.ts';

const payers = budget(40, 12);
const refundsOfEach = budget(10, 5);
const patienceMs = budget(1200, 600) * 1000;
const seed = `chaos ${process.env['CHANCE_SEED'] ?? usualSeed}`;
const random = createRandom(seed);

let service: SolanaSendingService;
beforeAll(async () => {
  service = await startSolanaSendingService(seed);
});
afterAll(() => service?.stop());

const happened: Record<string, number> = {};
function happens(what: string, share: number): boolean {
  const isSo = random() < share;
  if (isSo) happened[what] = (happened[what] ?? 0) + 1;
  return isSo;
}

/** What happens to the chain in one turn. */
function disturb(): void {
  const { chain } = service;
  if (happens('forks', 0.05)) {
    chain.fork(1 + Math.floor(random() * (finalityBlocks - 1)), random() < 0.5 ? 'all' : []);
  } else if (happens('lags', 0.05)) chain.lag(0, Math.floor(random() * 30), 0);
  else if (random() < 0.2) chain.lag();
  chain.mine();
}

interface Statuses {
  context: { slot: number };
  value: unknown[];
}

it(`${payers * refundsOfEach} refunds by two workers that are killed are each paid once`, async () => {
  const workers = new Map<number, RunningCommand>();
  const proxy = await startRpcProxy({
    url: service.chain.url,
    random,
    killShare: budget(0.01, 0.03),
    maxKills: budget(1000, 6),
    share: { before: 0.03, after: 0.03, nullReceipts: 0 },
    kill: (worker) => workers.get(worker)?.child.kill('SIGKILL'),
    swallows: (method) => method === 'sendTransaction' && happens('drops', 0.2),
    alters: (method, result) => {
      if (method !== 'getSignatureStatuses' || !happens('old statuses', 0.15)) return result;
      const { context, value } = result as Statuses;
      return { context: { ...context, slot: context.slot - 100 }, value: value.map(() => null) };
    },
  });
  let isOver = false;
  const keepRunning = async (worker: number) => {
    const env = {
      ...service.env(proxy.urlFor(worker)),
      DATABASE_URL: service.databaseUrl,
      LOG_LEVEL: 'fatal',
    };
    while (!isOver) {
      const running = start(['work'], env);
      workers.set(worker, running);
      const ended = await running.ended;
      if (ended !== 'SIGKILL' && !isOver) throw new Error(`worker ended with ${ended}: ${running.output()}`);
    }
  };

  const ids: string[] = [];
  const signers = await Promise.all(
    Array.from({ length: payers }, (_, index) => localSigner(`payer ${index}`)),
  );
  const payments: string[] = [];
  for (const { address } of signers)
    payments.push(await service.addPaid(address, 10_000_000n * BigInt(refundsOfEach)));
  service.chain.mine(finalityBlocks + 1);
  // One after another, so that they meet in different states.
  const refundNext = async () => {
    const payment = payments[ids.length % payers];
    if (payment && ids.length < payers * refundsOfEach) ids.push(await service.refund(payment, '10.00'));
  };
  const running = [keepRunning(1), keepRunning(2)];
  const open = async () =>
    Number(
      (await service.ctx.db`select count(*)::int as open from refunds where status = 'processing'`)[0]?.[
        'open'
      ],
    );
  const deadline = Date.now() + patienceMs;
  try {
    for (let turn = 1; Date.now() < deadline; turn++) {
      if (turn % 3 === 0) await refundNext();
      disturb();
      await Promise.race([sleep(60), ...running]);
      if (turn % 20 === 0 && ids.length === payers * refundsOfEach && (await open()) === 0) break;
    }
  } finally {
    isOver = true;
    for (const { child } of workers.values()) child.kill('SIGKILL');
    await Promise.allSettled(running);
    await proxy.stop();
  }
  service.chain.lag();
  const seen = JSON.stringify({ ...proxy.counts, ...happened, open: await open() });
  if (isLong) process.stdout.write(`${seen}\n`);
  // Enough happened to prove something.
  expect(proxy.counts.kills, seen).toBeGreaterThan(2);
  expect(await open(), seen).toBe(0);
  expect(await service.paidOnChain(ids), seen).toEqual(ids.map(() => 1));
  for (const { address } of signers)
    expect(await service.balanceOf(address)).toBe(10_000_000n * BigInt(refundsOfEach));
  const [counts] = await service.ctx.db`
    select (select count(*)::int from transfers where status <> 'completed') as unfinished,
      (select count(*)::int from solana_batches where status = 'open') as unsettled,
      (select count(*)::int from events where type = 'refund.completed') as events`;
  expect(counts, seen).toEqual({ unfinished: 0, unsettled: 0, events: ids.length });
}, 1_300_000);
