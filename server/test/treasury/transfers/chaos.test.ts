import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, type Hash, type Hex, keccak256, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../../devnet/evm/random.ts';
import { budget, isLong, usualSeed } from '../../support/chance.ts';
import { type RunningCommand, start } from '../../support/process.ts';
import { startRpcProxy } from './rpc-proxy.ts';
import { confirmations, type SendingService, startSendingService } from './sending-service.ts';

const payers = budget(40, 12);
const refundsOfEach = budget(10, 5);
const shops = budget(10, 3);
const payoutsOfEach = budget(4, 2);
const patienceMs = 1_200_000;
const seed = `chaos ${process.env['CHANCE_SEED'] ?? usualSeed}`;
const random = createRandom(seed);

let service: SendingService;
beforeAll(async () => {
  service = await startSendingService(seed);
});
afterAll(() => service?.stop());

/** What happens to the chain in one turn. */
async function disturb(happened: Record<string, number>): Promise<void> {
  const { chains } = service;
  const count = (what: string) => {
    happened[what] = (happened[what] ?? 0) + 1;
  };
  const chance = random();
  if (chance < 0.06) {
    count('reorgs');
    const keep = random() < 0.5 ? 'all' : [];
    return chains.reorg('base', 1 + Math.floor(random() * 3), { keep }).catch(() => chains.mine('base'));
  }
  if (chance < 0.12) {
    const pool = (await chains.rpc('base', 'eth_pendingTransactions')) as { hash: Hash }[];
    const one = pool[Math.floor(random() * pool.length)];
    if (one && (await chains.drop('base', one.hash))) count('drops');
  } else if (chance < 0.14 && (happened['foreign'] ?? 0) < 5) {
    if (await useNonceElsewhere()) count('foreign');
  } else if (chance < 0.3) {
    count('spikes');
    const fee = BigInt(Math.floor(1e9 * (1 + random() * 20)));
    await chains.rpc('base', 'hardhat_setNextBlockBaseFeePerGas', [toHex(fee)]);
  }
  await chains.mine('base');
}

/** Somebody with the operator's key sends a transaction with the nonce that is next. */
async function useNonceElsewhere(): Promise<boolean> {
  const { chains, wallet } = service;
  const account = mnemonicToAccount(wallet.words);
  const nonce = Number(await chains.rpc('base', 'eth_getTransactionCount', [account.address, 'latest']));
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce,
    to: account.address,
    gas: 21_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n ** 11n,
  });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(chains.urls.base, { method: 'POST', body, headers });
  return 'result' in ((await answer.json()) as object);
}

/** Two workers that are killed, on a disturbed chain, until all that was requested has ended. Says what happened. */
async function underChaos(
  maxKills: number,
  total: number,
  requestNext: () => Promise<void>,
  countOpen: () => Promise<{ requested: number; open: number }>,
): Promise<string> {
  // What was paid in is not to be lost: the ledger has it.
  await service.chains.mine('base', confirmations);
  const workers = new Map<number, RunningCommand>();
  const proxy = await startRpcProxy({
    url: service.chains.urls.base,
    random,
    // A few transfers are over after some dozens of requests.
    killShare: budget(0.03, 0.1),
    maxKills,
    share: { before: 0.03, after: 0.03, nullReceipts: 0.15 },
    kill: (worker) => workers.get(worker)?.child.kill('SIGKILL'),
  });
  let isOver = false;
  const keepRunning = async (worker: number) => {
    const env = {
      ...service.env(proxy.urlFor(worker)),
      DATABASE_URL: service.databaseUrl,
      LOG_LEVEL: 'error',
    };
    while (!isOver) {
      const running = start(['work'], env);
      workers.set(worker, running);
      const ended = await running.ended;
      if (ended !== 'SIGKILL' && !isOver) throw new Error(`worker ended with ${ended}: ${running.output()}`);
    }
  };
  const running = [keepRunning(1), keepRunning(2)];
  const happened: Record<string, number> = {};
  const deadline = Date.now() + patienceMs;
  let left = { requested: 0, open: 0 };
  try {
    for (let turn = 1; Date.now() < deadline; turn++) {
      // One after another, so that they are many transactions.
      if (turn % 3 === 0) await requestNext();
      await disturb(happened);
      await Promise.race([sleep(60), ...running]);
      if (turn % 20 !== 0) continue;
      left = await countOpen();
      if (left.requested === total && left.open === 0) break;
    }
  } finally {
    isOver = true;
    for (const { child } of workers.values()) child.kill('SIGKILL');
    await Promise.allSettled(running);
    await proxy.stop();
  }
  const seen = JSON.stringify({ ...proxy.counts, ...happened, ...left });
  if (isLong) process.stdout.write(`${seen}\n`);
  // Enough happened to prove something.
  expect(proxy.counts.kills, seen).toBeGreaterThan(2);
  expect(left, seen).toEqual({ requested: total, open: 0 });
  return seen;
}

