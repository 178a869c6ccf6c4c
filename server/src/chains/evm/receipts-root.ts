import { type Log, parseLog } from '../rpc/answers.ts';
import { type Hex, parseBytes, parseList, parseObject, parseUnits } from '../rpc/hex.ts';
import { GarbageAnswer } from '../rpc/rpc-error.ts';
import { encodeRlp, rlpInteger } from './rlp.ts';
import { trieRoot } from './trie-root.ts';

/** The deposits of OP-stack chains have two fields of their own. */
const depositType = 0x7en;

/** The logs of a block's receipts in order, and the root that its header has if none of them is missing. */
export function logsInReceipts(answer: unknown): { logs: Log[]; root: Hex } {
  const receipts = parseList(answer, (one) => {
    const receipt = parseObject(one);
    return { receipt, logs: parseList(receipt['logs'], parseLog).filter((log) => log !== null) };
  });
  const logs = receipts.flatMap((receipt) => receipt.logs);
  // The root does not commit to this number, and arrivals are told apart by it.
  if (logs.some(({ logIndex }, index) => logIndex !== index))
    throw new GarbageAnswer('the logs of receipts are not numbered in order');
  return { logs, root: trieRoot(receipts.map(({ receipt, logs: own }) => encode(receipt, own))) };
}

function encode(receipt: Record<string, unknown>, logs: readonly Log[]): Buffer {
  const type = receipt['type'] === undefined ? 0n : parseUnits(receipt['type']);
  const fields = encodeRlp([
    // Before Byzantium, the state after the transaction instead of its status.
    receipt['status'] === undefined ? bytes(parseBytes(receipt['root'])) : integer(receipt['status']),
    integer(receipt['cumulativeGasUsed']),
    bytes(parseBytes(receipt['logsBloom'])),
    logs.map(({ address, topics, data }) => [bytes(address), topics.map(bytes), bytes(data)]),
    ...(type === depositType ? depositFields(receipt) : []),
  ]);
  return type === 0n ? fields : Buffer.concat([rlpInteger(type), fields]);
}

function depositFields({ depositNonce, depositReceiptVersion }: Record<string, unknown>): Buffer[] {
  return [depositNonce, depositReceiptVersion].flatMap((value) =>
    value === undefined || value === null ? [] : [integer(value)],
  );
}

const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex');
const integer = (value: unknown) => rlpInteger(parseUnits(value));
