import { connect } from '../src/db/client.ts';
import { migrate } from '../src/db/migrate.ts';
import { openEmbedded } from '../test/support/test-postgres.ts';
import { prepareBase } from './base.ts';
import { faultGroups } from './faults.ts';
import { runHistory } from './history.ts';

const postgres = await openEmbedded({ durable: false });
const db = connect(postgres.url, { poolSize: 1 });
await migrate(db);
await db.end();
const base = await prepareBase(postgres.url);
const n = Number(process.argv[3] ?? 3);
let steps = 0;
const t = performance.now();
for (let seed = Number(process.argv[2] ?? 1), i = 0; i < n; i++, seed++) {
  const s = performance.now();
  const c = process.cpuUsage();
  const o = await runHistory(base, {
    seed,
    groups: process.argv[4] === 'none' ? [] : faultGroups,
    keepsTrace: true,
  });
  const u = process.cpuUsage(c);
  steps += o.steps;
  console.log(
    seed,
    o.digest.slice(0, 12),
    'steps',
    o.steps,
    'faults',
    o.faults,
    (performance.now() - s).toFixed(0),
    'ms cpu',
    (u.user + u.system) / 1000,
    o.problems,
  );
  if (process.env['TRACE']) console.log(o.lines.join('\n'));
}
await base.database.close();
await postgres.close();
process.exit(0);
