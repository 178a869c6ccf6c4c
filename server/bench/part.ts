import { openBench } from './bench.ts';
import { parts } from './parts.ts';

/** Runs one part in a process of its own, and sends its rows. Ends with the process that started it. */
process.once('disconnect', () => process.exit(1));
const name = process.env['BENCH_PART'] ?? '';
const load = parts[name];
if (!load) throw new Error(`no part is named ${name}`);
const bench = await openBench(process.env['BENCH_POSTGRES_URL'] ?? '', `bench_${name}`);
const rows = await (await load())(bench);
// A part that measured nothing is broken, not fast.
const figures = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'number');
if (rows.length === 0 || !figures.every(Number.isFinite))
  throw new Error(`${name} measured nothing: ${JSON.stringify(rows)}`);
await bench.close();
process.send?.({ rows: JSON.stringify(rows) }, () => process.exit(0));
