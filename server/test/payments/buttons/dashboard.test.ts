import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, startDashboard } from '../../dashboard/support.ts';
import { expectRefusal } from '../../platform/http/refusal.ts';
import type { TestService } from '../../support/service.ts';
import { createButton, minimal } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDashboard();
});
afterAll(() => service.stop());

describe('in the dashboard', () => {
  it.each(['owner', 'developer'] as const)('the %s makes and changes buttons', async (role) => {
    const page = await signedInAs(service, role);
    const made = await page.api('POST', '/buttons', { body: minimal });
    expect(made.status, made.text).toBe(201);
    const path = `/buttons/${made.json.data.button_id}`;
    expect((await page.api('PATCH', path, { body: { status: 'inactive' } })).json.data.status).toBe(
      'inactive',
    );
    expect((await page.api('GET', path)).json.data).toHaveProperty('metadata');
  });

  it.each(['finance', 'viewer'] as const)('the %s reads buttons and changes none', async (role) => {
    const page = await signedInAs(service, role);
    const { button_id } = await createButton(service);
    expectRefusal(await page.api('POST', '/buttons', { body: minimal }), 'FORBIDDEN');
    expectRefusal(await page.api('PATCH', `/buttons/${button_id}`, { body: { name: 'x' } }), 'FORBIDDEN');
    expect((await page.api('GET', '/buttons')).status).toBe(200);
  });

  it('what is done to buttons is in the audit log, and what was refused is not', async () => {
    const { merchantId } = await service.createMerchant();
    const page = await signedInAs(service, 'owner', merchantId);
    const { button_id } = (await page.api('POST', '/buttons', { body: minimal })).json.data;
    await page.api('PATCH', `/buttons/${button_id}`, { body: { amount: '20.00' } });
    await page.api('PATCH', `/buttons/${button_id}`, { body: { amount: 20 } });
    await page.api('POST', `/buttons/${button_id}/payments`);
    const { data } = (await page.call('GET', '/audit')).json;
    expect(data.map((one: { action: string; resource_id: string }) => [one.action, one.resource_id])).toEqual(
      [
        ['createButtonPayment', button_id],
        ['updateButton', button_id],
        ['createButton', button_id],
      ],
    );
  });

  it('a page of another site cannot use the session of whoever looks at it', async () => {
    const page = await signedInAs(service);
    const { button_id } = await createButton(service);
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await page.api('POST', `/buttons/${button_id}/payments`, { headers });
    expectRefusal(answer, 'FORBIDDEN');
    expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
  });
});
