import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readMigrations } from './migration-files.ts';

const here = (path: string) => new URL(path, import.meta.url);

it('migrations are as they were released: a database refuses a build whose files have other checksums', async () => {
  const released: Record<string, string> = JSON.parse(readFileSync(here('released-migrations.json'), 'utf8'));
  const now = (await readMigrations(here('migrations/'))).map(({ name, checksum }) => [name, checksum]);
  expect(Object.fromEntries(now)).toMatchObject(released);
});
