import { keccak256, pad, stringToHex, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flushes as flushesOf } from '../../src/chains/deposits/evm/flushes.ts';
import { multicall3 } from '../../src/chains/evm/evm-chains.ts';
import { transferTopic } from '../../src/chains/watching/evm/arrivals-in-block.ts';
import { countAlarms } from '../../src/messages/alarms/alarms.ts';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { confirmations, type LiveService, type Opened, startServiceBeside } from './live-service.ts';
import { isPaidBy, type Lie, type LyingNode, startLyingNode } from './lying-node.ts';

const usdc = 10n ** 6n;
const payer = '0x00000000000000000000000000000000000000Ad';

/** The service with two nodes: one that may lie, and an honest one. */
async function start(lyingFirst: boolean) {
  let liar: LyingNode | undefined;
  const live = await startServiceBeside(['base'], null, {}, null, async (url) => {
    liar = await startLyingNode(url);
    return lyingFirst ? [liar.url, url] : [url, liar.url];
  });
  if (!liar) throw new Error('no node');
  return { live, liar };
}

/** A transfer that no block has, in the first block after this one that is read. */
function invents(to: string, units: bigint, contract: string, after: number): Lie {
  return addsLog({ contract, topics: [transferTopic, pad(payer), word(to)], units, after });
}

/** A flush that no block has: money that the vault took out of this address. */
function flushes(address: string, units: bigint, vault: string, after: number): Lie {
  return addsLog({
    contract: vault,
    topics: [flushesOf(vault).topic, word('0x'), word(address)],
    units,
    after,
  });
}

function addsLog(log: { contract: string; topics: string[]; units: bigint; after: number }): Lie {
  let place: { blockHash: string; blockNumber: string } | null = null;
  return ({ method, params }, result) => {
    const block = result as { hash: string; number: string } | null;
    if (method === 'eth_getBlockByNumber' && block && place === null && Number(block.number) > log.after)
      place = { blockHash: block.hash, blockNumber: block.number };
    if (method !== 'eth_getLogs' || !place || !covers(params[0], place)) return result;
    const logs = result as { blockHash: string }[];
    const invented = {
      ...place,
      address: log.contract.toLowerCase(),
      topics: log.topics.map((topic) => topic.toLowerCase()),
      data: pad(toHex(log.units)),
      transactionHash: keccak256(stringToHex(log.topics.join())),
      transactionIndex: '0x0',
      logIndex: '0x63',
      removed: false,
    };
    return [...logs, invented];
  };
}

const word = (one: string) => pad(one as `0x${string}`).toLowerCase();

function covers(filter: unknown, place: { blockHash: string; blockNumber: string }): boolean {
  const { blockHash, fromBlock, toBlock } = filter as Record<string, string>;
  if (blockHash) return blockHash === place.blockHash;
  return (
    BigInt(fromBlock ?? 0) <= BigInt(place.blockNumber) && BigInt(toBlock ?? 0) >= BigInt(place.blockNumber)
  );
}

/** Leaves out every transfer to this address. */
function hides(address: string): Lie {
  return ({ method }, result) =>
    method === 'eth_getLogs'
      ? (result as { topics: string[] }[]).filter(
          ({ topics }) => topics[2] !== pad(address as `0x${string}`).toLowerCase(),
        )
      : result;
}

/** Names another sender of what transactions bring to this address. */
function isSentBy(thief: string, address: string): Lie {
  const other = (one: unknown) => {
    const transaction = one as { to?: string | null; from?: string } | null;
    return transaction?.to?.toLowerCase() === address.toLowerCase()
      ? { ...transaction, from: thief.toLowerCase() }
      : one;
  };
  return ({ method }, result) => {
    if (method === 'eth_getTransactionByHash') return other(result);
    if (method !== 'eth_getBlockByNumber' || !result) return result;
    const block = result as { transactions: unknown[] };
    return { ...block, transactions: block.transactions.map(other) };
  };
}

/** Shows more native money at this address than there is. */
function addsTo(address: string, extra: () => bigint): Lie {
  return ({ method, params: [on] }, result) => {
    // Without the contract that reads many, balances are read one by one.
    if (method === 'eth_call' && (on as { to: string }).to === multicall3) return '0x';
    const isIt = method === 'eth_getBalance' && String(on).toLowerCase() === address.toLowerCase();
    return isIt ? toHex(BigInt(result as string) + extra()) : result;
  };
}

