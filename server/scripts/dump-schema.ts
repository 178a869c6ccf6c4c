import type { Db } from '../src/platform/db/client.ts';

/**
 * The schema after all migrations, for people to read. Built from the system catalogs because the embedded Postgres has
 * no pg_dump.
 */
export async function dumpSchema(db: Db): Promise<string> {
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`;
  const parts = ['-- Made by "npm run generate" from server/src/platform/db/migrations. Do not edit.'];
  const domains = await db<{ text: string }[]>`
    select format('create domain %I as %s %s;', typname, format_type(typbasetype, typtypmod),
      pg_get_constraintdef(c.oid)) as text
    from pg_type join pg_constraint c on c.contypid = pg_type.oid
    where typnamespace = 'public'::regnamespace order by typname`;
  const functions = await db<{ text: string }[]>`
    select pg_get_functiondef(oid) || ';' as text from pg_proc
    where pronamespace = 'public'::regnamespace order by proname`;
  const views = await db<{ text: string }[]>`
    select format(E'create view %I as\\n%s', relname, pg_get_viewdef(oid)) as text from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' order by relname`;
  parts.push(...domains.map(({ text }) => text));
  for (const { name } of tables) parts.push(await dumpTable(db, name));
  parts.push(
    ...views.map(({ text }) => text),
    ...functions.map(({ text }) => text.replace('$function$\n;', '$function$;').replace('\n;', ';')),
  );
  return `${parts.join('\n\n')}\n`;
}

async function dumpTable(db: Db, table: string): Promise<string> {
  const columns = await db<{ line: string }[]>`
    select format('%I %s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end) || case
        when a.attgenerated = 's' then format(' generated always as (%s) stored', expression)
        when expression is not null then ' default ' || expression else '' end as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    cross join lateral regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g') as expression
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;
  // Postgres 18 also lists not-null constraints here, which the columns already show.
  const constraints = await db<{ line: string }[]>`
    select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where conrelid = ${table}::regclass and contype <> 'n' order by conname`;
  const indexes = await db<{ line: string }[]>`
    select pg_get_indexdef(i.indexrelid) || ';' as line
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
    order by c.relname`;
  const triggers = await db<{ line: string }[]>`
    select pg_get_triggerdef(oid) || ';' as line from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal order by tgname`;
  const partitions = await db<{ line: string }[]>`
    select format('create table %I partition of %I %s;', c.relname, ${table}::text, pg_get_expr(relpartbound, c.oid)) as line
    from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = ${table}::regclass order by c.relname`;
  const [{ key } = { key: null }] = await db<{ key: string | null }[]>`
    select pg_get_partkeydef(${table}::regclass) as key`;
  const body = [...columns, ...constraints].map(({ line }) => `  ${line}`).join(',\n');
  const head = `create table ${table} (\n${body}\n)${key === null ? '' : ` partition by ${key}`};`;
  return [head, ...[...partitions, ...indexes, ...triggers].map(({ line }) => line)].join('\n');
}
