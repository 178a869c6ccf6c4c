import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const versions = '/usr/lib/postgresql';

/** Programs of Debian's newest Postgres, with those that the embedded one lacks: pg_basebackup, pg_dump, psql. */
export function findDebianPostgres(): string | undefined {
  if (!existsSync(versions)) return undefined;
  const newest = readdirSync(versions)
    .map(Number)
    .sort((one, other) => other - one)[0];
  return newest ? join(versions, String(newest), 'bin') : undefined;
}

/** A shell of the user that runs Postgres, in a folder of its own. */
export interface PostgresShell {
  folder: string;
  /** Runs commands as an operator types them; throws with what they printed when one fails. */
  run(code: string, env?: Record<string, string>): Promise<string>;
  /** Creates a server in this data folder and starts it. Returns the superuser's URL. */
  startServer(dataFolder: string, port: number): Promise<string>;
  /** SIGKILL for the postmaster of this data folder. */
  kill(dataFolder: string): void;
  /** Stops the servers of these data folders and removes everything. */
  remove(...dataFolders: string[]): Promise<void>;
}

export function openPostgresShell(programs: string): PostgresShell {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-servers-'));
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = async (code: string, env: Record<string, string> = {}) => {
    const PATH = `${programs}:/usr/bin:/bin`;
    const options = { ...user, cwd: folder, env: { PATH, LC_ALL: 'C', HOME: folder, ...env } };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], options);
    return stdout;
  };
  return {
    folder,
    run,
    async startServer(dataFolder, port) {
      await run(
        `echo secret >password
        initdb --pgdata="$DATA" --auth=scram-sha-256 --pwfile=password --no-sync
        echo "unix_socket_directories = ''" >>"$DATA/postgresql.conf"
        pg_ctl --pgdata="$DATA" --options="-p ${port}" --log="$DATA/log" --wait start >/dev/null`,
        { DATA: dataFolder },
      );
      return `postgres://postgres:secret@127.0.0.1:${port}/postgres`;
    },
    kill(dataFolder) {
      const [pid] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n', 1);
      process.kill(Number(pid), 'SIGKILL');
    },
    async remove(...dataFolders) {
      for (const one of dataFolders)
        await run(`pg_ctl --pgdata='${one}' --mode=immediate stop`).catch(() => undefined);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Postgres refuses to run as root: root uses the user that Debian's package makes. Null for others. */
export function postgresUser(): { uid: number; gid: number } | null {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
