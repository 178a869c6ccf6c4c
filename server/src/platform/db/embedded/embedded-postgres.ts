import { setTimeout as sleep } from 'node:timers/promises';
import { type AttemptOptions, attempt } from './attempt.ts';
import { type BinarySource, installedBinaries } from './binaries.ts';
import { type Cluster, prepareCluster, SUPERUSER } from './cluster.ts';
import { logTail } from './log-file.ts';
import { DATABASE, type Membership } from './membership.ts';
import { stopPostmaster } from './postmaster.ts';
import { SetupError } from './setup-error.ts';
import { Stay } from './stay.ts';

/** How long to wait without progress. A server in crash recovery gets longer. */
const STUCK_MS = 30_000;
const RECOVERY_MS = 600_000;
const MAX_PAUSE_MS = 1_000;
const REPORT_EVERY_MS = 10_000;

export interface EmbeddedPostgres {
  /** postgres://user:password@127.0.0.1:port/causeway */
  readonly url: string;
  /** Leaves the server; the last process to leave stops it. Idempotent. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Absolute; created when missing. */
  dataDir: string;
  /** True for a service: a second owner gets DataDirInUseError. Commands pass false and share the folder. */
  owner: boolean;
  log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

export class DataDirInUseError extends SetupError {
  override name = 'DataDirInUseError';

  constructor(dataDir: string) {
    super(
      `Another Causeway service is using ${dataDir}: stop it first, or set DATA_DIR to another folder for this one.`,
    );
  }
}

export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return openFrom(installedBinaries(), options);
}

/** Like `openEmbeddedPostgres`, with the given binaries. */
export async function openFrom(source: BinarySource, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(source, options.dataDir);
  const stay = new Stay(cluster, options);
  const membership = await enter(cluster, options, stay.onLost);
  stay.begin(membership);
  return {
    url: `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${membership.server.port}/${DATABASE}`,
    close: () => stay.end(),
  };
}

/**
 * Retries until it has joined. Two processes starting at once, a server that is stopping, and orphans of a killed
 * server are all handled the same way: wait a moment and try again.
 */
async function enter(cluster: Cluster, options: EmbeddedOptions, onLost: () => void): Promise<Membership> {
  const how: AttemptOptions = { owner: options.owner, mayStart: true, onLost };
  const start = Date.now();
  let lastProgress = start;
  let lastReport = start;
  let failures = 0;
  let startedPid: number | undefined;
  for (;;) {
    const result = await attempt(cluster, how).catch(async (error: unknown) => {
      // Do not leave a server running that we started but cannot join.
      if (startedPid !== undefined) await stopPostmaster(cluster, startedPid);
      throw error;
    });
    if (result.kind === 'joined') return result.membership;
    if (result.kind === 'owned by another') throw new DataDirInUseError(options.dataDir);
    const now = Date.now();
    if (result.progress && now - start < RECOVERY_MS) lastProgress = now;
    if (now - lastProgress > STUCK_MS) {
      const log = `${cluster.logFile} ends with: ${logTail(cluster.logFile)}`;
      throw new SetupError(`Postgres in ${cluster.dir} cannot be used: ${result.reason}. ${log}`);
    }
    if (now - lastReport > REPORT_EVERY_MS) {
      options.log('info', `Waiting for Postgres in ${cluster.dir}: ${result.reason}`);
      lastReport = now;
    }
    startedPid = result.startedPid ?? startedPid;
    failures = result.progress ? 0 : failures + 1;
    await sleep(Math.min(25 + failures * 75, MAX_PAUSE_MS));
  }
}
