import pg from 'pg';
import { sessionSettings } from '../../../src/platform/db/client.ts';

interface Plan {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
}

/** A connection that plans as those of the service do. */
export async function openSession(url: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  for (const [name, value] of Object.entries(sessionSettings))
    await session.query(`select set_config('${name}', '${value}', false)`);
  return session;
}

/** Those of `statements` that read a whole table of `large`, or a whole index of one, with what they read. */
export async function wholeReadsOf(
  client: pg.Client,
  statements: Iterable<string>,
  large: readonly string[],
): Promise<Record<string, string[]>> {
  const { rows } = await client.query(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  );
  const partial = new Set<string>(rows.map(({ name }) => name));
  const found: Record<string, string[]> = {};
  for (const text of statements) {
    if (!/^\s*(select|with|update|delete|insert)/i.test(text)) continue;
    const scans = wholeScans(await planOf(client, text), large, partial);
    if (scans.length > 0) found[text.trim().replace(/\s+/g, ' ')] = scans;
  }
  return found;
}

/** The plan that connections of the service use, whatever the values. */
async function planOf(client: pg.Client, text: string): Promise<Plan> {
  const values = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  await client.query(`prepare statement as ${text}`);
  const given = values > 0 ? `(${Array.from({ length: values }, () => 'null')})` : '';
  const answer = await client.query(`explain (format json) execute statement${given}`);
  await client.query('deallocate statement');
  return answer.rows[0]['QUERY PLAN'][0].Plan;
}

/** Parts of a plan that read a large table, or a whole index of it, and do not stop after some rows. */
function wholeScans(
  plan: Plan,
  large: readonly string[],
  partial: ReadonlySet<string>,
  stops = false,
): string[] {
  const { 'Node Type': type, 'Relation Name': relation = '', 'Index Name': index = '' } = plan;
  // A partition counts as its table.
  const table = relation.replace(/_(rest|\d{8})$/, '');
  const isWhole =
    /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(type) && !isNarrow(plan['Index Cond'] ?? '');
  // `exists` ends with the first row.
  const isOne = plan['Parent Relationship'] === 'SubPlan' && !plan.Filter;
  const found =
    isWhole && !isOne && large.includes(table) && !stops && !partial.has(index)
      ? [`${table} ${index} ${plan['Index Cond'] ?? ''}`.trim()]
      : [];
  const stopsHere = type === 'Limit' || (stops && /^(LockRows|Append|Merge Append)$/.test(type));
  return [...found, ...(plan.Plans ?? []).flatMap((part) => wholeScans(part, large, partial, stopsHere))];
}

/** Whether a condition names more than the merchant, who may have most rows of a table. */
function isNarrow(condition: string): boolean {
  const columns = Array.from(condition.matchAll(/\((?:\w+\.)?(\w+) (?:[=<>~]|IS)/g), ([, name = '']) => name);
  return columns.some((name) => !['merchant_id', 'environment'].includes(name)) || /lower\(/.test(condition);
}
