import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Base, prepareBase } from '../../simulation/base.ts';
import { faultGroups as groups } from '../../simulation/faults.ts';
import { runHistory } from '../../simulation/history.ts';
import { openPool } from '../../simulation/history-pool.ts';
import { sourcePlants } from '../../simulation/plants/of-source.ts';
import { firstOf } from '../../simulation/shrink.ts';
import { bundleRelease } from '../../simulation/versions/bundle-release.ts';
import { connect } from '../../src/platform/db/client.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { lastRelease } from '../deploy/builds.ts';
import { budget, isLong } from '../support/chance.ts';
import { openEmbedded } from '../support/test-postgres.ts';

const timeout = budget(7_200_000, 900_000);
const last = lastRelease();
if (last === null) process.stderr.write('No version was released yet: no history has two.\n');

async function openCluster() {
  const postgres = await openEmbedded({ durable: false });
  const db = connect(postgres.url, { poolSize: 1 });
  await migrate(db);
  await db.end();
  return postgres;
}

describe.skipIf(last === null)('histories in which a process runs the last release', () => {
  let base: Base;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const postgres = await openCluster();
    const release = bundleRelease();
    base = await prepareBase(postgres.url, release);
    close = async () => {
      await base.close();
      await postgres.close();
      release?.remove();
    };
  });
  afterAll(() => close());

  it('lose no money and send none twice, whichever process it is', { timeout }, async () => {
    const never = new Set(['api', 'worker-1', 'worker-2']);
    const most = budget(100, 12);
    for (let seed = 1; seed <= most && (isLong || seed <= 4 || never.size > 0); seed++) {
      const options = { seed, groups, isMixed: true, runsRelease: true, keepsTrace: true };
      const { problems, lines } = await runHistory(base, options);
      expect(problems).toEqual([]);
      for (const line of lines) never.delete(/^(.+)#\d+ runs the release$/.exec(line)?.[1] ?? '');
    }
    expect([...never]).toEqual([]);
  });

  it.each(isLong ? ['release-salts', 'release-fingerprints'] : ['release-salts'])(
    'show that the release does not fit: %s',
    { timeout },
    async (name) => {
      const postgres = await openCluster();
      const pool = await openPool(postgres.url, 1, name);
      const run = (seed: number) => pool.run({ seed, groups, plant: name });
      const found = await firstOf(run, 1, sourcePlants[name]?.within ?? 0, 1);
      await pool.close();
      await postgres.close();
      expect(found).not.toBeNull();
    },
  );
});
