import { mkdtempSync, writeFileSync } from 'node:fs';
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
import { migrate } from '../src/platform/db/migrate.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { deployVault } from '../test/live/deploy-vault.ts';
import { type Bench, folder as benchFolder } from './bench.ts';
import type { Child } from './child.ts';
import { makeEndpoints, masterKey } from './webhooks.ts';

export const pollMs = 500;
export const confirmations = 3;
const paidAtOnce = 20;
const units = 10_000_000n;

/** A service that watches a local chain, and a merchant that takes live payments with it. */
export interface LiveService {
  chains: EvmChains<'base'>;
  pollMs: number;
  service: Child;
  receiver: Child;
  /** Creates live payments of 10 USDC and returns where each is paid. */
  open(count: number): Promise<Address[]>;
  /** Creates one and returns its id and its checkout. */
  openCheckout(): Promise<{ paymentId: string; url: string }>;
  /** Pays all of these in one block. */
  payInOneBlock(addresses: Address[]): Promise<void>;
  pay(address: Address): Promise<void>;
  /** The one event that is delivered from now on. */
  listenTo(event: 'payment.processing' | 'payment.completed'): Promise<void>;
  /** Waits for so many deliveries. Returns the time of the last. */
  untilSeen(count: number): Promise<number>;
  /** Waits until the receiver was told `payment.processing` of this payment. Returns the time. */
  untilTold(paymentId: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startLiveService(bench: Bench): Promise<LiveService> {
  const { db } = bench;
  await migrate(db);
  const receiver = await bench.startReceiver();
  const receiverUrl = receiver.message['url'] ?? '';
  const chains = await startEvmChains({ chains: ['base'] });
  await chains.rpc('base', 'evm_setBlockGasLimit', ['0x77359400']);
  const service = await bench.startService(await prepareChain(db, chains));
  const endpoint = await addEndpoint(db, `${receiverUrl}/timed/live`);
  const { create, open } = opener(service.message);
  await untilOffered(open);
  const takeSeen = async () => (await (await fetch(`${receiverUrl}/seen`)).json()) as [string, number][];
  const told = new Map<string, number>();
  return {
    chains,
    pollMs,
    service,
    receiver,
    async open(count) {
      const addresses: Address[] = [];
      while (addresses.length < count)
        addresses.push(...(await Promise.all(Array.from({ length: Math.min(20, count) }, open))));
      return addresses;
    },
    async openCheckout() {
      const paymentId = (await create()) ?? '';
      return { paymentId, url: `${service.message['url']}/checkout/${paymentId}` };
    },
    async pay(to) {
      await chains.pay({ chain: 'base', token: 'USDC', to, units });
    },
    async payInOneBlock(addresses) {
      await chains.pay({
        chain: 'base',
        token: 'USDC',
        to: multicall,
        units: units * BigInt(addresses.length),
      });
      for (let done = 0; done < addresses.length; done += paidAtOnce)
        await chains
          .on('base')
          .transact(payAll(chains, addresses.slice(done, done + paidAtOnce)), { mine: false });
      await chains.mine('base');
    },
    async listenTo(event) {
      await db`update webhook_endpoints set events = ${[event]}::text[] where endpoint_id = ${endpoint}`;
      await fetch(`${receiverUrl}/seen`);
    },
    async untilSeen(count) {
      const times: number[] = [];
      while (times.length < count) {
        await sleep(20);
        times.push(...(await takeSeen()).map(([, at]) => at));
      }
      return Math.max(...times);
    },
    async untilTold(paymentId) {
      for (;;) {
        await sleep(20);
        for (const [eventId, at] of await takeSeen()) told.set(eventId, at);
        const [event] = await db<{ event_id: string }[]>`
          select event_id from events where resource_id = ${paymentId} and type = 'payment.processing'`;
        const at = event && told.get(event.event_id);
        if (at !== undefined) return at;
      }
    },
    async stop() {
      await service.stop();
      await chains.stop();
    },
  };
}

/** `create` creates a live payment and returns its id, `open` also asks for its address. */
function opener({ url, liveKey }: Record<string, string>) {
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
  const create = async () => (await post('/payments', { amount: '10.00', currency: 'USD' }))['payment_id'];
  const open = async () => {
    const { address } = await post(`/payments/${await create()}/deposits`, { chain: 'base', token: 'USDC' });
    return address as Address;
  };
  return { create, open };
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

/** The chain's settings, the wallet and the vault, as `wallet create` and `chains deploy` make them. */
async function prepareChain(db: Db, chains: EvmChains<'base'>): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(benchFolder, 'live-'));
  const chainsFile = join(folder, 'chains.json');
  const path = join(folder, 'wallet.json');
  const base = { rpc_urls: [chains.urls.base], tokens: chains.tokens.base, confirmations, poll_ms: pollMs };
  writeFileSync(chainsFile, JSON.stringify({ base }));
  const ctx = {
    db,
    secrets: createSecrets([masterKey]),
    clock: { now: () => new Date(), nowMs: Date.now },
  } as unknown as Context;
  const { evm_vault: vault } = await createWallet(ctx, path, async () => {});
  const config = parseConfig({ CHAINS_FILE: chainsFile, WALLET_FILE: path });
  const [live] = liveChains(config.chains, vault);
  if (!live) throw new Error('base is not configured');
  await deployVault(chains, live, await loadWallet(ctx, path));
  return { BENCH_CHAINS_FILE: chainsFile, BENCH_WALLET_FILE: path };
}

/** An endpoint of the demo merchant for live events; the API would refuse an address on this machine. */
async function addEndpoint(db: Db, url: string): Promise<string> {
  const [merchant = ''] = await makeEndpoints(db, [url], 1);
  const [row] = await db<{ endpoint_id: string }[]>`
    update webhook_endpoints set environment = 'live', events = '{payment.processing}',
      merchant_id = (select merchant_id from merchants where name = 'Demo Shop')
    where merchant_id = ${merchant} returning endpoint_id`;
  return row?.endpoint_id ?? '';
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
