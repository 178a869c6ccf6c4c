import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readMigrations } from './migration-files.ts';

const folder = new URL('migrations/', import.meta.url);

it('migrations are as they were released: a database refuses a build whose files have other checksums', async () => {
  const released: Record<string, string> = JSON.parse(readFileSync(new URL('released.json', folder), 'utf8'));
  const now = (await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]);
  expect(Object.fromEntries(now)).toMatchObject(released);
});
