import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evmChains } from '../../../src/chains/evm/evm-chains.ts';
import { checkLedger } from '../../../src/treasury/ledger/checks.ts';
import { recordOutcomes } from '../../../src/treasury/transfers/transfers.ts';
import type { MailServer } from '../../messages/email/mail-server.ts';
import { textOf } from '../../messages/email/mime.ts';
import { onlyMessage } from '../../messages/email/support.ts';
import { call } from '../../support/call.ts';
import { manualClock } from '../../support/clock.ts';
import type { TestService } from '../../support/service.ts';
import { startClaims, submitClaim } from '../claim-service.ts';
import { unappliedFund } from './support.ts';

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
const day = 24 * 3600_000;

/** Three dollars of a payer whom nobody knows. */
async function fundOf(email: string | null = null, locale: string | null = null): Promise<string> {
  const left = { environment: 'test', payer: null, email, locale } as const;
  return (await unappliedFund(service, 3_000_000n, left)).unapplied_id;
}

const act = (id: string, verb: 'return' | 'credit' | 'claim_link', body?: object) =>
  service.call('POST', `/unapplied_funds/${id}/${verb}`, body ? { body } : {});
const get = async (id: string) => (await service.call('GET', `/unapplied_funds/${id}`)).json.data;
const pathOf = (url: string) => new URL(url).pathname;

async function linkOf(id: string): Promise<string> {
  const answer = await act(id, 'claim_link');
  expect(answer.status, answer.text).toBe(201);
  return pathOf(answer.json.data.claim_url);
}

const open = (path: string) => call(`${service.url}${path}`, 'GET', { key: null });
const submit = (path: string, fields: Record<string, string>) => submitClaim(service, path, fields);
const confirm = (path: string, address: string) => submit(path, { address, confirmed: 'yes' });
const refuse = (transferId: string, reason = 'RECIPIENT_REFUSED') =>
  recordOutcomes(service.ctx, null, [{ transferId, result: 'failed', txHash: null, reason, message: '' }]);

async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await service.runDue();
  }
}

