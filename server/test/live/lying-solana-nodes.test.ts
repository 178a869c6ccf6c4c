import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countAlarms } from '../../src/messages/alarms/alarms.ts';
import { until } from '../support/process.ts';
import { type Lie, type LyingNode, startLyingNode } from './lying-node.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';

const usdc = 1_000_000n;
/** What is really paid, and recognised in answers by its number. */
const little = 1_234_567n;

async function start(lyingFirst: boolean) {
  let liar: LyingNode | undefined;
  const live = await startSolanaService(async (url) => {
    liar = await startLyingNode(url);
    const honest = url.replace('localhost', '127.0.0.1');
    return lyingFirst ? [liar.url, honest] : [honest, liar.url];
  });
  if (!liar) throw new Error('no node');
  return { live, liar };
}

/** Shows more than was paid: in balances, and in the transaction. */
function exaggerates(units: bigint): Lie {
  return ({ method }, result) => {
    if (method === 'getTransaction')
      return JSON.parse(JSON.stringify(result).replaceAll(`"${little}"`, `"${units}"`));
    if (method !== 'getMultipleAccounts') return result;
    const { context, value } = result as { context: object; value: ({ data: [string, string] } | null)[] };
    return {
      context,
      value: value.map((one) => one && { ...one, data: [more(one.data[0], units), one.data[1]] }),
    };
  };
}

function more(data: string, units: bigint): string {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length < 72 || bytes.readBigUInt64LE(64) !== little) return data;
  bytes.writeBigUInt64LE(units, 64);
  return bytes.toString('base64');
}

/** Another address wherever a transaction has this one. */
const shows =
  (other: string, instead: string): Lie =>
  ({ method }, result) =>
    method === 'getTransaction' ? JSON.parse(JSON.stringify(result).replaceAll(instead, other)) : result;

const hides: Lie = ({ method }, result) => (method === 'getTransaction' ? null : result);
const otherSlot: Lie = ({ method }, result) =>
  method === 'getTransaction' && result
    ? { ...(result as object), slot: (result as { slot: number }).slot + 1 }
    : result;

describe.each([
  ['the node that lies is read first', true],
  ['the honest node is read first', false],
])('%s', (_, lyingFirst) => {
  let live: SolanaService;
  let liar: LyingNode;
  beforeAll(async () => {
    ({ live, liar } = await start(lyingFirst));
    live.ctx.log.level = 'silent';
  });
  afterAll(async () => {
    await live?.stop();
    await liar?.stop();
  });
  beforeEach(() => {
    liar.lie = null;
  });

  const open = async (amount: string) => {
    const { payment_id = '', address = '' } = await live.open('USDC', { amount });
    return { payment_id, address };
  };
  const statusOf = async (id: string) => (await live.get(id))['status'];
  const disputes = async () => (await countAlarms(live.ctx)).get('nodes') ?? 0;
  const mining = (isDone: () => Promise<boolean>) =>
    until(async () => {
      live.chain.mine(4);
      return isDone();
    }, 60_000);

  it('completes a payment that both show', async () => {
    const { payment_id, address } = await open('1500.00');
    await live.chain.pay({ token: 'USDC', to: address, units: 1500n * usdc });
    await mining(async () => (await statusOf(payment_id)) === 'completed');
    const [row] = await live.ctx.db`select confirmed_by from arrivals where address = ${address}`;
    expect(String(row?.['confirmed_by']).split(', ').sort()).toEqual(['127.0.0.1', 'localhost']);
  });

  it('waits for the second node', async () => {
    liar.lie = 'down';
    const large = await open('1500.00');
    const small = await open('20.00');
    await live.chain.pay({ token: 'USDC', to: large.address, units: 1500n * usdc });
    await live.chain.pay({ token: 'USDC', to: small.address, units: 20n * usdc });
    await mining(async () => (await statusOf(small.payment_id)) === 'completed');
    live.chain.mine(finalityBlocks * 2);
    expect(await statusOf(large.payment_id)).toBe('processing');
    liar.lie = null;
    await mining(async () => (await statusOf(large.payment_id)) === 'completed');
  });

  it('never completes a payment by money that one node invents', async () => {
    const { payment_id, address } = await open('2000.00');
    await live.chain.pay({ token: 'USDC', to: address, units: little });
    liar.lie = exaggerates(2000n * usdc);
    if (lyingFirst) await mining(async () => (await disputes()) === 1);
    for (let i = 0; i < 10; i++) live.chain.mine(finalityBlocks);
    expect(await statusOf(payment_id)).not.toBe('completed');
    const [row] = await live.ctx.db`
      select coalesce(sum(units), 0) as units from arrivals where address = ${address} and state = 'final'`;
    expect(BigInt(String(row?.['units']))).toBeLessThanOrEqual(little);
    liar.lie = null;
    await mining(async () => (await disputes()) === 0);
    expect(await statusOf(payment_id)).not.toBe('completed');
  });

  it("never completes a payment by another one's money, which one node says was for it", async () => {
    const [customer, thief] = [await open('1500.00'), await open('1500.00')];
    liar.lie = shows(thief.address, customer.address);
    const { treasury: to } = live;
    await live.chain.pay({ token: 'USDC', to, units: 1500n * usdc, references: [customer.address] });
    await mining(async () => (await disputes()) === 1);
    for (let i = 0; i < 10; i++) live.chain.mine(finalityBlocks);
    expect(await statusOf(thief.payment_id)).not.toBe('completed');
    liar.lie = null;
    await mining(async () => (await disputes()) === 0);
    await mining(async () => (await statusOf(customer.payment_id)) === 'completed');
    expect(await statusOf(thief.payment_id)).not.toBe('completed');
  });

  it('never takes for the payer whom one node alone names', async () => {
    const [wallet] = live.chain.wallets;
    const thief = 'Thie4u8DBHbe3AcGtpAaRVPgbjPdbWzUbFpT6i7zjWRw';
    const { payment_id, address } = await open('1500.00');
    liar.lie = shows(thief, wallet?.address ?? '');
    await live.chain.pay({ token: 'USDC', to: address, units: 1500n * usdc });
    await mining(async () => (await disputes()) === 1);
    expect(await statusOf(payment_id)).not.toBe('completed');
    liar.lie = null;
    await mining(async () => (await disputes()) === 0);
    await mining(async () => (await statusOf(payment_id)) === 'completed');
    const [row] = await live.ctx
      .db`select payer_address from arrivals where address = ${address} and state = 'final'`;
    expect(row?.['payer_address']).toBe(wallet?.address);
  });

  if (!lyingFirst)
    it.each([
      ['hides a transaction', hides],
      ['shows it in another slot', otherSlot],
    ])('holds money while the other %s, and goes on when it does not', async (_name, lie) => {
      const { payment_id, address } = await open('1500.00');
      liar.lie = lie;
      await live.chain.pay({ token: 'USDC', to: address, units: 1500n * usdc });
      await mining(async () => (await disputes()) === 1);
      expect(await statusOf(payment_id)).toBe('processing');
      const [dispute] = await live.ctx.db`select found from node_disputes`;
      expect(dispute?.['found']).toMatch(
        /^127\.0\.0\.1 shows transaction \w+ in block \d+ .* and localhost has /,
      );
      liar.lie = null;
      await mining(async () => (await statusOf(payment_id)) === 'completed');
      expect(await disputes()).toBe(0);
    });
});