/** Other blocks at every height. */
const otherBranch: Lie = ({ method }, result) => {
  if (method !== 'eth_getBlockByNumber' || !result) return result;
  const block = result as { hash: string; parentHash: string };
  const other = (hash: string) => keccak256(hash as `0x${string}`);
  return { ...block, hash: other(block.hash), parentHash: other(block.parentHash) };
};

describe.each([
  ['the node that lies is read first', true],
  ['the honest node is read first', false],
])('%s', (_, lyingFirst) => {
  let live: LiveService<'base'>;
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

  const contract = () => live.chains.tokens.base['USDC'] ?? '';
  const open = (amount: string) => live.open('base', 'USDC', { amount });
  const pay = ({ address }: Opened, units: bigint) =>
    live.chains.pay({ chain: 'base', token: 'USDC', to: address, units });
  const statusOf = async ({ payment_id }: Opened) => (await live.get(payment_id))['status'];
  const disputes = async () => (await countAlarms(live.ctx)).get('nodes') ?? 0;
  const untilDisputed = () =>
    until(async () => {
      await live.chains.mine('base');
      return (await disputes()) === 1;
    }, 60_000);
  const untilCompleted = async (payment: Opened) =>
    until(async () => {
      await live.chains.mine('base');
      return (await statusOf(payment)) === 'completed';
    }, 60_000);

  it('completes a payment that both show, and says which nodes did', async () => {
    const payment = await open('1500.00');
    await pay(payment, 1500n * usdc);
    await untilCompleted(payment);
    const [row] = await live.ctx.db`select confirmed_by from arrivals where address = ${payment.address}`;
    expect(String(row?.['confirmed_by']).split(', ').sort()).toEqual(['127.0.0.1', 'localhost']);
    expect(await disputes()).toBe(0);
  });

  it('waits while only one answers, and goes on when the other is back', async () => {
    liar.lie = 'down';
    const [large, small] = [await open('1500.00'), await open('900.00')];
    await pay(large, 1500n * usdc);
    await pay(small, 900n * usdc);
    await live.chains.mine('base', confirmations + 3);
    await untilCompleted(small);
    expect(await statusOf(large)).toBe('processing');
    liar.lie = null;
    await untilCompleted(large);
  });

  it('holds everything final while one hides a transfer, names both, and goes on when it is honest', async () => {
    const payment = await open('1500.00');
    await pay(payment, 1500n * usdc);
    await live.untilRead('base');
    liar.lie = hides(payment.address);
    await untilDisputed();
    const small = await open('20.00');
    await pay(small, 20n * usdc);
    await live.chains.mine('base', confirmations + 3);
    await live.untilRead('base');
    expect([await statusOf(payment), await statusOf(small)]).toEqual(['processing', 'processing']);
    const [dispute] = await live.ctx.db`select found from node_disputes`;
    expect(dispute?.['found']).toMatch(
      /^127\.0\.0\.1 shows transaction 0x\w+ in block \d+ \(0x\w+\), and localhost has that block without it$/,
    );
    liar.lie = null;
    await untilCompleted(payment);
    await untilCompleted(small);
    expect(await disputes()).toBe(0);
  });

  it('never completes a payment by a transfer that one node invents', async () => {
    const payment = await open('2000.00');
    liar.lie = invents(payment.address, 2000n * usdc, contract(), live.chains.head('base'));
    if (lyingFirst) await untilDisputed();
    await live.chains.mine('base', confirmations + 5);
    await live.untilRead('base');
    expect(await statusOf(payment)).not.toBe('completed');
    expect(await live.received(payment.payment_id)).toBe(0n);
    // Honest again, it does not show it either: nodes of two hosts say that it is not there.
    liar.lie = null;
    await until(async () => {
      await live.chains.mine('base');
      return (await disputes()) === 0;
    }, 60_000);
    expect(await live.received(payment.payment_id)).toBe(0n);
    expect(await statusOf(payment)).not.toBe('completed');
  });

  it('never completes a payment by native money that one node adds to what is there', async () => {
    const third = 10n ** 18n / 3n;
    const payment = await live.open('base', 'ETH', { amount: '3000.00' });
    const arrivals = async () => {
      const rows = await live.ctx.db`
        select kind, state from arrivals where address = ${payment.address} and state <> 'gone' order by block_number`;
      return rows.map((row) => `${row['kind']} ${row['state']}`);
    };
    await live.chains.pay({ chain: 'base', token: 'ETH', to: payment.address, units: third });
    await live.untilRead('base');
    let extra = 0n;
    liar.lie = addsTo(payment.address, () => extra);
    for (const invented of [third, 2n * third + 2n]) {
      extra = invented;
      const count = (await arrivals()).length;
      await live.chains.mine('base');
      await live.untilRead('base');
      if (lyingFirst)
        await until(async () => {
          await live.chains.mine('base');
          return (await arrivals()).length > count;
        }, 60_000);
    }
    if (lyingFirst) await untilDisputed();
    await live.chains.mine('base', confirmations + 5);
    await live.untilRead('base');
    expect(await live.received(payment.payment_id)).toBeLessThanOrEqual(third);
    expect(await statusOf(payment)).not.toBe('completed');
    liar.lie = null;
    await until(async () => {
      await live.chains.mine('base');
      return (await live.received(payment.payment_id)) === third && (await disputes()) === 0;
    }, 60_000);
    expect(await arrivals()).toEqual(['native final']);
  });

  it('never counts native money twice, although one node says that what was there had left', async () => {
    const third = 10n ** 18n / 3n;
    const payment = await live.open('base', 'ETH', { amount: '3000.00' });
    await live.chains.pay({ chain: 'base', token: 'ETH', to: payment.address, units: third });
    await until(async () => {
      await live.chains.mine('base');
      return (await live.received(payment.payment_id)) === third;
    }, 60_000);
    liar.lie = flushes(payment.address, third, live.vault, live.chains.head('base'));
    if (lyingFirst)
      await until(async () => {
        await live.chains.mine('base');
        return (await disputes()) === 1 || (await live.received(payment.payment_id)) > third;
      }, 60_000);
    await live.chains.mine('base', confirmations + 5);
    await live.untilRead('base');
    expect(await live.received(payment.payment_id)).toBe(third);
    // Honest again, it does not show the flush either, and what the balance seems to have more is invented.
    liar.lie = null;
    const left = async () =>
      (await live.ctx.db`select from departures where address = ${payment.address} and not gone`).length;
    await until(async () => {
      await live.chains.mine('base');
      return (await disputes()) === 0 && (await left()) === 0;
    }, 60_000);
    expect(await live.received(payment.payment_id)).toBe(third);
    await live.chains.mine('base', 2);
    await live.untilRead('base');
    const seen = await live.ctx.db`
      select kind from arrivals where address = ${payment.address} and state <> 'gone'`;
    expect(seen, 'what is there is explained').toEqual([{ kind: 'native' }]);
  });

  it.each([
    ['a transfer', 'USDC' as const, 1500n * usdc, isPaidBy],
    ['native money', 'ETH' as const, 10n ** 18n / 2n, isSentBy],
  ])('never takes for the payer of %s whom one node alone names', async (_what, token, units, lies) => {
    const thief = '0x00000000000000000000000000000000000bad00';
    const payment = await live.open('base', token, { amount: '1500.00' });
    liar.lie = lies(thief, payment.address);
    await live.chains.pay({ chain: 'base', token, to: payment.address, units });
    await untilDisputed();
    expect(await statusOf(payment)).not.toBe('completed');
    const [dispute] = await live.ctx.db`select found from node_disputes`;
    expect(dispute?.['found']).toContain('has that block without it');
    liar.lie = null;
    await until(async () => {
      await live.chains.mine('base');
      return (await disputes()) === 0;
    }, 60_000);
    const stolen = await live.ctx.db`
      select from arrivals where lower(payer_address) = ${thief} and address = ${payment.address} and state <> 'gone'`;
    expect(stolen).toHaveLength(0);
    await untilCompleted(payment);
  });

  it('holds money while one is on another branch, and lies in turns do not change that', async () => {
    const payment = await open('3000.00');
    await pay(payment, 3000n * usdc);
    await live.untilRead('base');
    liar.lie = otherBranch;
    if (!lyingFirst) await untilDisputed();
    for (const lie of [hides(payment.address), otherBranch, 'down' as const, otherBranch]) {
      liar.lie = lie;
      await live.chains.mine('base', 2);
      expect(await live.received(payment.payment_id)).toBe(0n);
    }
    liar.lie = null;
    await untilCompleted(payment);
    expect(await live.received(payment.payment_id)).toBe(3000n * usdc);
  });

  it('is told by chains check', async () => {
    const { stdout } = await causewayHere(['chains', 'check', '--json'], live.env);
    const row = (JSON.parse(stdout) as { what: string; found: string }[]).find(
      ({ what }) => what === 'quorum',
    );
    expect(row?.found).toContain('from 1000 USD nodes of 2 hosts');
  });
});
