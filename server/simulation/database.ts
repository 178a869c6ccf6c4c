import type { Db } from '../src/platform/db/client.ts';
import { createTag, plain } from '../src/platform/db/driver/tag.ts';
import type { Lines } from './scheduler/gated-db.ts';
import { openLine } from './versions/open-line.ts';

/** The rows of all tables, as JSON text. */
export type Backup = ReadonlyMap<string, string>;

export interface SimulatedDatabase extends Lines {
  /** Runs statements at once, outside of what is simulated. */
  direct: Db;
  query<R>(text: string): Promise<R[]>;
  backUp(): Promise<Backup>;
  /** Replaces all rows. Takes milliseconds, where a new database takes a tenth of a second. */
  restore(backup: Backup): Promise<void>;
  close(): Promise<void>;
}

/** Tables whose status is followed: every move, in the order it happened. */
const followed = {
  payments: 'payment_id',
  refunds: 'refund_id',
  payouts: 'payout_id',
  unapplied_funds: 'unapplied_id',
  transfers: 'transfer_id',
  invoices: 'invoice_id',
  routes: 'route_id',
};

export async function openSimulatedDatabase(url: string): Promise<SimulatedDatabase> {
  const [statements, transactions, own] = [await openLine(url), await openLine(url), await openLine(url)];
  const query = async <R>(text: string) => Array.from(await own.run(...plain(text))) as R[];
  // It would move rows and change plans at its own time.
  await query('alter system set autovacuum = off');
  await query('select pg_reload_conf()');
  await query(movesOf());
  const columns = await columnsByTable(query);
  const tables = [...columns.keys()];
  return {
    statements,
    transactions,
    direct: createTag((statement, values) => own.run(statement, values)) as Db,
    query,
    async backUp() {
      const parts = tables.map((t) => `select '${t}' as name, json_agg(t)::text as rows from "${t}" t`);
      const found = await query<{ name: string; rows: string | null }>(parts.join(' union all '));
      return new Map(found.flatMap(({ name, rows }) => (rows === null ? [] : [[name, rows]])));
    },
    async restore(backup) {
      const inserts = [...backup].map(([table, rows]) => {
        const names = columns.get(table)?.join(', ');
        return `insert into "${table}" (${names}) overriding system value select ${names} from json_populate_recordset(null::"${table}", $json$${rows}$json$)`;
      });
      // Empty files: a row's place depends on what was there before, and with it the order of rows that are tied.
      const empty = `truncate ${tables.map((table) => `"${table}"`).join(', ')}`;
      // Without triggers: the ledger refuses it.
      const all = ['set session_replication_role = replica', empty, ...inserts];
      await query([...all, 'set session_replication_role = origin'].join(';\n'));
    },
    async close() {
      await Promise.all([statements.close(), transactions.close(), own.close()]);
    },
  };
}

/** Without generated columns and views, which cannot be inserted, and partitions, whose rows are in their table. */
async function columnsByTable(query: SimulatedDatabase['query']): Promise<Map<string, string[]>> {
  const rows = await query<{ table_name: string; column_name: string }>(`
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    join pg_class on oid = quote_ident(c.table_name)::regclass and not relispartition
    where t.table_type = 'BASE TABLE' and c.table_schema = 'public' and c.is_generated = 'NEVER' and c.table_name <> 'migrations'
    order by c.table_name, c.ordinal_position`);
  const columns = new Map<string, string[]>();
  for (const { table_name, column_name } of rows)
    columns.set(table_name, [...(columns.get(table_name) ?? []), `"${column_name}"`]);
  return columns;
}

function movesOf(): string {
  const triggers = Object.entries(followed).map(
    ([table, id]) => `
    create function note_move_of_${table}() returns trigger language plpgsql as $$
    begin
      insert into simulation_moves (kind, id, before, after) values ('${table}', new.${id},
        case when tg_op = 'UPDATE' then old.status end, new.status);
      return null;
    end $$;
    create trigger simulation_creates after insert on ${table} for each row execute function note_move_of_${table}();
    create trigger simulation_moves after update of status on ${table} for each row
    when (old.status is distinct from new.status) execute function note_move_of_${table}()`,
  );
  // What is sent while its merchant's balance is below zero is sent with other merchants' money.
  triggers.push(`
    create function note_overdrawn() returns trigger language plpgsql as $$
    declare units numeric := -ledger_balance(ledger_account_id(new.environment, 'merchant_balance', new.merchant_id, new.chain, new.token));
    begin
      if units < 0 then
        insert into simulation_moves (kind, id, before, after) values ('overdrawn', new.transfer_id, units, new.kind);
      end if;
      return null;
    end $$;
    create trigger simulation_overdrawn after update of status on transfers for each row
    when (old.status = 'waiting' and new.status = 'sending' and new.kind in ('refund', 'payout')) execute function note_overdrawn()`);
  return `
    create table simulation_moves (move_id bigserial primary key, kind text, id text, before text, after text);
    ${triggers.join(';')}`;
}
