import type { Config } from '../config.ts';
import { resolveDefaultDataDir } from './embedded/data-dir.ts';
import { openEmbeddedPostgres } from './embedded/embedded-postgres.ts';

export interface OpenDatabase {
  url: string;
  /** Null with an external database: then the service keeps nothing on disk. */
  dataDir: string | null;
  close(): Promise<void>;
}

interface OpenOptions {
  /** A service owns its data folder; commands share it, running service or not. */
  owner: boolean;
  log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** The database the configuration names: an external one, or the embedded one, started when it is not running. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, dataDir: null, close: async () => {} };
  const dataDir = config.dataDir ?? resolveDefaultDataDir(process.cwd());
  const embedded = await openEmbeddedPostgres({ dataDir, ...options });
  return { url: embedded.url, dataDir, close: () => embedded.close() };
}
