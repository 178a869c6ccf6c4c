import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { openLog } from './log-file.ts';
import { isPostmaster, postmasterState } from './postmaster-file.ts';
import { asUser, POSTGRES_ENV } from './reach.ts';

const LOCK_FILE_TIMEOUT_MS = 10_000;
const FAST_SHUTDOWN_TIMEOUT_MS = 30_000;
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 5_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  wal_compression: 'on',
  logging_collector: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

type StartResult = { kind: 'started'; pid: number } | { kind: 'failed'; reason: string };

/**
 * Starts a postmaster and returns when it holds the lock on the cluster or has exited: the port was taken, another
 * postmaster was first, or orphans of a killed one still hold shared memory.
 */
export async function startPostmaster(cluster: Cluster, port: number): Promise<StartResult> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(cluster.logFile, cluster.user);
  // Detached, so that Ctrl-C in our terminal does not stop the server before we do.
  const child = spawn(
    join(cluster.binDir, 'postgres'),
    ['-D', cluster.dir, '-p', String(port), ...settings],
    {
      ...{
        cwd: cluster.dir,
        env: POSTGRES_ENV,
        detached: true,
        stdio: ['ignore', log, log],
        windowsHide: true,
      },
      ...asUser(cluster.user),
    },
  );
  closeSync(log);
  child.unref();
  let reason = '';
  child.once('exit', (code, signalName) => {
    reason = `it exited with ${signalName ?? `code ${code}`}`;
  });
  child.once('error', (error) => {
    reason = error.message;
  });
  for (const start = Date.now(); Date.now() - start < LOCK_FILE_TIMEOUT_MS; await sleep(10)) {
    if (reason !== '') return { kind: 'failed', reason };
    const state = postmasterState(cluster.dir);
    if ('pid' in state && state.pid === child.pid) return { kind: 'started', pid: state.pid };
  }
  child.kill('SIGQUIT');
  return { kind: 'failed', reason: 'it did not create postmaster.pid in time' };
}

/** Fast shutdown: rolls back open transactions and flushes everything committed. Falls back to immediate shutdown. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<boolean> {
  signal(cluster, pid, 'INT');
  if (await isGone(cluster, pid, FAST_SHUTDOWN_TIMEOUT_MS)) return true;
  signal(cluster, pid, 'QUIT');
  return isGone(cluster, pid, IMMEDIATE_SHUTDOWN_TIMEOUT_MS);
}

function signal(cluster: Cluster, pid: number, name: 'INT' | 'QUIT'): void {
  if (!isPostmaster(pid, cluster.dir)) return;
  // On Windows, Node can only terminate a process; pg_ctl can send signals.
  if (process.platform === 'win32') spawnSync(join(cluster.binDir, 'pg_ctl'), ['kill', name, String(pid)]);
  else process.kill(pid, `SIG${name}`);
}

async function isGone(cluster: Cluster, pid: number, timeoutMs: number): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < timeoutMs; await sleep(20)) {
    if (!isPostmaster(pid, cluster.dir)) return true;
  }
  return false;
}

/**
 * Returns the wanted port if it is free, else a random one. If another process takes it before Postgres does, the start
 * fails and is retried. Random ports are below the ephemeral range: while the server is down, an outgoing connection
 * could take its port, or a client that reconnects could connect to itself.
 */
export async function freePort(wanted: number | undefined): Promise<number> {
  let port = wanted ?? randomPort();
  for (let tries = 0; tries < 100 && !(await isFree(port)); tries++) port = randomPort();
  return port;
}

function randomPort(): number {
  return randomInt(20_000, 32_000);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
