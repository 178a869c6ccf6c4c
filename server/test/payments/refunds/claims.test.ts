import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evmChains } from '../../../src/chains/evm/evm-chains.ts';
import { locales } from '../../../src/lib/locales.ts';
import { recordOutcomes } from '../../../src/treasury/transfers/transfers.ts';
import type { MailServer } from '../../messages/email/mail-server.ts';
import { textOf } from '../../messages/email/mime.ts';
import { onlyMessage } from '../../messages/email/support.ts';
import { call } from '../../support/call.ts';
import { manualClock } from '../../support/clock.ts';
import type { TestService } from '../../support/service.ts';
import { startClaims, submitClaim } from '../claim-service.ts';
import { createPaid, createRefund, getRefund } from './support.ts';

const clock = manualClock();
let service: TestService;
let mail: MailServer;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ service, mail, stop } = await startClaims(clock));
});
afterAll(() => stop());
beforeEach(async () => {
  await service.runDue();
  mail.received.length = 0;
});

const somebody = '0x00000000000000000000000000000000000000AA';
const another = '0x00000000000000000000000000000000000000bb';
const option = { accepted_chains: ['base'], accepted_tokens: ['USDC'] };

/** A refund that waits for an address, of a payment with these fields. */
async function waiting(body: object = {}) {
  const { payment_id } = await createPaid(service, { ...option, ...body });
  return createRefund(service, { payment_id, amount: '4.04' });
}

async function linkOf(refundId: string): Promise<string> {
  const answer = await service.call('POST', `/refunds/${refundId}/claim_link`);
  expect(answer.status, answer.text).toBe(201);
  return pathOf(answer.json.data.claim_url);
}

const pathOf = (url: string) => new URL(url).pathname;
const open = (path: string, language = 'en') =>
  call(`${service.url}${path}`, 'GET', { key: null, headers: { 'accept-language': language } });

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  submitClaim(service, path, fields, headers);
const confirm = (path: string, address: string) => submit(path, { address, confirmed: 'yes' });

async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await service.runDue();
  }
}

describe('a refund that waits for an address', () => {
  it('mails its customer a link, whose page takes an address and shows the refund to its end', async () => {
    const email = { customer_email: 'ada@example.com', checkout_options: { locale: 'de' } };
    const { refund_id, payment_id, claim_emailed } = await waiting(email);
    expect(claim_emailed).toBe(true);
    mail.received.length = 0;
    await service.ctx
      .db`update emails set status = 'sent', next_attempt_at = null where kind = 'payment_receipt'`;
    await service.runDue();
    const text = textOf(onlyMessage(mail), 'text/plain');
    const path = pathOf(/http\S+\/refunds\/claim\/\S+/.exec(text)?.[0] ?? '');
    const page = await open(path);
    expect(page.text).toContain('<html lang="de">');
    for (const part of ['Shop', '4,04', 'USDC', 'Base', 'Ihre Wallet-Adresse auf Base'])
      expect(page.text).toContain(part);

    const again = await submit(path, { address: somebody.toLowerCase() });
    expect(again.status, again.text).toBe(200);
    expect(again.text).toContain(`<p class="claim-address mono">${somebody}</p>`);
    expect(await getRefund(service, refund_id)).toMatchObject({ waiting_for: 'address' });

    const given = await confirm(`${path}?locale=en`, somebody);
    expect(given.status).toBe(303);
    expect((await open(given.headers.get('location') ?? '')).text).toContain('The money is being sent.');
    await pass(3);
    const done = await getRefund(service, refund_id);
    expect(done).toMatchObject({ status: 'completed', refunded_to: somebody });
    const { text: end } = await open(path);
    expect(end).toContain(`href="/simulated/base/tx/${done.tx_hash}"`);
    expect(end).not.toContain('<form class');
    // It takes no second address.
    await confirm(path, another);
    expect(await getRefund(service, refund_id)).toMatchObject({ refunded_to: somebody });
    const { json } = await service.call('GET', `/payments/${payment_id}/timeline`);
    expect(json.data).toContainEqual(
      expect.objectContaining({ title: 'Customer gave the refund address', id: refund_id, to: somebody }),
    );
  });

  it('of a customer without e-mail has a link for the merchant to pass on, stored as a hash', async () => {
    const { refund_id, claim_emailed } = await waiting();
    expect(claim_emailed).toBe(false);
    const headers = { 'idempotency-key': refund_id };
    const made = await service.call('POST', `/refunds/${refund_id}/claim_link`, { headers });
    const replayed = await service.call('POST', `/refunds/${refund_id}/claim_link`, { headers });
    expect(replayed.json).toEqual(made.json);
    const path = pathOf(made.json.data.claim_url);
    const token = path.split('/').at(-1) ?? '';
    const stored = await service.ctx.db<{ row: string }[]>`
      select to_jsonb(k)::text as row from idempotency_keys k where idempotency_key = ${refund_id}
      union all select to_jsonb(c)::text from refund_claims c`;
    expect(stored.length).toBeGreaterThan(1);
    for (const { row } of stored) expect(row).not.toContain(token);
    expect((await open(path)).status).toBe(200);
    await confirm(path, somebody);
    const late = await service.call('POST', `/refunds/${refund_id}/claim_link`);
    expect(late.json.error.code).toBe('REFUND_NOT_WAITING');
  });

  it('takes one address of the merchant’s and the customer’s, whoever is first', async () => {
    for (let round = 0; round < 5; round++) {
      const { refund_id } = await waiting();
      const [path, other] = [await linkOf(refund_id), await linkOf(refund_id)];
      const [merchants] = await Promise.all([
        service.call('POST', `/refunds/${refund_id}/address`, { body: { address: somebody } }),
        confirm(path, another),
        confirm(other, another),
      ]);
      const winner = merchants.status === 200 ? somebody : another;
      const rows = await service.ctx.db`select to_address from transfers where source = ${refund_id}`;
      expect(rows).toEqual([{ to_address: winner }]);
      const given = await service.ctx.db`select address from refund_addresses where refund_id = ${refund_id}`;
      expect(given).toEqual([{ address: winner }]);
      const links = await Promise.all([open(path), open(other)]);
      const alive = links.filter(({ status }) => status === 200);
      expect(alive).toHaveLength(merchants.status === 200 ? 0 : 1);
    }
  });

  it('asks for another address when the first took no money', async () => {
    const { refund_id } = await waiting({ customer_email: 'ada@example.com' });
    const path = await linkOf(refund_id);
    await confirm(path, somebody);
    const refused = { result: 'failed', txHash: null, reason: 'RECIPIENT_REFUSED', message: '' } as const;
    await recordOutcomes(service.ctx, null, [{ transferId: refund_id, ...refused }]);
    expect((await open(path)).text).toContain(`The address ${somebody} did not take the money.`);
    const mails = await service.ctx.db`
      select message->>'refused' as refused from emails where resource_id = ${refund_id} order by email_id`;
    expect(mails).toEqual([{ refused: null }, { refused: somebody }]);
    await confirm(path, another);
    await pass(3);
    expect(await getRefund(service, refund_id)).toMatchObject({ status: 'completed', refunded_to: another });
  });
});

