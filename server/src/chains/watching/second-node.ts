import { groupBy } from '../../lib/group-by.ts';

/** What one node says about an arrival that another one has shown. */
export interface Opinion {
  host: string;
  /** Null if it does not know the block yet, or cannot say. */
  shows: boolean | null;
  /** What it has at that height. */
  block: string;
  /** Whether a denial counts. An empty answer does not: a node with a lagging index gives it too. */
  isCertain: boolean;
}

export type Verdict =
  | { is: 'confirmed'; by: string }
  /** Nodes differ. */
  | { is: 'denied'; by: string; found: string }
  /** Nodes of two hosts deny it for certain, and none shows it. */
  | { is: 'invented' }
  | { is: 'unknown' };

/** Host names without ports and keys: two URLs of one provider are one node's word. */
export function hostNames(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).hostname))];
}

/** How many hosts must show something: two, or all if there are fewer. */
export function neededHosts(urls: readonly string[]): number {
  return Math.min(2, hostNames(urls).length);
}

const nameOf = ({ host }: { host: string }) => host.replace(/:\d+$/, '');

/** One node that differs is enough to doubt. `needed` hosts must show it. */
export function judge(
  arrival: { block: string; number: number; what: string },
  opinions: readonly Opinion[],
  needed: number,
): Verdict {
  const showing = opinions.filter(({ shows }) => shows === true);
  const denying = opinions.filter(({ shows }) => shows === false);
  const [yes, no] = [new Set(showing.map(nameOf)), new Set(denying.map(nameOf))];
  const [denier] = denying;
  if (!denier) return yes.size >= needed ? { is: 'confirmed', by: [...yes].join(', ') } : { is: 'unknown' };
  const certain = new Set(denying.filter(({ isCertain }) => isCertain).map(nameOf));
  if (yes.size === 0 && certain.size >= 2) return { is: 'invented' };
  const shown = yes.size > 0 ? [...yes].join(', ') : 'the node that was read first';
  const other = denier.block === arrival.block ? 'has that block without it' : `has ${denier.block} there`;
  const found = `${shown} shows ${arrival.what} in block ${arrival.number} (${arrival.block}), and ${[...no].join(', ')} ${other}`;
  return { is: 'denied', by: [...no].join(', '), found };
}

/** What nodes of `needed` hosts answer alike, by a key. Null if there are too few, or as many that answer something else. */
export function alike<A extends { host: string; key: string }>(
  answers: readonly A[],
  needed: number,
): A | null {
  const groups = [...groupBy(answers, ({ key }) => key).values()];
  const [agreed = [], ...others] = groups.filter((group) => new Set(group.map(nameOf)).size >= needed);
  return others.length === 0 ? (agreed[0] ?? null) : null;
}
