import type { AccountKey, Posting } from './posting.ts';

type Line = Posting['lines'][number];

/** A line, and the account that gets the opposite of its units. */
interface Pair {
  line: Line;
  other: AccountKey | null;
}

/**
 * The lines of a posting as moves between two accounts. In each token one account, the hub, gets what all others give, or
 * the reverse: what is at a deposit address is the merchant's and the operator's. Lines without a hub stay alone, and the
 * database looks whether they are balanced.
 */
export function pairUp(lines: readonly Line[]): Pair[] {
  const moving = lines.filter(({ units }) => units !== 0n);
  const [first] = moving;
  if (!first) return [];
  const same = moving.filter((line) => isSameAsset(line, first));
  if (same.length === moving.length) return pairAsset(moving);
  return [...pairAsset(same), ...pairUp(moving.filter((line) => !isSameAsset(line, first)))];
}

function pairAsset(lines: readonly Line[]): Pair[] {
  const isBalanced = lines.reduce((sum, { units }) => sum + units, 0n) === 0n;
  const hub = isBalanced ? lines.find((line) => isHub(line, lines)) : undefined;
  if (!hub) return lines.map((line) => ({ line, other: null }));
  return lines.filter((line) => line !== hub).map((line) => ({ line, other: hub.account }));
}

/** Never a merchant's balance, whose entries are found by their first account. */
function isHub(line: Line, lines: readonly Line[]): boolean {
  if (line.account.kind === 'merchant_balance') return false;
  return lines.every((other) => other === line || other.units > 0n !== line.units > 0n);
}

function isSameAsset({ account: a }: Line, { account: b }: Line): boolean {
  return a.token === b.token && a.chain === b.chain && a.environment === b.environment;
}
