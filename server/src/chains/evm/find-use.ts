/**
 * The block in which an account used a nonce, at or before `last`; null if it has not. Looks back from there in steps
 * that double, then halves: most nodes keep old state for about a hundred blocks only, and a use is usually recent.
 */
export async function findUse(
  nonce: number,
  last: number,
  countAt: (block: number) => Promise<number>,
): Promise<number | null> {
  if (last < 0 || (await countAt(last)) <= nonce) return null;
  let used = last;
  let unused = last;
  for (let step = 1; unused === used || (unused >= 0 && (await countAt(unused)) > nonce); step *= 2) {
    used = unused;
    unused = Math.max(-1, used - step);
  }
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2);
    if ((await countAt(middle)) > nonce) used = middle;
    else unused = middle;
  }
  return used;
}
