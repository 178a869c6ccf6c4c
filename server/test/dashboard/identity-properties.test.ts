import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEnvelope } from '../platform/http/refusal.ts';
import { budget } from '../support/chance.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import type { TestService } from '../support/service.ts';
import { browser, createMember, signedIn, startDashboard, type TestMember } from './support.ts';

let service: TestService;
let clock: ManualClock;
let member: TestMember;
beforeAll(async () => {
  clock = manualClock();
  service = await startDashboard({ clock });
  member = await createMember(service);
  await createMember(service);
});
afterAll(() => service.stop());

const posts = [
  '/sign_up',
  '/sign_in',
  '/sign_out',
  '/password',
  '/password/forgot',
  '/password/reset',
  '/totp/begin',
  '/totp/confirm',
  '/totp/disable',
  '/passkeys',
  '/passkeys/begin',
  '/sign_in/passkey',
  '/members',
  '/invitations/x/accept',
];
const names = [
  'email',
  'password',
  'code',
  'token',
  'role',
  'merchant_name',
  'new_password',
  'name',
  'passkey',
  'credential',
  '__proto__',
];
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.emailAddress(),
  fc.constantFrom('owner', 'a long enough password', 'x'.repeat(43), '\u0000', '\ud800', ''),
  fc.jsonValue(),
);
const anyBody = fc.oneof(fc.dictionary(fc.constantFrom(...names), value), fc.jsonValue());

describe('arbitrary requests', () => {
  it('are answered in the envelope and never with a 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), anyBody, fc.boolean(), async (path, body, withSession) => {
        clock.advance(60_000);
        const page = withSession ? await signedIn(service, member) : browser(service);
        const answer = await page.call('POST', path, {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        expectEnvelope(answer);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: budget(250, 50) },
    );
  }, 180_000);

  it('to members, invitations and the log by any id or query are refused in the envelope', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 }).filter((id) => id.isWellFormed());
    await fc.assert(
      fc.asyncProperty(text, value, async (id, role) => {
        clock.advance(60_000);
        const page = await signedIn(service, member);
        const at = encodeURIComponent(id);
        const headers = { 'content-type': 'application/json' };
        for (const answer of [
          await page.call('PATCH', `/members/m${at}`, { body: JSON.stringify({ role }), headers }),
          await page.call('POST', `/members/m${at}/remove`, { body: '{}', headers }),
          await page.call('GET', `/invitations/t${at}`),
          await page.call('GET', `/audit?limit=${at}&starting_after=${at}`),
        ]) {
          expectEnvelope(answer);
          expect(answer.status).toBeLessThan(500);
        }
      }),
      { numRuns: budget(60, 15) },
    );
  }, 180_000);

  it('with any cookie are answered in the envelope', async () => {
    const cookie = fc.string({ maxLength: 200 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''));
    await fc.assert(
      fc.asyncProperty(cookie, fc.boolean(), async (given, named) => {
        const page = browser(service);
        page.cookie = named ? `causeway_session=${given}` : given;
        for (const answer of [await page.call('GET', '/session'), await page.api('GET', '/payments')]) {
          expectEnvelope(answer);
          expect(answer.status).toBe(401);
        }
      }),
      { numRuns: budget(60, 15) },
    );
  }, 120_000);
});
