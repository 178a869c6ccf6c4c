import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInvoice } from '../../payments/invoices/support.ts';
import { unlimited } from '../../payments/support.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { visitInvoice } from './invoice-support.ts';
import { makeWebDir, noPublicLimits } from './support.ts';

const clock = manualClock();
const web = makeWebDir();
const asPerson = { headers: { accept: 'text/html', 'accept-language': 'de' } };
const started: TestService[] = [];

async function startWith(
  limits: Partial<typeof noPublicLimits>,
): Promise<{ service: TestService; id: string }> {
  const service = await startTestService({
    clock,
    requestsPerMinute: unlimited,
    publicLimits: { ...noPublicLimits, ...limits },
    webDir: web.path,
  });
  started.push(service);
  const { invoice_id: id } = await openInvoice(service);
  return { service, id };
}
afterAll(async () => {
  for (const service of started) await service.stop();
  web.remove();
});

describe('the PDF of an invoice', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    ({ service, id } = await startWith({ pdfsPerMinute: 2 }));
  });

  it('has a limit of its own for each address, which leaves the page alone', async () => {
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await visitInvoice(service, 'GET', `${id}/pdf`)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const refused = await visitInvoice(service, 'GET', `${id}/pdf`);
    expect(refused.json.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit_per_minute: 2 },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitInvoice(service, 'GET', id)).status).toBe(200);
    expect((await visitInvoice(service, 'GET', 'inv_none/pdf')).status).toBe(404);
  });

  it('is refused to a person by a page, in their language', async () => {
    const { status, headers, text } = await visitInvoice(service, 'GET', `${id}/pdf`, asPerson);
    expect(status).toBe(429);
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('retry-after')).not.toBeNull();
    expect(text).toContain('<h1 class="shell-title">Zu viele Anfragen</h1>');
  });
});

it('too many looks at the page are refused to a person by a page, to a script by the envelope', async () => {
  const { service, id } = await startWith({ readsPerMinute: 1 });
  expect((await visitInvoice(service, 'GET', id, asPerson)).status).toBe(200);
  const page = await visitInvoice(service, 'GET', id, asPerson);
  expect(page.status).toBe(429);
  expect(page.text).toContain('Zu viele Anfragen');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const script = await visitInvoice(service, 'GET', `${id}/state`);
  expect(script.json.error.code).toBe('RATE_LIMIT_EXCEEDED');
});
