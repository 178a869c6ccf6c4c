/** Runs `work` in `workers` parallel loops for about `durationMs`. Returns the rate per second. */
export async function perSecond(
  workers: number,
  durationMs: number,
  work: (sequence: number) => Promise<void>,
): Promise<number> {
  let done = 0;
  let sequence = 0;
  const startedAt = performance.now();
  const until = startedAt + durationMs;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < until) {
        await work(sequence++);
        done++;
      }
    }),
  );
  return (done / (performance.now() - startedAt)) * 1000;
}

export interface Comparison {
  subject: number;
  baseline: number;
  ratio: number;
}

/**
 * Alternates both sides and returns the round with the median ratio, so that other load on the machine affects both
 * alike. Either begins every other round: tables grow, so that who comes second is slower. The first round is a warm-up
 * and does not count.
 */
export async function compare(
  rounds: number,
  subject: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Comparison> {
  const results: Comparison[] = [];
  for (let round = 0; round <= rounds; round++) {
    const early = round % 2 === 0 ? null : await subject();
    const base = await baseline();
    const own = early ?? (await subject());
    if (round > 0) results.push({ subject: own, baseline: base, ratio: own / base });
  }
  results.sort((a, b) => a.ratio - b.ratio);
  const middle = results[Math.floor(results.length / 2)];
  if (!middle) throw new Error('compare needs at least one round');
  return middle;
}
