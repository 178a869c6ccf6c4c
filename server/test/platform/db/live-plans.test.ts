import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Base, prepareBase } from '../../../simulation/base.ts';
import type { Backup } from '../../../simulation/database.ts';
import { faultGroups } from '../../../simulation/faults.ts';
import { runHistory } from '../../../simulation/history.ts';
import { connect } from '../../../src/platform/db/client.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { openEmbedded, type TestPostgres } from '../../support/test-postgres.ts';
import { openSession, wholeReadsOf } from './plan-reading.ts';

/** With balances that are exchanged, with two EVM chains, and with Solana. */
const seeds = [1, 2, 3];
/** More than a plan that reads all of them would read for nothing. */
const count = 10_000;
/**
 * However old a service is: a mark for each account of the treasury or under spam, the wallets and the rules of a merchant, a
 * settling key for each chain, and the cold addresses that there ever were.
 */
const small = ['history_marks', 'payout_wallets', 'approval_rules', 'settlers', 'cold_addresses'];

let postgres: TestPostgres;
let base: Base;
let client: pg.Client;
const statements = new Set<string>();
const backups: Backup[] = [];

beforeAll(async () => {
  postgres = await openEmbedded({ durable: false });
  const db = connect(postgres.url, { poolSize: 1 });
  await migrate(db);
  await db.end();
  base = await prepareBase(postgres.url, null);
  const plant = {
    rewrite: <S extends { text: string }>(statement: S) => {
      statements.add(statement.text);
      return statement;
    },
  };
  for (const seed of seeds) {
    expect((await runHistory(base, { seed, groups: faultGroups, plant })).problems).toEqual([]);
    backups.push(await base.database.backUp());
  }
  client = await openSession(postgres.url);
});
afterAll(async () => {
  await client?.end();
  await base?.close();
  await postgres?.close();
});

it('no statement of live mode reads a whole table', async () => {
  const large = (await grow()).filter((table) => !small.includes(table));
  // Of 41 tables and 225 statements when this was written.
  expect(large.length).toBeGreaterThan(30);
  expect(statements.size).toBeGreaterThan(150);
  const found = await wholeReadsOf(client, statements, large);
  expect(found).toEqual({});
});

it('plans that are made while tables are empty do not look for a payment by its merchant', async () => {
  // They are kept until Postgres has counted the rows. For each of a thousand payments, that would read a thousand.
  await client.query('create database empty');
  const url = withDatabase(postgres.url, 'empty');
  const db = connect(url, { poolSize: 1 });
  await migrate(db);
  await db.end();
  const empty = await openSession(url);
  const tables = ['payments', 'deposits', 'arrival_uses', 'refunds', 'invoices', 'transfers'];
  const reads = Object.values(await wholeReadsOf(empty, statements, tables)).flat();
  await empty.end();
  expect(reads.filter((read) => /\(merchant_id = \w+\.merchant_id\)$/.test(read))).toEqual([]);
});

interface Column {
  name: string;
  type: string;
  is_unique: boolean;
}

/** Columns of which a service has few values, however old it is. */
const shared = ['merchant_id', 'environment', 'chain', 'token', 'kind', 'currency', 'line', 'status'];

/** Copies the rows of the histories until every table has `count`. Returns the names of those that have rows. */
async function grow(): Promise<string[]> {
  // Copies refer to nothing, and follow no rule.
  await client.query('set session_replication_role = replica');
  const checks = await client.query(
    "select conrelid::regclass as table, conname from pg_constraint where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace",
  );
  for (const { table, conname } of checks.rows)
    await client.query(`alter table ${table} drop constraint "${conname}"`);
  const grown: string[] = [];
  for (const table of new Set(backups.flatMap((backup) => [...backup.keys()]))) {
    const rows = backups.findLast((backup) => backup.has(table))?.get(table) ?? '[]';
    const columns = await columnsOf(table);
    const names = columns.map(({ name }) => `"${name}"`).join();
    await client.query(`delete from "${table}"`);
    await client.query(
      `insert into "${table}" (${names}) overriding system value
       select ${columns.map(copied).join()} from (
         select row_number() over () as nr, t.* from json_populate_recordset(null::"${table}", $1) t limit 50
       ) as t, generate_series(1, ${count}) as i
       where i % (select least(50, json_array_length($1))) = nr - 1
       on conflict do nothing`,
      [rows],
    );
    const { rows: counted } = await client.query(`select count(*)::int as n from "${table}"`);
    if (counted[0].n > count / 2) grown.push(table);
  }
  await client.query('set session_replication_role = origin');
  await client.query('analyze');
  return grown;
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       exists (select from pg_index x where x.indrelid = a.attrelid and x.indisunique and a.attnum = any(x.indkey)) as is_unique
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [table],
  );
  return rows;
}

/** The value of a copy: another one where it must be unique, or belongs to one thing. */
function copied({ name, type, is_unique }: Column): string {
  const column = `"${name}"`;
  if (shared.includes(name) || !(is_unique || /_id$|address|hash|signature|source/.test(name))) return column;
  if (type === 'text') return `${column} || '_' || i`;
  if (type === 'uuid') return `md5(${column}::text || i)::uuid`;
  if (type === 'bytea') return `${column} || i::text::bytea`;
  if (/^(bigint|integer|numeric)/.test(type)) return `${column} + i`;
  return column;
}
