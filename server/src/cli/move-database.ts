import { parseConfig, readEnv } from '../platform/config/config.ts';
import { connect, type Db } from '../platform/db/client.ts';
import { migrate } from '../platform/db/migrate.ts';
import { exportDatabase } from '../platform/db/move/export-database.ts';
import { importDatabase } from '../platform/db/move/import-database.ts';
import { MoveError } from '../platform/db/move/saved-database.ts';
import { openDatabase } from '../platform/db/open.ts';
import { type Command, UsageError } from './command.ts';
import { print, startProgress } from './output.ts';

export const moveCommands: Command[] = [
  {
    name: 'database export',
    usage: 'FILE',
    summary:
      'Write the whole database into a file, to move it to another Postgres. Stop all processes of the service first.',
    options: {},
    args: ['file'],
    async run(values, { file = '' }) {
      const progress = startProgress('Exporting');
      const done = await withDatabase(async (db) => {
        await migrate(db, { warn: (message) => process.stderr.write(`${message}\n`) });
        return exportDatabase(db, file);
      });
      progress.end();
      print(values, { file, ...done });
    },
  },
  {
    name: 'database import',
    usage: 'FILE',
    summary: 'Read a file of "database export" into an empty database, and migrate it.',
    options: {},
    args: ['file'],
    async run(values, { file = '' }) {
      const progress = startProgress('Importing');
      const done = await withDatabase((db) => importDatabase(db, file));
      progress.end();
      print(values, { file, ...done });
    },
  },
];

/** The external database or the embedded one, as it is. */
async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase(parseConfig(readEnv()), {
    owner: false,
    log: (level, message) => {
      if (level !== 'info') process.stderr.write(`${message}\n`);
    },
  });
  const db = connect(database.url, { poolSize: 1 });
  try {
    return await work(db);
  } catch (error) {
    if (error instanceof MoveError) throw new UsageError(error.message);
    throw error;
  } finally {
    await db.end({ timeout: 5 });
    await database.close();
  }
}
