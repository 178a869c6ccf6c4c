import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAt, stepAt } from '../../src/merchants/sign-in/totp.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { budget } from '../support/chance.ts';
import type { TestService } from '../support/service.ts';
import { browser, password, signedInAs, startDashboard } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDashboard();
});
afterAll(() => service.stop());

async function memberWithCodes(): Promise<{ email: string; codes: string[] }> {
  const page = await signedInAs(service);
  const { secret } = (await page.call('POST', '/totp/begin', { body: { password } })).json.data;
  const code = codeAt(secret, stepAt(service.ctx.clock.nowMs()));
  const confirmed = await page.call('POST', '/totp/confirm', { body: { code } });
  return { email: page.member.email, codes: confirmed.json.data.recovery_codes };
}

it('sign-ins with recovery codes at once, from one office, never deadlock, and each code works once', async () => {
  const address = browser(service).address;
  const enter = async (email: string, code: string) => {
    const page = browser(service);
    page.address = address;
    return (await page.call('POST', '/sign_in', { body: { email, password, code } })).status;
  };
  for (let round = 0; round < budget(20, 2); round++) {
    const members = await Promise.all(Array.from({ length: 3 }, memberWithCodes));
    const sent = members.flatMap(({ email, codes: [a = '', b = ''] }) => [
      enter(email, a),
      enter(email, a),
      enter(email, b),
      enter(email, 'wrong'),
    ]);
    const statuses = await Promise.all(sent);
    for (let at = 0; at < statuses.length; at += 4) {
      const [first, second, third, wrong] = statuses.slice(at, at + 4);
      expect([first, second].sort(), 'one code, twice').toEqual([200, 401]);
      expect([third, wrong]).toEqual([200, 401]);
    }
    await service.ctx.db`delete from throttles`;
  }
});

it('a recovery code works without the master key of the second factor, and a code of the app does not', async () => {
  const { email, codes } = await memberWithCodes();
  const { secrets } = service.ctx;
  service.ctx.secrets = createSecrets([Buffer.alloc(32, 9)]);
  try {
    const enter = (code: string) =>
      browser(service).call('POST', '/sign_in', { body: { email, password, code } });
    expect((await enter('123456')).status).toBe(401);
    expect((await enter(codes[0] ?? '')).status).toBe(200);
  } finally {
    service.ctx.secrets = secrets;
  }
});
