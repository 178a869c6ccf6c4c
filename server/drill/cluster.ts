import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '../src/platform/db/client.ts';
import { findDebianPostgres, postgresUser } from '../test/support/debian-postgres.ts';
import { freePort } from '../test/support/free-port.ts';
import { until } from '../test/support/process.ts';
import { sessionSettingsOf, writePgBouncer } from './pgbouncer.ts';

/* Patroni, etcd, HAProxy and PgBouncer on this machine, with the files of deploy/ha. */

export const ways = ['haproxy', 'hosts', 'pgbouncer'] as const;
export type Way = (typeof ways)[number];

export interface Cluster {
  /** DATABASE_URL for this way. */
  url: string;
  /** Kills Patroni and Postgres of the primary, as a machine that is lost. Returns its name. */
  losePrimary(): Promise<string>;
  /** Starts a lost node again. Patroni makes it a standby. */
  revive(name: string): Promise<void>;
  /** Until commits wait for a standby. */
  untilSynchronous(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  name: string;
  port: number;
  api: number;
  data: string;
  patroni: ChildProcess | null;
}

const files = fileURLToPath(new URL('../../deploy/ha/', import.meta.url));
const password = 'drill';
const patienceMs = 120_000;

export async function startCluster(way: Way): Promise<Cluster> {
  const programs = findDebianPostgres();
  if (!programs)
    throw new Error('Install Postgres, Patroni, etcd and HAProxy of Debian; see CONTRIBUTING.md.');
  const folder = mkdtempSync(join(tmpdir(), 'causeway-cluster-'));
  const user = postgresUser();
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  own(folder);
  const others: ChildProcess[] = [];

  /** Output goes to a file of this name, which the error names when it ends. */
  function run(name: string, program: string, args: string[], env: Record<string, string>): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const path = `${programs}:/usr/sbin:/usr/bin:/bin`;
    return spawn(program, args, {
      ...user,
      cwd: folder,
      env: { PATH: path, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
  }

  const etcd = await startEtcd(run, folder, own);
  others.push(...etcd.children);

  const nodes: Node[] = [];
  for (const name of ['db-1', 'db-2'])
    nodes.push({
      name,
      port: await freePort(),
      api: await freePort(),
      data: join(folder, name),
      patroni: null,
    });

  const startNode = (node: Node) => {
    node.patroni = run(node.name, 'patroni', [join(files, 'patroni.yml')], {
      PATRONI_NAME: node.name,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${node.port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${node.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: node.data,
      PATRONI_POSTGRESQL_BIN_DIR: programs,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${node.api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${node.api}`,
      PATRONI_ETCD3_HOSTS: etcd.hosts,
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
    });
  };
  /** Patroni answers 200 for what a node is: primary, replica, sync. */
  const is = (role: string) => (node: Node) =>
    fetch(`http://127.0.0.1:${node.api}/${role}`).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  const find = async (role: string) => {
    for (const node of nodes) if (await is(role)(node)) return node;
    return null;
  };
  const untilSynchronous = () =>
    until(
      async () => (await find('sync')) !== null && (await find('primary')) !== null,
      patienceMs,
      () => `Patroni's log is in ${folder}`,
    );

  for (const node of nodes) startNode(node);
  await untilSynchronous();
  const [first, second] = nodes as [Node, Node];
  const proxyPort = await freePort();
  others.push(
    run('haproxy', 'haproxy', ['-db', '-f', join(files, 'haproxy.cfg')], {
      LISTEN: `127.0.0.1:${proxyPort}`,
      DB_1: `127.0.0.1:${first.port}`,
      DB_1_API: String(first.api),
      DB_2: `127.0.0.1:${second.port}`,
      DB_2_API: String(second.api),
    }),
  );
  await createDatabase(`postgres://postgres:${password}@127.0.0.1:${proxyPort}/postgres`);

  const urls: Record<Way, () => Promise<string>> = {
    haproxy: async () => `127.0.0.1:${proxyPort}`,
    hosts: async () => `127.0.0.1:${first.port},127.0.0.1:${second.port}`,
    async pgbouncer() {
      const port = await freePort();
      const paths = writePgBouncer(folder, { port, postgresPort: proxyPort, password });
      for (const one of paths) own(one);
      others.push(run('pgbouncer', 'pgbouncer', [paths[0]], {}));
      return `127.0.0.1:${port}`;
    },
  };
  const url = `postgres://causeway:${password}@${await urls[way]()}/causeway`;
  await until(
    () => answers(url),
    patienceMs,
    () => `${way} does not answer; logs are in ${folder}`,
  );

  return {
    url,
    untilSynchronous,
    async losePrimary() {
      const node = await find('primary');
      if (!node) throw new Error('there is no primary');
      node.patroni?.kill('SIGKILL');
      killServer(node.data);
      return node.name;
    },
    async revive(name) {
      const node = nodes.find((one) => one.name === name);
      if (node) startNode(node);
      await until(async () => node !== undefined && (await is('replica')(node)), patienceMs);
    },
    async stop() {
      for (const { patroni, data } of nodes) {
        patroni?.kill('SIGKILL');
        killServer(data);
      }
      for (const child of others) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** The role and the database as the guide makes them. */
async function createDatabase(url: string): Promise<void> {
  await until(() => answers(url), patienceMs);
  const db = connect(url, { poolSize: 1 });
  await db.unsafe(`create role causeway login password '${password}'`);
  await db.unsafe('create database causeway owner causeway');
  for (const statement of sessionSettingsOf('causeway')) await db.unsafe(statement);
  await db.end();
}

async function answers(url: string): Promise<boolean> {
  const probe = connect(url, { poolSize: 1 });
  try {
    await probe`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await probe.end({ timeout: 1 });
  }
}

/** All processes of a server, its backends too: on their own they answer for a while. */
function killServer(data: string): void {
  try {
    const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1);
    process.kill(Number(pid), 'SIGSTOP');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    for (const one of [...children, pid]) process.kill(Number(one), 'SIGKILL');
  } catch (error) {
    // Not running: no file, or one of a process that has ended.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
  }
}

/** Three members, as etcd needs them to outlive the loss of one. */
async function startEtcd(
  run: (name: string, program: string, args: string[], env: Record<string, string>) => ChildProcess,
  folder: string,
  own: (path: string) => void,
): Promise<{ children: ChildProcess[]; hosts: string }> {
  const members = [];
  for (const name of ['etcd-1', 'etcd-2', 'etcd-3'])
    members.push({ name, client: await freePort(), peer: await freePort() });
  const cluster = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',');
  const children = members.map(({ name, client, peer }) => {
    const data = join(folder, name);
    mkdirSync(data, { mode: 0o700 });
    own(data);
    const args = ['--name', name, '--data-dir', data, '--initial-cluster', cluster];
    for (const kind of ['listen-client-urls', 'advertise-client-urls'])
      args.push(`--${kind}`, `http://127.0.0.1:${client}`);
    for (const kind of ['listen-peer-urls', 'initial-advertise-peer-urls'])
      args.push(`--${kind}`, `http://127.0.0.1:${peer}`);
    return run(name, 'etcd', args, { ETCD_UNSUPPORTED_ARCH: process.arch });
  });
  return { children, hosts: members.map(({ client }) => `'127.0.0.1:${client}'`).join(',') };
}
