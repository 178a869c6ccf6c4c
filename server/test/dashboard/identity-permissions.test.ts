import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app/routes.ts';
import { isAllowed, roles } from '../../src/lib/roles.ts';
import { expectRefusal } from '../platform/http/refusal.ts';
import { call } from '../support/call.ts';
import type { TestService } from '../support/service.ts';
import { createMember, signedIn, startDashboard } from './support.ts';

interface Route {
  method: string;
  url: string;
  config: NonNullable<RouteOptions['config']>;
  schema: RouteOptions['schema'];
}

let service: TestService;
/** Every route the service has below the two prefixes that sessions are taken on. */
let routes: Route[];
beforeAll(async () => {
  service = await startDashboard();
  const found: Route[] = [];
  const app = await buildApp(service.ctx, ({ method, url, config = {}, schema }) => {
    // Those that answer 405 are registered for all other methods at once; preflights come without a session.
    if ([method].flat().includes('TRACE') || method === 'OPTIONS') return;
    for (const one of [method].flat()) found.push({ method: one, url, config, schema });
  });
  await app.close();
  const withoutSession = ['/api/v1/openapi.json'];
  routes = found.filter(
    ({ url }) => /^\/(api\/v1|dashboard\/api)\//.test(url) && !withoutSession.includes(url),
  );
});
afterAll(() => service.stop());

const isRead = ({ method }: Pick<Route, 'method'>) => method === 'GET' || method === 'HEAD';
const takesPasskey = (body: unknown) => JSON.stringify(body ?? null).includes('"passkey"');
const pathOf = ({ url }: Route) => url.replace(/:\w+/g, 'nothing');

describe('every route', () => {
  it('is found here', () => {
    const names = routes.map(({ method, url }) => `${method} ${url}`);
    for (const name of ['POST /api/v1/refunds', 'GET /dashboard/api/audit', 'HEAD /api/v1/payments'])
      expect(names).toContain(name);
  });

  it('that changes something says who may', () => {
    const silent = routes.filter(
      (route) => !isRead(route) && !route.config.public && !route.config.permission,
    );
    expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });

  it('of the API that reads names the resource, for restricted keys', () => {
    const silent = routes.filter(
      ({ url, config }) =>
        url.startsWith('/api/v1/') && !config.permission?.match(/\.(read|write|simulate)$/),
    );
    // It has customers, invoices and refunds too, so no right to one resource is enough.
    expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/v1/exports/balance.csv']);
  });

  it('that takes no session is one of these', () => {
    const open = routes.filter(({ config }) => config.public).map(({ method, url }) => `${method} ${url}`);
    expect(open.sort()).toEqual([
      'GET /dashboard/api/invitations/:token',
      'HEAD /dashboard/api/invitations/:token',
      'POST /dashboard/api/email/verify',
      'POST /dashboard/api/invitations/:token/accept',
      'POST /dashboard/api/members/restore',
      'POST /dashboard/api/password/forgot',
      'POST /dashboard/api/password/reset',
      'POST /dashboard/api/sign_in',
      'POST /dashboard/api/sign_in/passkey',
      'POST /dashboard/api/sign_in/passkey/begin',
      'POST /dashboard/api/sign_up',
    ]);
  });

  it('of the dashboard that changes something without a password or passkey is one of these', () => {
    const unconfirmed = routes.filter(
      ({ method, url, config, schema }) =>
        !isRead({ method }) &&
        url.startsWith('/dashboard/api/') &&
        !config.public &&
        !takesPasskey(schema?.body),
    );
    expect(unconfirmed.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'DELETE /dashboard/api/keys/:key_id/any_address',
      'DELETE /dashboard/api/sessions/:session_id',
      'DELETE /dashboard/api/settings/logo',
      'DELETE /dashboard/api/settlement/wallets/:family/change',
      'PATCH /dashboard/api/checklist',
      'PATCH /dashboard/api/notices',
      'PATCH /dashboard/api/settings',
      'POST /dashboard/api/approvals/:approval_id/decline',
      'POST /dashboard/api/email/send_link',
      'POST /dashboard/api/keys/:key_id/revoke',
      // Ends what was begun with a password, as turning on a second factor does.
      'POST /dashboard/api/passkeys',
      'POST /dashboard/api/passkeys/ask',
      'POST /dashboard/api/payments/:payment_id/receipt',
      'POST /dashboard/api/sign_out',
      'POST /dashboard/api/sign_out_everywhere',
      'POST /dashboard/api/sign_out_others',
      'POST /dashboard/api/totp/confirm',
      'POST /dashboard/api/webhooks/endpoints/:endpoint_id/retry_failed',
      'PUT /dashboard/api/settings/logo',
    ]);
  });

  it('that is not public refuses who is not signed in', async () => {
    for (const route of routes.filter(({ config }) => !config.public)) {
      const answer = await call(`${service.url}${pathOf(route)}`, route.method);
      expect(answer.status, `${route.method} ${route.url}`).toBe(401);
    }
  });

  it.each(roles)(
    'lets %s do exactly what the role may',
    async (role) => {
      const member = await createMember(service, role);
      for (const route of routes.filter(({ config }) => !config.public)) {
        // Some of them end the session.
        const page = await signedIn(service, member);
        const permission = route.config.permission ?? 'read';
        const headers = { cookie: page.cookie ?? '', 'x-causeway-request': 'dashboard' };
        const options = isRead(route) ? { headers } : { headers, body: {} };
        const answer = await call(`${service.url}${pathOf(route)}`, route.method, options);
        const name = `${role} ${route.method} ${route.url}`;
        expect(answer.status, name).not.toBe(401);
        if (isAllowed(role, permission)) {
          expect(answer.json?.error?.code, name).not.toBe('FORBIDDEN');
          expect(answer.status, name).toBeLessThan(500);
          continue;
        }
        expect(answer.status, name).toBe(403);
        if (route.method === 'HEAD') continue;
        expectRefusal(answer, 'FORBIDDEN');
        expect(answer.json.error.details, name).toEqual({ permission, role });
        expect(answer.json.error.message).toContain('Ask an owner');
      }
    },
    120_000,
  );

  it('of the API takes keys as before, whatever its permission', async () => {
    for (const route of routes.filter(({ url }) => url.startsWith('/api/v1/'))) {
      const options = isRead(route) ? {} : { body: {} };
      const answer = await call(`${service.url}${pathOf(route)}`, route.method, {
        key: service.testKey,
        ...options,
      });
      expect([401, 403, 500], `${route.method} ${route.url}`).not.toContain(answer.status);
    }
  });

  it('of the dashboard takes no key', async () => {
    for (const route of routes.filter(({ url, config }) => url.startsWith('/dashboard/') && !config.public)) {
      const answer = await call(`${service.url}${pathOf(route)}`, route.method, { key: service.testKey });
      expect(answer.status, `${route.method} ${route.url}`).toBe(401);
    }
  });
});
