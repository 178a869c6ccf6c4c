import { keccak256 } from 'viem/utils';
import { groupBy } from '../../lib/group-by.ts';
import type { Hex } from '../rpc/hex.ts';
import { encodeRlp, type RlpItem, rlpInteger } from './rlp.ts';

/** A value at the end of its path, one hex digit per step. */
interface Leaf {
  path: string;
  value: Uint8Array;
}

/** Shorter nodes are part of their parent; others are named by their hash. */
const hashBytes = 32;
const nothing = new Uint8Array();

/** The root of the Merkle Patricia trie that maps the RLP of each index to its value. */
export function trieRoot(values: readonly Uint8Array[]): Hex {
  const leaves = values.map((value, index) => ({
    path: encodeRlp(rlpInteger(index)).toString('hex'),
    value,
  }));
  return keccak256(encodeRlp(leaves.length === 0 ? nothing : nodeOf(leaves, 0)));
}

/** The node of these leaves, whose paths are the same up to `depth`. No path is the beginning of another. */
function nodeOf(leaves: readonly Leaf[], depth: number): RlpItem[] {
  const [first] = leaves;
  if (!first) throw new Error('a node needs a leaf');
  if (leaves.length === 1) return [compact(first.path.slice(depth), true), first.value];
  let end = depth;
  while (leaves.every(({ path }) => path[end] === first.path[end])) end++;
  if (end > depth) return [compact(first.path.slice(depth, end), false), referenceTo(nodeOf(leaves, end))];
  const byDigit = groupBy(leaves, ({ path }) => path[depth]);
  const children = Array.from('0123456789abcdef', (digit): RlpItem => {
    const below = byDigit.get(digit);
    return below ? referenceTo(nodeOf(below, depth + 1)) : nothing;
  });
  return [...children, nothing];
}

function referenceTo(node: RlpItem[]): RlpItem {
  const encoded = encodeRlp(node);
  return encoded.length < hashBytes ? node : keccak256(encoded, 'bytes');
}

/** Two digits per byte, after a digit that says whether the path ends here and whether its length is odd. */
function compact(path: string, isLeaf: boolean): Buffer {
  const flag = (isLeaf ? 2 : 0) + (path.length % 2);
  return Buffer.from(`${flag}${path.length % 2 === 0 ? '0' : ''}${path}`, 'hex');
}
