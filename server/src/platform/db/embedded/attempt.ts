import type { Cluster } from './cluster.ts';
import { join, type Membership, type Server } from './membership.ts';
import { freePort, startPostmaster, stopPostmaster } from './postmaster.ts';
import { postmasterState, removeStaleFile } from './postmaster-file.ts';
import { errorCode, SetupError } from './setup-error.ts';

const WRONG_PASSWORD = '28P01';

export interface AttemptOptions {
  owner: boolean;
  /** Start the server if it is not running. */
  mayStart: boolean;
  /** The required port, when clients already have a URL. */
  port?: number;
  onLost: () => void;
}

export type AttemptResult =
  | { kind: 'joined'; membership: Membership }
  | { kind: 'owned by another' }
  /** Try again in a moment. `progress` is true while a postmaster is starting, recovering or stopping. */
  | Wait;

interface Wait {
  kind: 'wait';
  reason: string;
  progress: boolean;
  startedPid?: number;
}

/** Joins the server if it is ready, or starts it. Otherwise returns why to wait. */
export async function attempt(cluster: Cluster, options: AttemptOptions): Promise<AttemptResult> {
  const state = postmasterState(cluster.dir);
  if (state.kind === 'busy') return wait('Postgres is starting or stopping', true);
  if (state.kind === 'ready') return joinRunning(cluster, state, options);
  if (!options.mayStart) return wait('Postgres is not running', false);
  if (state.kind === 'impostor') removeStaleFile(cluster.dir, state.text);
  // Prefer the last port: processes that survived a killed server reconnect there.
  const port = options.port ?? (await freePort(state.lastPort));
  const started = await startPostmaster(cluster, port);
  if (started.kind === 'failed') return wait(`Postgres did not start (${started.reason})`, false);
  return { ...wait('Postgres is starting', true), startedPid: started.pid };
}

async function joinRunning(
  cluster: Cluster,
  server: Server,
  options: AttemptOptions,
): Promise<AttemptResult> {
  if (options.port !== undefined && options.port !== server.port) {
    return wait(`it now listens on port ${server.port}`, false);
  }
  try {
    const joined = await join(server, cluster.password, options.owner, options.onLost);
    if (joined === 'server is stopping') return wait('Postgres is stopping', true);
    if (joined.owned) return { kind: 'joined', membership: joined.membership };
    await leaveAndStopIfLast(cluster, joined.membership);
    return { kind: 'owned by another' };
  } catch (error) {
    if (errorCode(error) === WRONG_PASSWORD) {
      throw new SetupError(
        `Postgres in ${cluster.dir} rejects the password in postgres.json: restore that file from a backup.`,
      );
    }
    return wait(error instanceof Error ? error.message : String(error), false);
  }
}

/** Returns false when the server should have stopped but did not. */
export async function leaveAndStopIfLast(cluster: Cluster, membership: Membership): Promise<boolean> {
  try {
    if (!(await membership.leave())) return true;
    const state = postmasterState(cluster.dir);
    return 'pid' in state ? await stopPostmaster(cluster, state.pid) : true;
  } catch {
    // The connection is lost and the server does not respond: there is nothing to leave.
    return true;
  } finally {
    await membership.disconnect();
  }
}

function wait(reason: string, progress: boolean): Wait {
  return { kind: 'wait', reason, progress };
}