describe('unapplied money of a payer whom nobody knows', () => {
  it('is returned where its customer says, who is mailed a link when a key returns it', async () => {
    const id = await fundOf('ada@example.com', 'de');
    const asked = await act(id, 'return');
    expect(asked.status, asked.text).toBe(200);
    expect(asked.json.data).toMatchObject({
      status: 'open',
      claim_emailed: true,
      claim_expires_at: new Date(clock.nowMs() + 7 * day).toISOString(),
    });
    expect(asked.text, 'the link is for the customer alone').not.toContain('refunds/claim');
    await service.runDue();
    const text = textOf(onlyMessage(mail), 'text/plain');
    const path = pathOf(/http\S+\/refunds\/claim\/\S+/.exec(text)?.[0] ?? '');
    expect(text).toContain('3,00 USDC');
    expect(text).toContain(id);

    const page = await open(path);
    for (const part of ['<html lang="de">', '3,00', 'USDC', 'Ihre Wallet-Adresse auf Base'])
      expect(page.text).toContain(part);
    const again = await submit(path, { address: somebody.toLowerCase() });
    expect(again.text).toContain(`<p class="claim-address mono">${somebody}</p>`);
    expect(await get(id)).toMatchObject({ status: 'open' });
    const given = await confirm(path, somebody);
    expect(given.status, given.text).toBe(303);
    expect(await get(id)).toMatchObject({ status: 'returning', returned_to: somebody });
    await pass(4);
    const done = await get(id);
    expect(done).toMatchObject({ status: 'returned', returned_to: somebody });
    expect((await open(path)).text).toContain(`href="/simulated/base/tx/${done.return_tx_hash}"`);
    await confirm(path, another);
    expect(await get(id)).toMatchObject({ status: 'returned', returned_to: somebody });
    const story = await service.call('GET', `/payments/${done.payment_id}/timeline`);
    expect(story.json.data).toContainEqual(
      expect.objectContaining({ title: 'Customer gave the return address', id, to: somebody }),
    );
    expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
  });

  it('is asked about once, also by many at once, and again when the time is over', async () => {
    const id = await fundOf('ada@example.com');
    const mails = () => service.ctx.db`select 1 from emails where resource_id = ${id}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => act(id, 'return')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await mails()).toHaveLength(1);
    clock.advance(7 * day + 1000);
    await act(id, 'return');
    expect(await mails()).toHaveLength(2);
  });

  it('without an e-mail address needs one, or a link to pass on, which is stored as a hash', async () => {
    const id = await fundOf();
    const { error } = (await act(id, 'return')).json;
    expect(error).toMatchObject({ code: 'MISSING_REQUIRED_FIELD', details: { field: 'address' } });
    expect(error.message).toContain('claim link');
    const headers = { 'idempotency-key': id };
    const path = `/unapplied_funds/${id}/claim_link`;
    const made = await service.call('POST', path, { headers });
    expect((await service.call('POST', path, { headers })).json).toEqual(made.json);
    expect(made.json.data).toMatchObject({ unapplied_id: id, expires_at: expect.any(String) });
    expect(await get(id)).toMatchObject({ claim_emailed: false });
    const token = made.json.data.claim_url.split('/').at(-1);
    const stored = await service.ctx.db<{ row: string }[]>`
      select to_jsonb(k)::text as row from idempotency_keys k where idempotency_key = ${id}
      union all select to_jsonb(c)::text from refund_claims c where unapplied_id = ${id}`;
    expect(stored).toHaveLength(2);
    for (const { row } of stored) expect(row).not.toContain(token);
    expect((await confirm(pathOf(made.json.data.claim_url), somebody)).status).toBe(303);
    expect(await get(id)).toMatchObject({ status: 'returning', returned_to: somebody });
    const late = await act(id, 'claim_link');
    expect(late.json.error.code).toBe('UNAPPLIED_FUNDS_NOT_OPEN');
  });

  it('goes to one address of the merchant’s and the customer’s, whoever is first', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await fundOf();
      const paths = [await linkOf(id), await linkOf(id)] as const;
      const [merchants] = await Promise.all([
        act(id, 'return', { address: somebody }),
        confirm(paths[0], another),
        confirm(paths[1], another),
      ]);
      const winner = merchants.status === 200 ? somebody : another;
      const sent = await service.ctx.db`select to_address from transfers where source = ${id}`;
      expect(sent).toEqual([{ to_address: winner }]);
      const links = await Promise.all(paths.map(open));
      const alive = links.filter(({ status }) => status === 200);
      expect(alive).toHaveLength(merchants.status === 200 ? 0 : 1);
    }
  });

  it('that is credited meanwhile is not returned, and the page says whom to ask', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await fundOf();
      const path = await linkOf(id);
      const [credited] = await Promise.all([act(id, 'credit'), confirm(path, somebody)]);
      const sent = await service.ctx.db`select 1 from transfers where source = ${id}`;
      expect(sent).toHaveLength(credited.status === 200 ? 0 : 1);
      const { text } = await open(path);
      expect(text).toContain(credited.status === 200 ? 'This refund was not sent.' : 'is being sent');
      expect(text).not.toContain('<form class="claim-form"');
    }
    expect((await checkLedger(service.ctx.db)).problems).toEqual([]);
  });

  it('asks for another address when the customer’s took no money, not when the merchant’s did', async () => {
    const id = await fundOf('ada@example.com');
    const path = await linkOf(id);
    await confirm(path, somebody);
    await refuse(id);
    expect(await get(id)).toMatchObject({ status: 'open', claim_emailed: true });
    expect((await open(path)).text).toContain(`The address ${somebody} did not take the money.`);
    const mails = await service.ctx.db`
      select message->>'refused' as refused from emails where resource_id = ${id}`;
    expect(mails).toEqual([{ refused: somebody }]);
    await confirm(path, another);
    await pass(4);
    expect(await get(id)).toMatchObject({ status: 'returned', returned_to: another });

    const own = await fundOf('ada@example.com');
    await act(own, 'return', { address: somebody });
    await refuse(own);
    expect(await get(own)).not.toHaveProperty('claim_expires_at');
    expect(await service.ctx.db`select 1 from emails where resource_id = ${own}`).toHaveLength(0);
  });

  it('is not asked about again when its return failed for another reason', async () => {
    const id = await fundOf('ada@example.com');
    const path = await linkOf(id);
    await confirm(path, somebody);
    await refuse(id, 'SCREENING_REFUSED');
    expect(await get(id)).not.toHaveProperty('claim_expires_at');
    expect((await open(path)).text).toContain('This refund was not sent.');
    await confirm(path, another);
    expect(await get(id)).toMatchObject({ status: 'open' });
  });
});

describe('the page of a return', () => {
  it.each([
    ['0x12', 'This is not an address on Base.'],
    [`0x${'0'.repeat(40)}`, 'Nobody owns this address.'],
    [evmChains.base.contracts.USDC ?? '', 'This is the contract of a token'],
  ])('refuses %s', async (address, says) => {
    const id = await fundOf();
    const answer = await confirm(await linkOf(id), address);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(says);
    expect(await get(id)).toMatchObject({ status: 'open' });
  });

  it('takes no address after seven days, and is gone after thirty', async () => {
    const id = await fundOf();
    const path = await linkOf(id);
    clock.advance(7 * day);
    expect((await open(path)).text).toContain('This refund was not sent.');
    expect((await confirm(path, somebody)).status).toBe(303);
    expect(await get(id)).toMatchObject({ status: 'open' });
    clock.advance(24 * day);
    await service.runDue();
    expect((await open(path)).status).toBe(404);
  });

  it('takes no address for money that screening holds, or that the chain took back', async () => {
    for (const [reason, status] of [
      ['screening', 'open'],
      ['late', 'reversed'],
    ] as const) {
      const id = await fundOf();
      const path = await linkOf(id);
      await service.ctx.db`
        update unapplied_funds set reason = ${reason}, status = ${status} where unapplied_id = ${id}`;
      expect((await confirm(path, somebody)).status).toBe(303);
      expect(await service.ctx.db`select 1 from transfers where source = ${id}`).toHaveLength(0);
      expect((await open(path)).text).not.toContain('<form class="claim-form"');
    }
  });
});
