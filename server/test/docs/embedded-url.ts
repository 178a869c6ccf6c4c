import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The address of the running embedded Postgres, found as docs/operating.md tells operators to. */
export function embeddedUrl(folder: string): string {
  const { password } = JSON.parse(readFileSync(join(folder, 'data/postgres.json'), 'utf8'));
  const port = readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://causeway:${password}@127.0.0.1:${port}/causeway`;
}
