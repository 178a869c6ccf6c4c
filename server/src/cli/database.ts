import type { Context } from '../app/context.ts';
import { type Config, parseConfig, readEnv } from '../platform/config/config.ts';
import { connect, type Db } from '../platform/db/client.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open.ts';
import { openMasterKeys } from '../platform/master-key/master-key.ts';

/** A migrated database, whether or not the service is running. */
interface MigratedDatabase {
  config: Config;
  url: string;
  db: Db;
  /** Names of the migrations that were applied just now. */
  applied: string[];
  /** For `openMasterKeys`. With the embedded Postgres, the key is in the data folder unless MASTER_KEY is set. */
  source: { masterKeys: Buffer[]; folder: string | null };
}

/** Runs `work` on the migrated database, with the service's context. */
export async function withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withMigratedDatabase(async ({ config, url, db, source }) => {
    const { closeContext, createContext } = await import('../app/compose.ts');
    const masterKeys = await openMasterKeys(db, source);
    const ctx = createContext({ ...config, masterKeys, logLevel: 'warn' }, url);
    try {
      return await work(ctx);
    } finally {
      await closeContext(ctx);
    }
  });
}

/** Like withContext, without secrets. */
export async function withMigratedDatabase<T>(work: (database: MigratedDatabase) => Promise<T>): Promise<T> {
  const config: Config = { ...parseConfig(readEnv()), databasePoolSize: 2 };
  const database = await openDatabase(config, {
    owner: false,
    log: (level, message) => {
      if (level !== 'info') process.stderr.write(`${message}\n`);
    },
  });
  const db = connect(database.url, { poolSize: 1 });
  try {
    const { applied } = await migrate(db, { warn: (message) => process.stderr.write(`${message}\n`) });
    const source = { masterKeys: config.masterKeys, folder: database.dataDir };
    return await work({ config, url: database.url, db, applied, source });
  } finally {
    await db.end({ timeout: 5 });
    await database.close();
  }
}
