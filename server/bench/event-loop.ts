import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { closeContext, createContext } from '../src/app/compose.ts';
import { type AppContext, buildApp } from '../src/app/routes.ts';
import { exportPayments } from '../src/dashboard/exports/exports.ts';
import type { Caller } from '../src/lib/caller.ts';
import { createKey, createMerchant } from '../src/merchants/merchants.ts';
import { selectEmail } from '../src/messages/email/outbox.ts';
import { composeMail } from '../src/messages/email/writing/compose.ts';
import { deliveryHeaders, signingKey } from '../src/messages/webhooks/deliveries/signatures.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { selectLogo } from '../src/platform/logos/logo-rows.ts';
import { setLogo } from '../src/platform/logos/logos.ts';
import { png } from '../test/support/pictures.ts';
import { openEmbedded } from '../test/support/test-postgres.ts';
import { sized } from './sizes.ts';

/**
 * Prints how long the largest inputs hold the event loop: the most CPU time of the process in one turn, which does not
 * depend on what else the machine does. Run it with `node --import tsx server/bench/event-loop.ts`, and `--tiny` to try it.
 */

/** The most CPU time between two turns of the loop, in milliseconds, over a few runs after a first one. */
async function longestTurnMs(work: () => unknown, runs = sized(5, 1)): Promise<number> {
  await work();
  const longest: number[] = [];
  for (let run = 0; run < runs; run++) {
    let most = 0;
    let last = process.cpuUsage();
    let running = true;
    const turn = () => {
      const { user, system } = process.cpuUsage(last);
      last = process.cpuUsage();
      most = Math.max(most, (user + system) / 1000);
      if (running) setImmediate(turn);
    };
    await new Promise((resolve) => setImmediate(resolve));
    setImmediate(turn);
    await work();
    await new Promise((resolve) => setImmediate(resolve));
    running = false;
    await new Promise((resolve) => setImmediate(resolve));
    longest.push(most);
  }
  return longest.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

const han = (length: number, from = 0) =>
  Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((from + at) % 20_000))).join('');
const lineItems = Array.from({ length: 200 }, (_, line) => ({
  description: han(200, line * 200),
  quantity: 1,
  unit_price: '1.00',
}));
const invoice = {
  currency: 'USD',
  customer_email: 'ada@example.com',
  customer_name: han(100),
  line_items: lineItems,
  memo: han(1000),
};
const metadata = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`${n}`.padEnd(500, '"'), '\u0001'.repeat(500)]),
);
/** As many values, and as many names, as fit into a body. */
const numbers = JSON.stringify({ amount: '1.00', currency: 'USD', x: Array(120_000).fill(0) });
const names = JSON.stringify({
  amount: '1.00',
  currency: 'USD',
  ...Object.fromEntries(Array.from({ length: 22_000 }, (_, n) => [`k${n}`, 0])),
});
const controls = '\u0001'.repeat(4096);

/** Payments and deliveries as large as they can be. */
async function seed(ctx: AppContext, merchantId: string, endpointId: string): Promise<void> {
  const { db } = ctx;
  await db`
    insert into payments (payment_id, merchant_id, environment, status, amount_minor, currency, description, metadata,
      accepted_chains, accepted_tokens, created_at, expires_at)
    select 'pay_' || lpad(n::text, 26, '0'), ${merchantId}, 'test', 'expired', 100, 'USD', repeat('"', 500),
      ${JSON.stringify(metadata)}::text::json, array['base'], array['USDC'], now(), now()
    from generate_series(1, ${sized(3000, 200)}::int) as n`;
  await db`
    insert into deliveries (delivery_id, event_id, endpoint_id, merchant_id, environment, event_type, created_at)
    select 'del_' || lpad(n::text, 26, '0'), 'evt_' || n, ${endpointId}, ${merchantId}, 'test', 'payment.completed', now()
    from generate_series(1, 100) as n`;
  await db`
    insert into delivery_attempts (attempt_id, delivery_id, merchant_id, attempt, http_status, response_body,
      latency_ms, attempted_at)
    select 'att_' || n || '_' || turn, 'del_' || lpad(n::text, 26, '0'), ${merchantId}, turn, 500, ${controls}, 1, now()
    from generate_series(1, 100) as n, generate_series(1, 7) as turn`;
}