it(`${payers * refundsOfEach} refunds by two workers that are killed are each paid once`, async () => {
  const ids: string[] = [];
  const addresses = Array.from({ length: payers }, (_, index) => payerAt(index));
  const payments: string[] = [];
  for (const payer of addresses)
    payments.push(await service.addPaid(payer, 10_000_000n * BigInt(refundsOfEach)));
  // Foreign transactions have the ledger compared with the chain.
  await service.watch();
  const refundNext = async () => {
    const payment = payments[ids.length % payers];
    if (payment && ids.length < payers * refundsOfEach) ids.push(await service.refund(payment, '10.00'));
  };
  const countOpen = async () => {
    const [row] = await service.ctx.db`
      select count(*)::int as open from refunds where status = 'processing'`;
    return { requested: ids.length, open: Number(row?.['open']) };
  };
  const seen = await underChaos(budget(1000, 10), payers * refundsOfEach, refundNext, countOpen);
  expect(await service.paidOnChain(ids), seen).toEqual({ times: ids.map(() => 1), again: 0 });
  for (const payer of addresses)
    expect(await service.balanceOf(payer)).toBe(10_000_000n * BigInt(refundsOfEach));
  const [counts] = await service.ctx.db`
    select (select count(*)::int from transfers where status <> 'completed') as unfinished,
      (select count(*)::int from transfer_batches where status = 'open') as unsettled,
      (select count(*)::int from events where type = 'refund.completed') as events`;
  expect(counts, seen).toEqual({ unfinished: 0, unsettled: 0, events: ids.length });
}, 1_300_000);

// Each waits for a comparison with the chain, so a few take as long as many refunds.
it(`${shops * payoutsOfEach} payouts by two workers that are killed are each paid once`, async () => {
  const units = 100_000_000n;
  const keys: { key: string; wallet: Address }[] = [];
  for (let index = 0; index < shops; index++)
    keys.push(await service.addShop(payerAt(1000 + index), units * BigInt(payoutsOfEach)));
  const ids: string[] = [];
  // One payout of a balance is under way at a time: a shop that is busy is asked again later.
  const payOutNext = async () => {
    const shop = keys[ids.length % shops];
    if (!shop || ids.length === shops * payoutsOfEach) return;
    const body = { chain: 'base', token: 'USDC', token_amount: '100' };
    const asked = await Promise.all(
      [1, 2].map(() => service.call('POST', '/payouts', { key: shop.key, body })),
    );
    ids.push(...asked.flatMap(({ json }) => json.data?.payout_id ?? []));
  };
  const countOpen = async () => {
    // The sweeps of what the shops were paid may end after the payouts.
    const [row] = await service.ctx.db`
      select (select count(*)::int from payouts where status = 'processing')
        + (select count(*)::int from transfers where status <> 'completed') as open`;
    return { requested: ids.length, open: Number(row?.['open']) };
  };
  const seen = await underChaos(budget(40, 5), shops * payoutsOfEach, payOutNext, countOpen);
  expect(await service.paidOnChain(ids), seen).toEqual({ times: ids.map(() => 1), again: 0 });
  for (const { wallet } of keys)
    expect(await service.balanceOf(wallet), seen).toBe(units * BigInt(payoutsOfEach));
  const [counts] = await service.ctx.db`
    select (select count(*)::int from transfers where status <> 'completed') as unfinished,
      (select count(*)::int from events where type = 'payout.completed') as events,
      (select coalesce(sum(ledger_balance(account_id)), 0)::text from ledger_accounts
        where kind in ('merchant_balance', 'in_transit') and merchant_id <> ${service.merchantId}) as owed`;
  expect(counts, seen).toEqual({ unfinished: 0, events: ids.length, owed: '0' });
}, 1_300_000);

function payerAt(index: number): Address {
  const hash: Hex = keccak256(toHex(`payer ${index}`));
  return `0x${hash.slice(26)}`;
}
