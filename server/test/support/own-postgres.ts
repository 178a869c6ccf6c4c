import { connect } from '../../src/platform/db/client.ts';
import { installedBinaries } from '../../src/platform/db/embedded/binaries.ts';
import { prepareCluster, SUPERUSER } from '../../src/platform/db/embedded/cluster.ts';
import { startPostmaster, stopPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { freePort } from './free-port.ts';
import { until } from './process.ts';

/** A Postgres that nobody but its owner starts again. */
export interface OwnPostgres {
  url: string;
  /** Its data folder. */
  dir: string;
  /** Of the postmaster that was started last. */
  pid(): number;
  /** Returns when the postmaster holds its lock, before it takes statements. */
  start(): Promise<void>;
  /** Whether it takes statements, asked on a connection of its own. */
  answers(): Promise<boolean>;
  kill(): void;
  stop(): Promise<void>;
}

/** Creates the cluster in this folder, from the embedded binaries, and starts nothing. */
export async function prepareOwnPostgres(folder: string): Promise<OwnPostgres> {
  const cluster = await prepareCluster(installedBinaries(), folder);
  const port = await freePort();
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`;
  let pid = 0;
  return {
    url,
    dir: cluster.dir,
    pid: () => pid,
    // Repeated while processes of a killed one still end.
    start: () =>
      until(async () => {
        const started = await startPostmaster(cluster, port);
        if (started.kind === 'started') pid = started.pid;
        return started.kind === 'started';
      }),
    async answers() {
      const probe = connect(url, { poolSize: 1 });
      try {
        await probe`select 1`;
        return true;
      } catch {
        return false;
      } finally {
        await probe.end({ timeout: 1 });
      }
    },
    kill: () => process.kill(pid, 'SIGKILL'),
    async stop() {
      await stopPostmaster(cluster, pid);
    },
  };
}
