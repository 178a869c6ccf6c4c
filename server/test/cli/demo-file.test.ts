import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from '../platform/db/empty-database.ts';
import { causeway, makeDataDir } from '../support/process.ts';
import { masterKey } from '../support/service.ts';
import { allowForProcesses } from './dev-support.ts';

allowForProcesses();

const folder = makeDataDir();
let database: EmptyDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

it('DEMO=1 with a folder that nobody can write to ends the start in one line that says what to do, and makes no merchant', async () => {
  // Below a file, where root cannot write either. In a container the root file system is read-only.
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  const env = { DATABASE_URL: database.url, DATA_DIR: join(file, 'data'), MASTER_KEY: masterKey, PORT: '0' };
  const { code, stderr } = await causeway(['serve'], { ...env, DEMO: '1' });
  expect(code).toBe(1);
  const told = stderr.trim().split('\n').at(-1);
  expect(told).toContain(join(file, 'data', 'dev-credentials.json'));
  expect(told).toMatch(/Set DATA_DIR .* or start without DEMO and run "merchants create"/);
  expect(stderr).not.toMatch(/^\s+at /m);
  const list = await causeway(['merchants', 'list', '--json'], env);
  expect(JSON.parse(list.stdout)).toEqual([]);
});
