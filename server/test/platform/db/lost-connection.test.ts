import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Db, type Sql } from '../../../src/platform/db/client.ts';
import { isConnectionError } from '../../../src/platform/db/errors.ts';
import { type Line, startLine } from '../../support/line.ts';
import { createDatabase } from '../../support/service.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let line: Line;
/** Looks and terminates from outside. */
let observer: Db;
/** With one connection: what comes next uses the one that was lost. */
let pool: Db;

beforeEach(async () => {
  database = await createDatabase('embedded');
  line = await startLine(database.url);
  observer = connect(database.url, { poolSize: 1 });
  pool = connect(line.url, { poolSize: 1 });
  await observer`create table notes (note text not null)`;
});
afterEach(async () => {
  await pool.end({ timeout: 1 });
  await observer.end({ timeout: 1 });
  await line.close();
  await database.drop();
});

const backendOf = async (sql: Sql) =>
  (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;
const notes = async () =>
  (await observer<{ note: string }[]>`select note from notes order by note`).map(({ note }) => note);
const write = (sql: Sql, note: string) => sql`insert into notes (note) values (${note})`;

/** Terminates the backend and waits until this process has noticed: nothing else may come before. */
async function terminate(sql: Sql): Promise<void> {
  const pid = await backendOf(sql);
  const noticed = new Promise<void>((resolve) => {
    pool.options.onLost = () => resolve();
  });
  await observer`select pg_terminate_backend(${pid}, 15000)`;
  await noticed;
}

async function connectionErrorOf(promise: PromiseLike<unknown>): Promise<void> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(isConnectionError(error), String(error)).toBe(true);
}

/** What one waits for and another gives. */
function signal(): { given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

describe('a transaction whose connection is lost', () => {
  it.each<[string, (tx: Sql) => Promise<unknown>]>([
    ['before its next statement', (tx) => write(tx, 'two')],
    ['before a long statement', (tx) => write(tx, 'two'.repeat(1000))],
    ['before several statements', (tx) => Promise.all([write(tx, 'two'), write(tx, 'three')])],
    ['before its commit', () => Promise.resolve()],
    ['before its own error', () => Promise.reject(new Error('its own'))],
  ])('%s is rejected as such, and the pool works on', async (_case, rest) => {
    const over = signal();
    const lost = pool.begin(async (tx) => {
      await write(tx, 'one');
      await terminate(tx);
      await rest(tx).finally(over.give);
    });
    await connectionErrorOf(lost);
    // Until here nobody has opened the connection again.
    await over.given;
    await write(pool, 'after');
    await pool.begin((tx) => write(tx, 'and in a transaction'));
    expect(await notes()).toEqual(['after', 'and in a transaction']);
  });

  it('in the middle of statements is rejected as such, each of them too', async () => {
    const lost = pool.begin(async (tx) => {
      await write(tx, 'one');
      const pid = await backendOf(tx);
      const under = [tx`select pg_sleep(20)`, write(tx, 'two'), write(tx, 'three')].map(connectionErrorOf);
      await observer`select pg_terminate_backend(${pid}, 15000)`;
      await Promise.all(under);
    });
    await connectionErrorOf(lost);
    await write(pool, 'after');
    expect(await notes()).toEqual(['after']);
  });

  it('in a savepoint is rejected as such', async () => {
    const lost = pool.begin((tx) =>
      tx.savepoint(async (inner) => {
        await terminate(inner);
        await write(inner, 'one');
      }),
    );
    await connectionErrorOf(lost);
    await write(pool, 'after');
    expect(await notes()).toEqual(['after']);
  });

  it('touches nothing of the next one on that connection', async () => {
    const nextHasBegun = signal();
    const lateIsSaid = signal();
    const firstIsOver = signal();
    let late: Promise<void> | null = null;
    const lost = pool.begin(async (tx) => {
      await write(tx, 'first');
      await terminate(tx);
      await nextHasBegun.given;
      late = connectionErrorOf(write(tx, 'first, late'));
      lateIsSaid.give();
      await late;
      throw new Error('undone');
    });
    await connectionErrorOf(lost);
    const next = pool.begin(async (tx) => {
      await write(tx, 'next');
      nextHasBegun.give();
      await firstIsOver.given;
      await write(tx, 'next, late');
    });
    await lateIsSaid.given;
    await late;
    expect(await notes()).toEqual([]);
    firstIsOver.give();
    await next;
    expect(await notes()).toEqual(['next', 'next, late']);
  });

  it('does not keep the pool from ending', async () => {
    let ended: Promise<void> | null = null;
    const lost = pool.begin(async (tx) => {
      await write(tx, 'one');
      ended = pool.end();
      await terminate(tx);
    });
    await connectionErrorOf(lost);
    await ended;
  });
});

describe('a reserved connection that is lost', () => {
  it('rejects statements as such, and can be released', async () => {
    const reserved = await pool.reserve();
    await terminate(reserved);
    await connectionErrorOf(write(reserved, 'one'));
    await write(pool, 'after');
    await connectionErrorOf(write(reserved, 'two'));
    reserved.release();
    await write(pool, 'at last');
    expect(await notes()).toEqual(['after', 'at last']);
  });
});

describe('a connection that is reset', () => {
  it('answers no statement that came too late for it', async () => {
    await pool`select 1`;
    const told: string[] = [];
    for (let round = 0; round < 5; round++) {
      const first = pool`select pg_sleep(20)`.catch(() => {
        // The driver knows of the error, and not yet of the end.
        const late = [`${round} one`, `${round} two`].map((note) =>
          write(pool, note).then(
            () => told.push(note),
            (error) => expect(isConnectionError(error)).toBe(true),
          ),
        );
        return Promise.all(late);
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      line.cut();
      await first;
      await write(pool, `${round} zero`).then(() => told.push(`${round} zero`));
    }
    expect(await notes()).toEqual(told.sort());
  });

  it('while it is set up costs the statement, and nothing else', async () => {
    line.cutAt('plan_cache_mode');
    await connectionErrorOf(write(pool, 'one'));
    line.cutAt('no such words');
    await write(pool, 'after');
    expect(await notes()).toEqual(['after']);
  });
});

it('a connection that ends before it is made costs the statement, and is not asked for again and again', async () => {
  line.hangUp(true);
  for (let statement = 1; statement <= 3; statement++) {
    await connectionErrorOf(write(pool, 'one'));
    expect(line.connections()).toBe(statement);
  }
  line.hangUp(false);
  await write(pool, 'after');
  expect(await notes()).toEqual(['after']);
});

it('a connection that is terminated does not fail the statement that opens it again', async () => {
  for (let round = 0; round < 3; round++) {
    const pid = await backendOf(pool);
    const lost = connectionErrorOf(pool`select pg_sleep(20)`);
    await observer`select pg_terminate_backend(${pid}, 15000)`;
    await lost;
    await write(pool, String(round));
  }
  expect(await notes()).toEqual(['0', '1', '2']);
});
