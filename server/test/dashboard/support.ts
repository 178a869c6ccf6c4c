import { hash } from '@node-rs/argon2';
import type { Role } from '../../src/lib/roles.ts';
import { insertMember } from '../../src/merchants/members/member-store.ts';
import { startSession } from '../../src/merchants/sign-in/sessions.ts';
import { codeAt, generateTotpSecret, stepAt } from '../../src/merchants/sign-in/totp.ts';
import { type Answer, call } from '../support/call.ts';
import { startTestService, type TestService } from '../support/service.ts';

export const password = 'correct horse battery';

export interface TestMember {
  memberId: string;
  merchantId: string;
  email: string;
}

interface BrowserOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Believes the addresses that browsers say they come from, so that each has one of its own. */
export function startDashboard(options: Parameters<typeof startTestService>[0] = {}): Promise<TestService> {
  return startTestService({ ...options, env: { TRUST_PROXY: '1', ...options.env } });
}

/** Keeps a cookie as a browser does, and sends what the dashboard's pages send. Paths are below /dashboard/api. */
export interface Browser {
  cookie: string | null;
  address: string;
  call(method: string, path: string, options?: BrowserOptions): Promise<Answer>;
  /** The same below /api/v1. */
  api(method: string, path: string, options?: BrowserOptions): Promise<Answer>;
}

let members = 0;
let browsers = 0;
let hashed: Promise<string> | undefined;

/** The least that argon2 allows: every sign-in costs what the hash did, and as a rule that is 35 ms. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A member of the service's merchant, or of another one, whose password is `password`. */
export async function createMember(
  service: TestService,
  role: Role = 'owner',
  merchantId = service.merchantId,
): Promise<TestMember> {
  hashed ??= hash(password, cheap);
  const { ctx } = service;
  const memberId = ctx.ids.next('mem');
  const email = `member-${++members}-${memberId.slice(-6)}@example.com`;
  await insertMember(ctx.db, {
    member_id: memberId,
    merchant_id: merchantId,
    email,
    password_hash: await hashed,
    role,
    created_at: ctx.clock.now(),
  });
  return { memberId, merchantId, email };
}

export function browser(service: Pick<TestService, 'url'>): Browser {
  const send = async (base: string, method: string, path: string, options: BrowserOptions) => {
    const { body, headers = {} } = options;
    const answer = await call(`${service.url}${base}${path}`, method, {
      ...(body === undefined ? {} : { body }),
      headers: {
        'x-causeway-request': 'dashboard',
        'x-forwarded-for': self.address,
        ...(self.cookie ? { cookie: self.cookie } : {}),
        ...headers,
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      self.cookie = pair.endsWith('=') ? null : pair;
    }
    return answer;
  };
  const self: Browser = {
    cookie: null,
    address: `203.0.${Math.floor(++browsers / 250)}.${(browsers % 250) + 1}`,
    call: (method, path, options = {}) => send('/dashboard/api', method, path, options),
    api: (method, path, options = {}) => send('/api/v1', method, path, options),
  };
  return self;
}

/** Signs in as people do. */
export async function signIn(service: TestService, member: TestMember): Promise<Browser> {
  const page = browser(service);
  const answer = await page.call('POST', '/sign_in', { body: { email: member.email, password } });
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.text}`);
  return page;
}

/** A browser in which the member is signed in already. */
export async function signedIn(service: TestService, member: TestMember): Promise<Browser> {
  const page = browser(service);
  const key = { member_id: member.memberId, merchant_id: member.merchantId };
  const device = { ip: '127.0.0.1', userAgent: undefined };
  page.cookie = `causeway_session=${await startSession(service.ctx, service.ctx.db, key, device)}`;
  return page;
}

/** A browser of a new member with that role. */
export async function signedInAs(
  service: TestService,
  role: Role = 'owner',
  merchantId = service.merchantId,
): Promise<Browser & { member: TestMember }> {
  const member = await createMember(service, role, merchantId);
  return Object.assign(await signedIn(service, member), { member });
}

/** Turns on the member's second factor as of yesterday. Returns what gives a code that was not used yet. */
export async function withSecondFactor(
  service: TestService,
  member: TestMember,
): Promise<() => Promise<string>> {
  const { db, secrets, random, clock } = service.ctx;
  const secret = generateTotpSecret(random);
  const { sealed, keyId } = secrets.seal(secret, member.memberId);
  await db`
    update members set totp_secret = ${sealed}, totp_secret_key_id = ${keyId},
      totp_confirmed_at = ${new Date(clock.nowMs() - 25 * 3_600_000)}
    where member_id = ${member.memberId}`;
  return async () => {
    // Each code works once, and the next one comes in half a minute.
    await db`update members set totp_last_step = null where member_id = ${member.memberId}`;
    return codeAt(secret, stepAt(clock.nowMs()));
  };
}