async function measure(name: string, work: () => unknown, runs?: number): Promise<void> {
  const ms = await longestTurnMs(work, runs);
  console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`);
}
const postgres = await openEmbedded({ durable: false });
const config = parseConfig({ PORT: '0', MASTER_KEY: 'ab'.repeat(32), EMAILS_PER_DAY: '0', SIGN_UP: 'on' });
const ctx = createContext(config, postgres.url, {
  log: pino({ level: 'silent' }),
  requestsPerMinute: { test: 1e9, live: 1e9 },
});
await migrate(ctx.db);
const app = await buildApp(ctx);
const { merchant_id: merchantId } = await createMerchant(ctx, ctx.db, { name: 'Shop', email: 'a@b.example' });
const key = (
  await createKey(ctx, ctx.db, { merchantId, environment: 'test', kind: 'secret', allowedIps: [] })
).key;

async function ask(method: 'GET' | 'POST', url: string, payload?: string | object): Promise<string> {
  const body = typeof payload === 'object' ? JSON.stringify(payload) : payload;
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
  };
  const answer = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
  return answer.body;
}
const refused = (method: 'GET' | 'POST', url: string, payload: string) =>
  ask(method, url, payload).catch(() => undefined);

try {
  const endpoint = { url: 'https://example.com/hook', events: ['*'] };
  const { endpoint_id } = JSON.parse(await ask('POST', '/api/v1/webhooks/endpoints', endpoint)).data;
  await seed(ctx, merchantId, endpoint_id);
  const { invoice_id } = JSON.parse(
    await ask('POST', '/api/v1/invoices', { ...invoice, send_email: true }),
  ).data;
  await measure('nothing', () => undefined);
  await measure('POST /invoices of 200 lines, mailed', () =>
    ask('POST', '/api/v1/invoices', { ...invoice, send_email: true }),
  );
  await measure('POST /payments with 120,000 numbers nobody asked for', () =>
    refused('POST', '/api/v1/payments', numbers),
  );
  await measure('POST /payments with 22,000 fields nobody asked for', () =>
    refused('POST', '/api/v1/payments', names),
  );
  await measure('POST /payments with the largest metadata', () =>
    ask('POST', '/api/v1/payments', { amount: '4.04', currency: 'USD', metadata }),
  );
  await measure('GET /payments, 100 with the largest metadata', () =>
    ask('GET', '/api/v1/payments?limit=100'),
  );
  await measure('GET /invoices/:id of 200 lines', () => ask('GET', `/api/v1/invoices/${invoice_id}`));
  await measure('GET /invoices, 100', () => ask('GET', '/api/v1/invoices?limit=100'));
  await measure('GET /invoice/:id/state', () => ask('GET', `/invoice/${invoice_id}/state`));
  await measure('GET /api/v1/openapi.json', () => ask('GET', '/api/v1/openapi.json'));
  await measure('GET /invoice/:id, the page', () => ask('GET', `/invoice/${invoice_id}`));
  await measure('100 deliveries with seven attempts of 4 KiB of control characters', () =>
    ask('GET', `/api/v1/webhooks/endpoints/${endpoint_id}/deliveries?limit=100`),
  );
  await measure('GET /events, 100', () => ask('GET', '/api/v1/events?limit=100'));
  await measure('export of 3000 payments', async () => {
    const caller = { merchant_id: merchantId, environment: 'test' } as Caller;
    for await (const _ of await exportPayments(ctx, caller, {}))
      await new Promise((resolve) => setImmediate(resolve));
  });
  await setLogo(ctx, merchantId, Buffer.concat([png(2048, 2048), Buffer.alloc(256 * 1024 - 200)]));
  const [queued] = await ctx.db<{ email_id: string }[]>`select email_id from emails limit 1`;
  const email = await selectEmail(ctx.db, queued?.email_id ?? '');
  if (!email) throw new Error('no e-mail was queued');
  const logo = await selectLogo(ctx.db, merchantId);
  await measure('an invoice e-mail of 200 lines, composed', () =>
    composeMail(email, logo, config, new Date()),
  );
  const transport = createTransport({ streamTransport: true, buffer: true });
  const mail = composeMail(email, logo, config, new Date());
  await measure('the same as MIME, with a logo of 256 KiB', () =>
    transport.sendMail({
      from: 'a@b.example',
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: [{ content: Buffer.alloc(256 * 1024, 7), cid: 'logo' }],
    }),
  );
  const secret = signingKey(`whsec_${Buffer.alloc(32).toString('base64')}`);
  const signed = {
    attemptId: 'a',
    eventId: 'e',
    eventType: 't',
    keys: [secret, secret] as const,
    at: new Date(),
  };
  await measure('four signatures of 256 KiB', () =>
    deliveryHeaders({ ...signed, body: Buffer.alloc(256 * 1024) }),
  );
  await measure('GET /metrics', () => ask('GET', '/metrics'));
} finally {
  await app.close();
  await closeContext(ctx);
  await postgres.close();
}
