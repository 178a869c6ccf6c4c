import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionSettings } from '../src/platform/db/client.ts';

/** PgBouncer passes these on itself. */
const passedOn = new Set(['application_name', 'TimeZone']);

/** The other settings of a session, as statements for the role. */
export function sessionSettingsOf(role: string): string[] {
  return Object.entries(sessionSettings)
    .filter(([name]) => !passedOn.has(name))
    .map(([name, value]) => `alter role ${role} set ${name} = '${value}'`);
}

/** Writes deploy/ha/pgbouncer.ini for these ports, and its list of users. Returns both paths, the configuration first. */
export function writePgBouncer(
  folder: string,
  { port, postgresPort, password }: { port: number; postgresPort: number; password: string },
): [string, string] {
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"causeway" "${password}"\n`);
  const text = readFileSync(new URL('../../deploy/ha/pgbouncer.ini', import.meta.url), 'utf8')
    .replace('port=5000', `port=${postgresPort}`)
    .replace('6432', String(port))
    .replace('/etc/pgbouncer/userlist.txt', users);
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(path, text);
  return [path, users];
}
