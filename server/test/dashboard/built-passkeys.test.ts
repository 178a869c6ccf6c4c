import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDataDir, type RunningService, serve } from '../support/process.ts';
import { createDatabase, masterKey } from '../support/service.ts';
import { Authenticator, addPasskey } from './authenticator.ts';
import { browser } from './support.ts';

/* The built command, since a bundle loads packages differently from the sources: what checks passkeys is loaded on demand. */

const data = makeDataDir();
let database: Awaited<ReturnType<typeof createDatabase>>;
let service: RunningService;
beforeAll(async () => {
  database = await createDatabase();
  service = await serve({
    DATABASE_URL: database.url,
    DATA_DIR: data.path,
    MASTER_KEY: masterKey,
    DEMO: '1',
    DRAIN_SECONDS: '0',
    PORT: '0',
  });
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await database.drop();
  data.remove();
});

it('the built service registers a passkey, and signs its member in with it', async () => {
  const { email, password } = JSON.parse(readFileSync(join(data.path, 'dev-credentials.json'), 'utf8'));
  const page = browser(service);
  expect((await page.call('POST', '/sign_in', { body: { email, password } })).status).toBe(200);
  const laptop = new Authenticator(service.url);
  await addPasskey(page, laptop, { password });
  const other = browser(service);
  const { data: challenge } = (await other.call('POST', '/sign_in/passkey/begin')).json;
  const body = { passkey: laptop.get(challenge) };
  const answer = await other.call('POST', '/sign_in/passkey', { body });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data.member.email).toBe(email);
});
