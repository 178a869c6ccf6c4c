import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createButton, createPayment } from '../../payments/buttons/support.ts';
import { call } from '../../support/call.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { builtScript, makeWebDir, openPayment, visit } from './support.ts';

const web = makeWebDir();
let service: TestService;
beforeAll(async () => {
  writeFileSync(join(web.path, 'button.js'), builtScript);
  service = await startTestService({ webDir: web.path });
});
afterAll(async () => {
  await service.stop();
  web.remove();
});

const get = (headers: Record<string, string> = {}) => call(`${service.url}/button.js`, 'GET', { headers });

it('is for pages of any site, kept for minutes and not for good', async () => {
  const { status, headers, text } = await get({ 'accept-encoding': 'br' });
  expect(status).toBe(200);
  expect(text).toBe(builtScript);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
});

it('is not sent again to a browser that has it', async () => {
  const etag = (await get()).headers.get('etag') ?? '';
  const again = await get({ 'if-none-match': `"other", ${etag}` });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.get('etag')).toBe(etag);
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
});

it('where the pages were not built, the answer says what to do', async () => {
  const unbuilt = makeWebDir();
  const bare = await startTestService({ webDir: unbuilt.path });
  const answer = await call(`${bare.url}/button.js`, 'GET');
  await bare.stop();
  unbuilt.remove();
  expect(answer.status).toBe(404);
  expect(answer.json.error.message).toContain('npm run build');
});

it('the checkout stays tied to the page that opened it for payments of a button alone', async () => {
  const { button_id: id } = await createButton(service);
  const made = async (headers: Record<string, string>) =>
    (await createPayment(service, id, { headers })).payment_id;
  const policyOf = async (paymentId: string) =>
    (await visit(service, 'GET', paymentId)).headers.get('cross-origin-opener-policy');
  expect(await policyOf(await made({ origin: 'https://shop.example' }))).toBe('unsafe-none');
  expect(await policyOf(await made({}))).toBe('same-origin');
  expect(await policyOf(await openPayment(service))).toBe('same-origin');
  expect(await policyOf('pay_00000000000000000000000000')).toBe('same-origin');
});
