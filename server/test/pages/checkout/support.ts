import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { defaultPublicLimits } from '../../../src/platform/http/context.ts';
import { createPayment } from '../../payments/support.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import type { TestService } from '../../support/service.ts';

/** A clock that stands still never gives back allowance, so most tests do without the limits. */
export const noPublicLimits = {
  ...defaultPublicLimits,
  readsPerMinute: 1e9,
  changesPerMinute: 1e9,
  pdfsPerMinute: 1e9,
};

export const usdc = { chain: 'base', token: 'USDC' } as const;
export const bnb = { chain: 'bsc', token: 'BNB' } as const;

/** A request of a customer: no key, paths below /checkout. */
export function visit(
  service: TestService,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return call(`${service.url}/checkout/${path}`, method, { key: null, ...options });
}

export function post(service: TestService, path: string, body: unknown): Promise<Answer> {
  return visit(service, 'POST', path, { body });
}

/** What the page would show. Its shape is what tests are about, so it is not typed further. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function stateOf(service: TestService, paymentId: string): Promise<any> {
  const answer = await visit(service, 'GET', `${paymentId}/state`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

/** A payment that waits for a person. */
export async function openPayment(service: TestService, body = {}): Promise<string> {
  const { payment_id } = await createPayment(service, body);
  await service.ctx.db`update payments set customer_due_at = null where payment_id = ${payment_id}`;
  return payment_id;
}

export async function transactionsOf(service: TestService, paymentId: string): Promise<number> {
  const rows = await service.ctx.db`
    select 1 from simulated_transactions where to_address in
      (select address from deposits where payment_id = ${paymentId})`;
  return rows.length;
}

/** A payment whose transaction reverted. */
export async function failedPayment(service: TestService, body = {}): Promise<string> {
  const { payment_id } = await createPayment(service, body);
  const answer = await service.call('POST', `/payments/${payment_id}/simulate`, {
    body: { outcome: 'fail' },
  });
  expect(answer.json.data.status, answer.text).toBe('failed');
  return payment_id;
}

export const builtScript = `${'console.log("checkout");'.repeat(100)}\n`;

/** A folder like the one Vite writes, with a page of two chunks and a style sheet. */
export function makeWebDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'causeway-web-'));
  mkdirSync(join(path, '.vite'));
  mkdirSync(join(path, 'assets'));
  const manifest = {
    'checkout/index.html': {
      file: 'assets/checkout-1a2b.js',
      isEntry: true,
      css: ['assets/checkout-3c4d.css'],
      imports: ['_shared.js'],
    },
    'invoice/main.ts': {
      file: 'assets/invoice-2b3c.js',
      isEntry: true,
      css: ['assets/invoice-4d5e.css'],
      imports: ['_shared.js'],
    },
    'claim/main.ts': { file: 'assets/claim-6f7a.js', isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared-5e6f.js', css: ['assets/shared-7a8b.css'] },
    'dashboard/index.html': { file: 'assets/dashboard-9c0d.js', isEntry: true },
  };
  const signIn = { 'dashboard/sign-in/main.tsx': { file: 'assets/sign-in-0d1e.js', isEntry: true } };
  writeFileSync(join(path, '.vite', 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(path, '.vite', 'sign-in.json'), JSON.stringify(signIn));
  writeFileSync(join(path, 'secret.txt'), 'not for anybody');
  writeFileSync(join(path, 'assets', 'checkout-1a2b.js'), builtScript);
  writeFileSync(join(path, 'assets', 'checkout-1a2b.js.map'), '{}');
  writeFileSync(join(path, 'assets', 'shared-5e6f.js'), 'export {};\n');
  writeFileSync(join(path, 'assets', 'checkout-3c4d.css'), 'body { margin: 0 }\n');
  writeFileSync(join(path, 'assets', 'shared-7a8b.css'), 'p { margin: 0 }\n');
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
