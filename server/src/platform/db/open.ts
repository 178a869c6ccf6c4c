import type { Config } from '../config/config.ts';
import { resolveDefaultDataDir } from './embedded/data-dir.ts';
import { openEmbeddedPostgres } from './embedded/embedded-postgres.ts';

export interface OpenDatabase {
  url: string;
  /** Null with an external database. */
  dataDir: string | null;
  close(): Promise<void>;
}

interface OpenOptions {
  /** True for a service, which owns its data folder. Commands pass false and share it. */
  owner: boolean;
  log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** Opens the external database, or the embedded one, which is started if it is not running. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, dataDir: null, close: async () => {} };
  const dataDir = config.dataDir ?? resolveDefaultDataDir(process.cwd());
  const embedded = await openEmbeddedPostgres({ dataDir, ...options });
  return { url: embedded.url, dataDir, close: () => embedded.close() };
}
