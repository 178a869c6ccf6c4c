import { expect, it } from 'vitest';
import { flushes } from '../../deposits/evm/flushes.ts';
import type { Connection } from '../../rpc/connection.ts';
import { firstLimits } from '../../rpc/connection.ts';
import { toTopic } from '../../rpc/hex.ts';
import type { LiveChain } from '../live-chain.ts';
import type { UnconfirmedRow } from '../quorum-store.ts';
import { evmOpinions } from './opinions.ts';

const word = (digit: string) => `0x${digit.repeat(64)}`;
const [vault, deposit] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const chain = { flushes: flushes(vault), tokens: [], strays: [] } as unknown as LiveChain;

const header = { number: '0x5', hash: word('5'), parentHash: word('4'), timestamp: '0x1', transactions: [] };
const flush = {
  address: vault,
  topics: [chain.flushes?.topic, word('0'), toTopic(deposit)],
  data: `0x${(1000).toString(16).padStart(64, '0')}`,
  blockHash: word('4'),
  blockNumber: '0x4',
  transactionHash: word('a'),
  logIndex: '0x7',
};

/** A node that answers these methods. */
function nodeWith(answers: Record<string, unknown>): Connection {
  const call = async (method: string) => answers[method];
  const batch: Connection['batch'] = (calls) => Promise.all(calls.map(({ method }) => call(method)));
  return { host: 'node.example', limits: { ...firstLimits }, call, batch };
}

it('takes off what a node itself shows to have left, and nothing else', async () => {
  const arrival = {
    kind: 'balance',
    address: deposit,
    tx_hash: null,
    block_hash: word('5'),
    block_number: 5n,
    units: '1000',
    arrived: '2000',
    departures: [
      { address: deposit, block_hash: word('4'), block_number: 4, identity: 'log:7', units: '1000' },
    ],
  } as unknown as UnconfirmedRow;
  const showing = async (logs: unknown[]) => {
    const answers = { eth_getBlockByNumber: header, eth_getBalance: '0x3e8', eth_getLogs: logs };
    return (await evmOpinions(nodeWith(answers), chain, [arrival])).map(({ shows }) => shows);
  };
  expect(await showing([flush])).toEqual([true]);
  expect(await showing([])).toEqual([false]);
  expect(await showing([{ ...flush, logIndex: '0x8' }])).toEqual([false]);
  expect(await showing([{ ...flush, data: word('0').replace(/0$/, '1') }])).toEqual([false]);
});

it('finds native money in its block, and says nothing while it has no receipt: its index of transactions may lag', async () => {
  const [payer, hash] = [`0x${'3'.repeat(40)}`, word('b')];
  const arrival = {
    kind: 'native',
    address: deposit,
    payer_address: payer,
    tx_hash: hash,
    block_hash: word('5'),
    block_number: 5n,
    units: '1000',
  } as unknown as UnconfirmedRow;
  const sent = { hash, from: payer, to: deposit, value: '0x3e8' };
  const receipt = { transactionHash: hash, blockHash: word('5'), status: '0x1' };
  const showing = async (transactions: unknown[], given: unknown) => {
    const answers = {
      eth_getBlockByNumber: { ...header, transactions },
      eth_getTransactionByHash: null,
      eth_getTransactionReceipt: given,
    };
    return (await evmOpinions(nodeWith(answers), chain, [arrival])).map(({ shows }) => shows);
  };
  expect(await showing([sent], receipt)).toEqual([true]);
  expect(await showing([sent], null)).toEqual([null]);
  expect(await showing([sent], { ...receipt, status: '0x0' })).toEqual([false]);
  expect(await showing([sent], { ...receipt, blockHash: word('6') })).toEqual([false]);
  expect(await showing([{ ...sent, from: vault }], receipt)).toEqual([false]);
  expect(await showing([], null)).toEqual([false]);
});
