import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resealSecrets } from '../../../src/platform/master-key/reseal.ts';
import { type SealedRow, sealedColumns } from '../../../src/platform/master-key/sealed-store.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { password, signedInAs } from '../../dashboard/support.ts';
import { makeEndpoint } from '../../messages/webhooks/api-support.ts';
import { causeway, start, until } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const oldId = createSecrets([older]).keyIds[0] ?? '';
const newId = createSecrets([newer]).keyIds[0] ?? '';
const masterKey = [newer, older].map((key) => key.toString('base64')).join(',');
const manyEndpoints = 1500;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { MASTER_KEY: older.toString('base64') } });
});
afterAll(() => service.stop());
/** A secret in every place there is, all encrypted with the old key. */
beforeEach(async () => {
  const headers = { 'idempotency-key': service.ctx.ids.next('req') };
  const { endpoint_id } = await makeEndpoint(service, {}, { headers });
  await service.call('POST', `/webhooks/endpoints/${endpoint_id}/rotate_secret`);
  const owner = await signedInAs(service);
  const gone = await signedInAs(service);
  for (const page of [owner, gone]) await page.call('POST', '/totp/begin', { body: { password } });
  await owner.call('POST', `/members/${gone.member.memberId}/remove`, { body: { password } });
  const email = `${service.ctx.ids.next('req')}@example.com`;
  await owner.call('POST', '/members', { body: { email, role: 'viewer', password } });
});

/** Every secret in the database that one of the keys encrypted. */
async function secretsOf(keyIds: string[]): Promise<{ column: string; row: SealedRow }[]> {
  const found = [];
  for (const column of sealedColumns)
    for (const row of await column.select(service.ctx.db, keyIds, null, 100_000))
      found.push({ column: column.name, row });
  return found;
}

const opened = async (keys: Buffer[], keyIds: string[]) =>
  (await secretsOf(keyIds)).map(({ column, row }) => ({
    column,
    owner: row.owner,
    text: createSecrets(keys).open(row.sealed, row.owner),
  }));

describe('secrets reseal', () => {
  it('moves every secret to the newest key and says which keys can go; a second run finds nothing', async () => {
    const before = await opened([older], [oldId]);
    expect(new Set(before.map(({ column }) => column))).toEqual(
      new Set(sealedColumns.map(({ name }) => name)),
    );
    const secrets = createSecrets([newer, older]);
    const result = { newest_key: newId, unreadable: 0, removable_keys: [oldId] };
    expect(await resealSecrets(service.ctx.db, secrets)).toEqual({ ...result, resealed: before.length });
    expect(await opened([newer], [newId])).toEqual(before);
    expect(await resealSecrets(service.ctx.db, secrets)).toEqual({ ...result, resealed: 0 });
  });

  it('a secret that was rotated between reading and writing stays, and moves in the next run', async () => {
    const { db } = service.ctx;
    const secrets = createSecrets([newer, older]);
    const { endpoint_id } = await makeEndpoint(service);
    const [column] = sealedColumns;
    const read = (await column?.select(db, [oldId], null, 1000))?.find(({ owner }) => owner === endpoint_id);
    const { secret } = (await service.call('POST', `/webhooks/endpoints/${endpoint_id}/rotate_secret`)).json
      .data;
    if (read) await column?.replace(db, read, secrets.seal('too late', endpoint_id));
    await resealSecrets(db, secrets);
    const now = (await opened([newer], [newId])).filter(({ owner }) => owner === endpoint_id);
    expect(now[0]).toEqual({ column: 'signing_secrets', owner: endpoint_id, text: secret });
  });

  it('killed in the middle, all secrets can be read; the next run ends it', async () => {
    const { db, secrets } = service.ctx;
    const env = { DATABASE_URL: service.databaseUrl, MASTER_KEY: masterKey };
    const rows = Array.from({ length: manyEndpoints }, (_, index) => {
      const endpoint_id = `we_many_${index}`;
      const { sealed, keyId } = secrets.seal(`whsec_${index}`, endpoint_id);
      return { endpoint_id, secret: `\\x${sealed.toString('hex')}`, keyId };
    });
    await db`
      insert into webhook_endpoints (endpoint_id, merchant_id, environment, url, events, status, secret,
        secret_key_id, created_at)
      select endpoint_id, ${service.merchantId}, 'test', 'https://x.example', '{*}', 'deleted', secret, ${oldId}, now()
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (endpoint_id text, secret bytea)`;
    const before = await opened([newer, older], [newId, oldId]);
    const left = async () => (await secretsOf([oldId])).length;
    const all = await left();
    const killed = start(['secrets', 'reseal'], env);
    await until(async () => (await left()) < all, 60_000, killed.output);
    await killed.end('SIGKILL');
    expect(await opened([newer, older], [newId, oldId])).toEqual(before);
    const { code, stdout, stderr } = await causeway(['secrets', 'reseal', '--json'], env);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      unreadable: 0,
      removable_keys: [oldId],
      wallet: 'none',
      removable_positions: [2],
    });
    expect(await opened([newer], [newId])).toEqual(before);
    const alone = { ...env, MASTER_KEY: newer.toString('base64') };
    expect((await causeway(['merchants', 'list'], alone)).code, 'the old key can go').toBe(0);
  });

  it('knows every column of the schema that names a master key', async () => {
    const columns = await service.ctx.db<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_key\\_id' order by 1`;
    expect(columns.map(({ name }) => name)).toEqual([
      'previous_secret_key_id',
      'secret_key_id',
      'totp_secret_key_id',
      'totp_secret_key_id',
    ]);
  });
});
