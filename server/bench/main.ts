import { parts, pricesName } from './parts.ts';
import { type Price, printPrices } from './price-list.ts';
import { startRun } from './run.ts';
import { isTiny } from './sizes.ts';
import { printTable, type Row } from './table.ts';

/** What is named on the command line, all that have goals without names. */
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.filter((name) => !parts[name]);
if (unknown.length > 0)
  throw new Error(`no part is named ${unknown.join(', ')}, but ${Object.keys(parts).join(', ')}`);

const run = await startRun();
const rows: Row[] = [];
const prices: Price[] = [];
for (const name of Object.keys(parts)) {
  if (wanted.length > 0 ? !wanted.includes(name) : name === pricesName) continue;
  const startedAt = performance.now();
  console.log(`${name} …`);
  const measured = await rowsOf(name);
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  if (name === pricesName) prices.push(...measured);
  else rows.push(...measured);
}
await run.stop();
if (prices.length > 0) printPrices(prices);
if (rows.length > 0) printTable(rows);
if (!isTiny && rows.some((row) => !row.met)) process.exitCode = 1;

/** A part that fails does not lose what others measured. It has said why. */
async function rowsOf(name: string): Promise<(Row & Price)[]> {
  try {
    return JSON.parse((await run.part(name))['rows'] ?? '[]');
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [];
  }
}
