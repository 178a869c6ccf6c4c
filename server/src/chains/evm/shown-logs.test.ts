import { expect, it } from 'vitest';
import type { Header, Log } from '../rpc/answers.ts';
import { bloomOf } from './bloom.ts';
import type { EvmNode } from './node.ts';
import { bloomTest, shownLogs } from './shown-logs.ts';

const contract = `0x${'c1'.repeat(20)}`;
const topic = `0x${'11'.repeat(32)}`;
const mayHold = bloomTest({ addresses: [contract], topic, receivers: null });

const logOf = (logIndex: number, address = contract): Log => ({
  address,
  topics: [topic],
  data: '0x',
  blockHash: `0x${'b0'.repeat(32)}`,
  blockNumber: 1,
  txHash: `0x${'e0'.repeat(32)}`,
  logIndex,
});

function headerWith(bloom: Uint8Array | null): Header {
  return {
    number: 1,
    hash: logOf(0).blockHash,
    parentHash: '',
    time: new Date(0),
    bloom,
    receiptsRoot: null,
  };
}

/** The indexes of the logs that are found, and whether a proof was asked for. */
async function found(bloom: Uint8Array | null, answered: Log[], all: Log[], mayHide = mayHold) {
  let proofs = 0;
  const node = {
    async logsIn() {
      proofs++;
      return all;
    },
  } as unknown as EvmNode;
  const { logs } = await shownLogs(node, [headerWith(bloom)], answered, mayHide);
  return { indexes: logs.map(({ logIndex }) => logIndex), proofs };
}

const full = new Uint8Array(256).fill(0xff);
const stranger = logOf(7, `0x${'d1'.repeat(20)}`);

it('needs no proof of a block whose bloom allows no such log', async () => {
  expect(await found(bloomOf([stranger]), [], [])).toEqual({ indexes: [], proofs: 0 });
});

it('asks for a proof where the bloom allows a log that was not answered, or there is no bloom', async () => {
  const both = [logOf(0), logOf(1)];
  expect(await found(bloomOf(both), [], both)).toEqual({ indexes: [0, 1], proofs: 1 });
  expect(await found(null, [logOf(1)], both)).toEqual({ indexes: [0, 1], proofs: 1 });
});

it('keeps an answered log that the proof does not have', async () => {
  expect(await found(bloomOf([logOf(0)]), [stranger], [logOf(0)])).toEqual({ indexes: [0, 7], proofs: 1 });
});

it('takes any answered log of a busy block as a sign that the node has them, and no answer as none', async () => {
  expect(await found(full, [stranger], [])).toEqual({ indexes: [7], proofs: 0 });
  expect(await found(full, [], [logOf(0)])).toEqual({ indexes: [0], proofs: 1 });
});