describe('the page', () => {
  it.each([
    ['0x12', 'This is not an address on Base.'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee', 'This address contains a typo.'],
    [`0x${'0'.repeat(40)}`, 'Nobody owns this address.'],
    [evmChains.base.contracts.USDC ?? '', 'This is the contract of a token'],
    ['<script>alert(1)</script>', '&lt;script&gt;'],
  ])('refuses %s', async (address, says) => {
    const { refund_id } = await waiting();
    const path = await linkOf(refund_id);
    for (const answer of [await submit(path, { address }), await confirm(path, address)]) {
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(says);
      expect(answer.text).not.toContain('<script>alert');
    }
    expect(await getRefund(service, refund_id)).toMatchObject({ waiting_for: 'address' });
  });

  it('refuses addresses that payments are paid to', async () => {
    const { refund_id, payment_id } = await waiting();
    const path = await linkOf(refund_id);
    await service.ctx.db`
      update deposits set environment = 'live', address = ${somebody} where payment_id = ${payment_id}`;
    const answer = await confirm(path, somebody.toLowerCase());
    await service.ctx.db`update deposits set environment = 'test' where payment_id = ${payment_id}`;
    expect(answer.text).toContain('belongs to the payment service');
    expect(await getRefund(service, refund_id)).toMatchObject({ waiting_for: 'address' });
  });

  it('tells nothing to those without the link, cannot be framed, and takes no forms of other sites', async () => {
    const { refund_id } = await waiting({ description: 'Two tickets' });
    const path = await linkOf(refund_id);
    for (const wrong of ['x', 'A'.repeat(43), refund_id, `${'A'.repeat(42)}%00`]) {
      const { status, text } = await open(`/refunds/claim/${wrong}`);
      expect(status).toBe(404);
      expect(text).not.toMatch(/Shop|tickets|USDC/);
    }
    const { headers } = await open(path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    const foreign = await submit(
      path,
      { address: somebody, confirmed: 'yes' },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(foreign.status).toBe(403);
    expect(await getRefund(service, refund_id)).toMatchObject({ waiting_for: 'address' });
  });

  it.each(locales)('is in %s when that is asked for', async (locale) => {
    const path = await linkOf((await waiting()).refund_id);
    const { text } = await open(`${path}?locale=${locale}`);
    expect(text).toContain(`<html lang="${locale}">`);
  });

  it('is gone 30 days after the link was made', async () => {
    const path = await linkOf((await waiting()).refund_id);
    clock.advance(31 * 24 * 3600_000);
    await service.runDue();
    expect((await open(path)).status).toBe(404);
  });
});
