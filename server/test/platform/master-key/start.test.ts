import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../../../src/app/service.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { connect, type Db } from '../../../src/platform/db/client.ts';
import { abandonKey } from '../../../src/platform/master-key/master-key.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { makeDataDir } from '../../support/process.ts';
import { createDatabase } from '../../support/service.ts';

const [a, b] = [randomBytes(32), randomBytes(32)];
const idOf = (key: Buffer) => createSecrets([key]).keyIds[0] ?? '';

let database: Awaited<ReturnType<typeof createDatabase>>;
let folder: ReturnType<typeof makeDataDir>;
let db: Db;
beforeEach(async () => {
  database = await createDatabase();
  folder = makeDataDir();
  db = connect(database.url, { poolSize: 1 });
});
afterEach(async () => {
  await db.end();
  await database.drop();
  folder.remove();
});

/** Starts a process with these master keys, or with the one in its folder, and stops it again. */
async function startWith(...keys: Buffer[]): Promise<void> {
  const config = parseConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    MASTER_KEY: keys.map((key) => key.toString('base64')).join(','),
    PORT: '0',
  });
  const log = pino({ level: 'silent' });
  await (await startService(config, { http: false, workers: false }, { log })).stop();
}

/** An endpoint of a process whose key was removed by a reseal meanwhile. */
async function insertEndpoint(key: Buffer): Promise<void> {
  const { sealed, keyId } = createSecrets([key]).seal('whsec_x', 'we_1');
  await db`insert into merchants (merchant_id, name, email, created_at) values ('mer_1', 'M', 'm@x.example', now())`;
  await db`
    insert into webhook_endpoints (endpoint_id, merchant_id, environment, url, events, status, secret, secret_key_id,
      created_at)
    values ('we_1', 'mer_1', 'test', 'https://x.example', '{*}', 'enabled', ${sealed}, ${keyId}, now())`;
}

describe('a process', () => {
  it('with another master key does not start, and says which is missing and what to do', async () => {
    await startWith(a);
    const refusal = new RegExp(
      `master key ${idOf(a)}.*Add it to MASTER_KEY.*secrets abandon ${idOf(a)}.*recovery code`,
      's',
    );
    await expect(startWith(b)).rejects.toThrow(refusal);
    await startWith(a);
  });

  it('needs every key that encrypts: those of a list, and after a change of the first also the new one', async () => {
    await startWith(a);
    await startWith(b, a);
    await expect(startWith(a)).rejects.toThrow(`master key ${idOf(b)}`);
    await expect(startWith(b)).rejects.toThrow(`master key ${idOf(a)}`);
    await startWith(a, b);
  });

  it('needs a key without a canary that still encrypts something', async () => {
    await insertEndpoint(a);
    await expect(startWith(b)).rejects.toThrow(`master key ${idOf(a)}`);
    await startWith(a);
  });

  it('whose key file is gone does not start, and makes no other file; with the file it starts again', async () => {
    await startWith();
    const file = join(folder.path, 'master.key');
    renameSync(file, `${file}.away`);
    await expect(startWith()).rejects.toThrow(`Restore ${file} from a backup`);
    expect(existsSync(file)).toBe(false);
    renameSync(`${file}.away`, file);
    await startWith();
  });

  it('two with different keys on a new database: one starts', async () => {
    const results = await Promise.allSettled([startWith(a), startWith(b)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('starts without a key that was abandoned, which counts what is lost', async () => {
    await insertEndpoint(a);
    const source = { masterKeys: [b], folder: null };
    const losses = await abandonKey(db, source, idOf(a), new Date());
    expect(losses).toEqual({ signing_secrets: 1, second_factors: 0, stored_responses: 0, email_links: 0 });
    await startWith(b);
    await expect(startWith(a)).rejects.toThrow(`master key ${idOf(b)}`);
    // Found again after all.
    await startWith(a, b);
    await expect(startWith(b)).rejects.toThrow(`master key ${idOf(a)}`);
  });

  it('a key that this process has, or that encrypts nothing, cannot be abandoned', async () => {
    await startWith(a);
    const abandon = (key: Buffer, keyId: string) =>
      abandonKey(db, { masterKeys: [key], folder: null }, keyId, new Date());
    await expect(abandon(a, idOf(a))).rejects.toThrow('it is not lost');
    await expect(abandon(b, 'nonsense')).rejects.toThrow(`In use: ${idOf(a)}`);
    await startWith(a);
  });
});
