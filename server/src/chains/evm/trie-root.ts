import { keccak256, numberToHex, toRlp } from 'viem/utils';
import { groupBy } from '../../lib/group-by.ts';
import type { Hex } from '../rpc/hex.ts';

/** A value at the end of its path, one hex digit per step. */
interface Leaf {
  path: string;
  value: Hex;
}

type Item = Hex | Item[];

/** Shorter nodes are part of their parent; others are named by their hash. */
const hashChars = 2 + 2 * 32;

/** The root of the Merkle Patricia trie that maps the RLP of each index to its value. */
export function trieRoot(values: readonly Hex[]): Hex {
  if (values.length === 0) return keccak256(toRlp('0x'));
  const leaves = values.map((value, index) => ({ path: keyOf(index), value }));
  return keccak256(toRlp(nodeOf(leaves, 0)));
}

function keyOf(index: number): string {
  return toRlp(index === 0 ? '0x' : numberToHex(index, { size: index > 0xff ? 2 : 1 })).slice(2);
}

/** The node of these leaves, whose paths are the same up to `depth`. No path is the beginning of another. */
function nodeOf(leaves: readonly Leaf[], depth: number): Item[] {
  const [first] = leaves;
  if (!first) throw new Error('a node needs a leaf');
  if (leaves.length === 1) return [compact(first.path.slice(depth), true), first.value];
  let end = depth;
  while (leaves.every(({ path }) => path[end] === first.path[end])) end++;
  if (end > depth) return [compact(first.path.slice(depth, end), false), referenceTo(nodeOf(leaves, end))];
  const byDigit = groupBy(leaves, ({ path }) => path[depth]);
  const children = Array.from('0123456789abcdef', (digit): Item => {
    const below = byDigit.get(digit);
    return below ? referenceTo(nodeOf(below, depth + 1)) : '0x';
  });
  return [...children, '0x'];
}

function referenceTo(node: Item[]): Item {
  const encoded = toRlp(node);
  return encoded.length < hashChars ? node : keccak256(encoded);
}

/** Two digits per byte, after a digit that says whether the path ends here and whether its length is odd. */
function compact(path: string, isLeaf: boolean): Hex {
  const flag = (isLeaf ? 2 : 0) + (path.length % 2);
  return `0x${flag}${path.length % 2 === 0 ? '0' : ''}${path}`;
}
