import { inject } from 'vitest';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import { withDatabase } from '../../support/global-setup.ts';

export interface EmptyDatabase {
  url: string;
  drop(): Promise<void>;
}

let databases = 0;

/** A database without a single table, as an operator hands one over. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const adminUrl = inject('embedded').adminUrl;
  const name = `causeway_empty_${process.pid}_${Date.now().toString(36)}_${++databases}`;
  const run = async (statement: 'create' | 'drop') => {
    const admin = connect(adminUrl, { poolSize: 1 });
    // A busy machine may take longer for a database than the service's statements may.
    await admin`set statement_timeout = 0`;
    if (statement === 'create') await admin`create database ${admin(name)} strategy file_copy`;
    else await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end();
  };
  await run('create');
  return { url: withDatabase(adminUrl, name), drop: () => run('drop') };
}

/** The same, entered. */
export async function enterEmptyDatabase(): Promise<{ db: Db; leave(): Promise<void> }> {
  const database = await createEmptyDatabase();
  const db = connect(database.url, { poolSize: 1 });
  return { db, leave: () => db.end().then(() => database.drop()) };
}
