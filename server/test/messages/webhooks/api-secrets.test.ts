import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '../../payments/support.ts';
import { startSecondProcess } from '../../platform/http/second-process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { makeEndpoint, sendTest } from './api-support.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const older = randomBytes(32).toString('base64');
const newer = randomBytes(32).toString('hex');

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startTestService({ env: { MASTER_KEY: older }, log: silent }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

/** Every row of every table as text, bytes in hex. */
async function wholeDatabase(): Promise<string> {
  const { db } = service.ctx;
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  const rows = await Promise.all(tables.map(({ name }) => db`select t::text as row from ${db(name)} as t`));
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

function expectAbsent(dump: string, secret: string): void {
  const bytes = Buffer.from(secret.slice(6), 'base64');
  for (const form of [secret.slice(6), Buffer.from(secret).toString('hex'), bytes.toString('hex')])
    expect(dump.includes(form), `${form.slice(0, 6)}… is in the database`).toBe(false);
}

/** Another process on the same database, with other master keys, and what it logged. */
async function withKeys(masterKeys: string) {
  let logged = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const other = await startSecondProcess(service.databaseUrl, {
    env: { MASTER_KEY: masterKeys },
    log: pino({ level: 'error' }, stream),
  });
  const post = (path: string, body?: unknown) =>
    other.call('POST', `/api/v1/webhooks${path}`, {
      key: service.testKey,
      ...(body === undefined ? {} : { body }),
    });
  return { post, logged: () => logged, stop: other.stop };
}

async function keyIdOf(endpointId: string): Promise<string> {
  const [row] = await service.ctx.db<{ secret_key_id: string }[]>`
    select secret_key_id from webhook_endpoints where endpoint_id = ${endpointId}`;
  return row?.secret_key_id ?? '';
}

describe('signing secrets in the database', () => {
  it('are not there as they were given, neither new nor previous ones, and name their master key', async () => {
    const { endpoint_id, secret } = await makeEndpoint(service, { url: receiver.url });
    const rotated = await service.call('POST', `/webhooks/endpoints/${endpoint_id}/rotate_secret`);
    await sendTest(service, endpoint_id);
    const dump = await wholeDatabase();
    expect(dump).toContain(endpoint_id);
    for (const one of [secret, rotated.json.data.secret]) expectAbsent(dump, one);
    expect(await keyIdOf(endpoint_id)).toMatch(/^[0-9a-f]{12}$/);
    const [row] = await service.ctx.db`
      select previous_secret_key_id from webhook_endpoints where endpoint_id = ${endpoint_id}`;
    expect(row?.['previous_secret_key_id']).toBe(await keyIdOf(endpoint_id));
  });

  it('are not in answers kept for an Idempotency-Key either, which still replay them', async () => {
    const options = { headers: { 'idempotency-key': 'kept-secret' } };
    const { endpoint_id, secret } = await makeEndpoint(service, {}, options);
    const path = `/webhooks/endpoints/${endpoint_id}/rotate_secret`;
    const rotation = { headers: { 'idempotency-key': 'kept-rotation' } };
    const rotated = (await service.call('POST', path, rotation)).json.data.secret;
    expect((await makeEndpoint(service, {}, options)).secret).toBe(secret);
    expect((await service.call('POST', path, rotation)).json.data.secret).toBe(rotated);
    const dump = await wholeDatabase();
    for (const one of [secret, rotated]) expectAbsent(dump, one);
  });
});

describe('a process with another master key', () => {
  it('does not send, says so in the answer, and its log names the key and what to do', async () => {
    const { endpoint_id } = await makeEndpoint(service, { url: receiver.url });
    receiver.received.length = 0;
    const other = await withKeys(newer);
    const answer = await other.post('/test', { endpoint_id, event_type: 'invoice.paid' });
    expect(answer.json.data).toMatchObject({
      success: false,
      http_status: null,
      error: 'the signing secret could not be read',
    });
    expect(other.logged()).toMatch(new RegExp(`master key ${await keyIdOf(endpoint_id)}.*Set MASTER_KEY`));
    expect(receiver.received).toEqual([]);
    await other.stop();
  });

  it('and the old one after it encrypts with the new and still reads the old', async () => {
    const { endpoint_id } = await makeEndpoint(service, { url: receiver.url });
    const before = await keyIdOf(endpoint_id);
    const both = await withKeys(`${newer},${older}`);
    const test = { endpoint_id, event_type: 'invoice.paid' };
    expect((await both.post('/test', test)).json.data.success).toBe(true);
    expect((await both.post(`/endpoints/${endpoint_id}/rotate_secret`)).status).toBe(200);
    expect(await keyIdOf(endpoint_id)).not.toBe(before);
    // While rotating, one secret is under each key.
    expect((await both.post('/test', test)).json.data.success).toBe(true);
    expect(receiver.received.at(-1)?.headers).toHaveProperty('x-service-signature-previous');
    await both.stop();
    expect((await sendTest(service, endpoint_id)).error).toBe('the signing secret could not be read');
  });

  it('cannot open a secret that was moved to another endpoint’s row', async () => {
    const [one, two] = [await makeEndpoint(service, { url: receiver.url }), await makeEndpoint(service)];
    await service.ctx.db`
      update webhook_endpoints set secret = (
        select secret from webhook_endpoints where endpoint_id = ${two.endpoint_id})
      where endpoint_id = ${one.endpoint_id}`;
    expect((await sendTest(service, one.endpoint_id)).success).toBe(false);
  });
});
