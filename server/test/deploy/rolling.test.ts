import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/platform/db/client.ts';
import { buildVersion } from '../../src/platform/version.ts';
import { createEmptyDatabase } from '../platform/db/empty-database.ts';
import { cleanEnv, makeDataDir } from '../support/process.ts';
import { type Build, buildHere, buildRelease, lastRelease } from './builds.ts';
import { startLoad } from './load.ts';

/* Two versions beside each other on one database, under load: the last release and this commit, as far as there is a release. */

/** What a next version could add: columns of busy tables, a table, and an index that is built while they are written. */
const further = {
  '9998_next.sql': `-- works with: ${buildVersion()}
alter table payments add column rolling_note text;
alter table api_keys add column rolling_limit integer not null default 7;
alter table deliveries add column rolling_note text;
create table rolling_things (n integer primary key);`,
  '9999_index.sql': `-- works with: ${buildVersion()}
create index concurrently payments_by_rolling_note on payments (rolling_note);`,
};

const last = lastRelease();
if (last === null)
  process.stderr.write('No version was released yet: a next version stands in for this commit.\n');
const pairs: { name: string; older: () => Build; newer: () => Build }[] = [
  { name: 'this commit and a next version', older: buildHere, newer: () => buildHere('99.0.0', further) },
  ...(last === null
    ? []
    : [{ name: `${last.version} and this commit`, older: () => buildRelease(last), newer: buildHere }]),
];

describe.each(pairs)('$name', ({ older, newer }) => {
  const dataDir = makeDataDir();
  const folders = [dataDir.path];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('serve side by side while the schema changes, and nothing fails, is lost or doubled', async () => {
    const [before, after] = [older(), newer()];
    folders.push(before.folder, after.folder);
    const database = await createEmptyDatabase();
    const masterKey = 'ab'.repeat(32);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir.path, MASTER_KEY: masterKey, DEMO: '1' };
    const load = startLoad(env);
    try {
      await load.start('old', before);
      await load.untilMade(15);

      const command = [after.cli, 'migrate', '--json'];
      const migrated = execFileSync(process.execPath, command, { env: cleanEnv(env), encoding: 'utf8' });
      expect(JSON.parse(migrated)).toHaveProperty('applied');
      await load.untilMade(15);

      await load.start('new', after);
      await load.untilMade(30);

      // An old process that dies starts again on the newer schema.
      await load.kill('old');
      await load.untilMade(10);
      await load.start('old', before);
      await load.untilMade(30);

      // Back to the old version alone, and forward again.
      await load.kill('new');
      await load.untilMade(10);
      await load.start('new', after);
      await load.untilMade(10);

      const made = await load.stop();
      expect(load.problems).toEqual([]);
      const db = connect(database.url, { poolSize: 1 });
      const [kept] = await db`
        select count(*)::int as payments, count(*) filter (where status = 'refunded')::int as refunded from payments`;
      expect(kept).toEqual({ payments: made, refunded: made });
      const events = await db`
        select type, count(*)::int as count, count(distinct resource_id)::int as different from events
        where type in ('payment.completed', 'refund.completed') group by type order by type`;
      expect(events.map((row) => ({ ...row }))).toEqual([
        { type: 'payment.completed', count: made, different: made },
        { type: 'refund.completed', count: made, different: made },
      ]);
      await db.end();
    } finally {
      await load.end();
      await database.drop();
    }
  }, 600_000);
});
