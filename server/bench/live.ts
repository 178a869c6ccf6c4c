import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, encodeFunctionData } from 'viem';
import { multicall, multicallAbi, tokenAbi } from '../../devnet/evm/contracts.ts';
import type { EvmChains } from '../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../devnet/evm/start-chains.ts';
import type { Context } from '../src/app/context.ts';
import { liveChains } from '../src/chains/setup/live-chains.ts';
import { createWallet, loadWallet } from '../src/chains/wallets/wallets.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import type { Db } from '../src/platform/db/client.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { deployVault } from '../test/live/deploy-vault.ts';
import type { Child } from './child.ts';
import { percentile } from './latency.ts';
import { type Paid, untilSeen } from './paid.ts';
import { measureSignatures } from './signatures.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';
import { makeEndpoints, masterKey } from './webhooks.ts';

const pollMs = 500;
const samples = sized(40, 2);
const arrivals = sized(1000, 20);
const wantedMs = 5000;
const paidAtOnce = 20;
const units = 10_000_000n;

/** From a block with money in it to `payment.processing` at the receiver, p50. */
async function sightMs({ chains, open, seen }: Paid): Promise<number> {
  const latencies: number[] = [];
  for (let n = 0; n < samples; n++) {
    const [to] = await open(1);
    if (!to) throw new Error('no address');
    await chains.pay({ chain: 'base', token: 'USDC', to, units });
    const minedAt = Date.now();
    const at = await untilSeen(seen, 1);
    latencies.push(at - minedAt);
    // So that blocks come at any moment between two polls.
    await sleep((n * 137) % pollMs);
  }
  return percentile(
    latencies.sort((a, b) => a - b),
    0.5,
  );
}

/** The same from a node that fails a third of its requests. A flaky node must only be slow. */
async function measureFlaky(paid: Paid, usualMs: number): Promise<Row> {
  paid.chains.outage('base', { kind: '500', share: 1 / 3 });
  const p50 = await sightMs(paid);
  paid.chains.outage('base', false);
  return {
    what: 'the same, a third of the requests to the node failing',
    subject: `${p50} ms`,
    baseline: `${usualMs} ms`,
    ratio: p50 / usualMs,
    goal: 'at most 5.0',
    met: p50 <= 5 * usualMs,
  };
}

async function measureSight(paid: Paid): Promise<{ row: Row; p50: number }> {
  const p50 = await sightMs(paid);
  const row = {
    what: 'block with a payment to payment.processing at the receiver, p50',
    subject: `${p50} ms`,
    baseline: `${pollMs} ms poll`,
    ratio: p50 / pollMs,
    goal: `at most ${pollMs + 50} ms`,
    met: p50 <= pollMs + 50,
  };
  return { row, p50 };
}

/** From a block with 1,000 payments to the last `payment.processing`. */
async function measureCrowd({ chains, open, seen }: Paid): Promise<Row> {
  const addresses = await open(arrivals);
  await chains.pay({ chain: 'base', token: 'USDC', to: multicall, units: units * BigInt(arrivals) });
  for (let done = 0; done < arrivals; done += paidAtOnce)
    await chains
      .on('base')
      .transact(payAll(chains, addresses.slice(done, done + paidAtOnce)), { mine: false });
  await chains.mine('base');
  const minedAt = Date.now();
  const ms = (await untilSeen(seen, arrivals)) - minedAt;
  return {
    what: `block with ${arrivals} payments to the last payment.processing`,
    subject: `${ms} ms`,
    baseline: `${pollMs} ms poll`,
    ratio: ms / wantedMs,
    goal: `at most ${wantedMs} ms`,
    met: ms <= wantedMs,
  };
}

/** One transaction that pays many addresses: a node's queue gets slow with a thousand. */
function payAll({ tokens }: EvmChains<'base'>, addresses: Address[]) {
  const calls = addresses.map((to) => ({
    target: tokens.base.USDC,
    allowFailure: false,
    callData: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, units] }),
  }));
  const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] });
  return { to: multicall, data };
}

/** Live payments on a local chain, over the service's own API, watched by its workers. */
export async function measureLive(
  db: Db,
  receiver: string,
  startService: (env: Record<string, string>) => Promise<Child>,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-live-'));
  const chains = await startEvmChains({ chains: ['base'] });
  await chains.rpc('base', 'evm_setBlockGasLimit', ['0x77359400']);
  const files = {
    BENCH_CHAINS_FILE: join(folder, 'chains.json'),
    BENCH_WALLET_FILE: join(folder, 'wallet.json'),
  };
  const base = {
    rpc_urls: [chains.urls.base],
    tokens: chains.tokens.base,
    confirmations: 3,
    poll_ms: pollMs,
  };
  writeFileSync(files.BENCH_CHAINS_FILE, JSON.stringify({ base }));
  await prepareVault(db, chains, files);
  const service = await startService(files);
  const { url = '', liveKey = '' } = service.message;
  await listenLive(db, `${receiver}/timed/live`);
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, error } = (await answer.json()) as { data: Record<string, string>; error?: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(error));
    return data;
  };
  const create = () => post('/payments', { amount: '10.00', currency: 'USD' });
  const openOne = async () => {
    const { payment_id: id } = await create();
    const { address } = await post(`/payments/${id}/deposits`, { chain: 'base', token: 'USDC' });
    return address as Address;
  };
  const paid: Paid = {
    chains,
    async open(count) {
      const addresses: Address[] = [];
      while (addresses.length < count)
        addresses.push(...(await Promise.all(Array.from({ length: Math.min(20, count) }, openOne))));
      return addresses;
    },
    openCheckout: async () => `${url}/checkout/${(await create())['payment_id']}`,
    async seen() {
      const seen = (await (await fetch(`${receiver}/seen`)).json()) as [string, number][];
      return seen.map(([, at]) => at);
    },
  };
  await untilOffered(openOne);
  await paid.seen();
  const sight = await measureSight(paid);
  const rows = [sight.row, await measureFlaky(paid, sight.p50), await measureCrowd(paid)];
  rows.push(...(await measureSignatures(paid)));
  await service.stop();
  await chains.stop();
  rmSync(folder, { recursive: true });
  return rows;
}

/** The wallet and the vault, as `wallet create` and `chains deploy` make them. */
async function prepareVault(
  db: Db,
  chains: EvmChains<'base'>,
  files: { BENCH_CHAINS_FILE: string; BENCH_WALLET_FILE: string },
): Promise<void> {
  const ctx = {
    db,
    secrets: createSecrets([masterKey]),
    clock: { now: () => new Date(), nowMs: Date.now },
  } as unknown as Context;
  const path = files.BENCH_WALLET_FILE;
  const { evm_vault: vault } = await createWallet(ctx, path, async () => {});
  const config = parseConfig({ CHAINS_FILE: files.BENCH_CHAINS_FILE, WALLET_FILE: path });
  const [live] = liveChains(config.chains, vault);
  if (!live) throw new Error('base is not configured');
  await deployVault(chains, live, await loadWallet(ctx, path));
}

/** An endpoint of the demo merchant for live events; the API would refuse an address on this machine. */
async function listenLive(db: Db, url: string): Promise<void> {
  const [merchant = ''] = await makeEndpoints(db, [url], 1);
  await db`
    update webhook_endpoints set environment = 'live', events = '{payment.processing}',
      merchant_id = (select merchant_id from merchants where name = 'Demo Shop')
    where merchant_id = ${merchant}`;
}

/** The workers check the chain before the service offers it. */
async function untilOffered(openOne: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await openOne();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(200);
    }
  }
}
