import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { confirmations, type LiveService, startLiveService } from './live-service.ts';

let live: LiveService<'base' | 'bsc'>;
beforeAll(async () => {
  live = await startLiveService('base', 'bsc');
  await live.ctx.db`update api_keys set any_address = true where merchant_id = ${live.merchantId}`;
  await live.chains.rpc('base', 'hardhat_setCode', [refuser, '0x60006000fd']);
});
afterAll(() => live?.stop());

const usdc = (dollars: number) => BigInt(dollars * 1e6);
const ether = 3_334_000_000_000_000n;
/** A contract that takes no native money. */
const refuser = '0x00000000000000000000000000000000000000CC';
const nobody: Address = '0x00000000000000000000000000000000000000AA';

/** A payment that is completed, from the wallet with this number. */
async function paid(
  chain: 'base' | 'bsc',
  token: 'USDC' | 'USDT' | 'ETH',
  units: bigint,
  wallet = 1,
): Promise<string> {
  const { payment_id, address } = await live.open(chain, token, { customer_email: 'ada@example.com' });
  const from = live.chains.wallets[wallet];
  await live.chains.pay({ chain, token, to: address, units, from });
  await live.chains.mine(chain, confirmations);
  await live.untilStatus(payment_id, 'completed');
  return payment_id;
}

const refund = (body: object) => live.call('POST', '/refunds', { key: live.liveKey, body });
const get = async (id: string) => (await live.call('GET', `/refunds/${id}`, { key: live.liveKey })).json.data;

/** Mines blocks until the refund has this status. */
async function untilRefund(
  refundId: string,
  status: string,
  chain: 'base' | 'bsc' = 'base',
): Promise<Record<string, unknown>> {
  let now: Record<string, unknown> = {};
  await until(
    async () => {
      await live.chains.mine(chain);
      now = await get(refundId);
      return now['status'] === status;
    },
    60_000,
    () => JSON.stringify(now),
  );
  return now;
}

async function balanceOf(chain: 'base' | 'bsc', token: Address | null, account: string): Promise<bigint> {
  if (token === null) return BigInt((await live.chains.rpc(chain, 'eth_getBalance', [account])) as string);
  const data = `0x70a08231${'0'.repeat(24)}${account.slice(2)}`;
  return BigInt((await live.chains.rpc(chain, 'eth_call', [{ to: token, data }, 'latest'])) as string);
}

it('"chains deploy" says where the vault is when it is there, and sends nothing', async () => {
  const { code, stdout } = await causewayHere(['chains', 'deploy', 'base', '--yes', '--json'], live.env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ chain: 'base', vault: live.vault, tx_hash: null });
});

describe('"chains check"', () => {
  const found = async (what: string) => {
    const { stdout } = await causewayHere(['chains', 'check', '--json'], live.env);
    const rows: Record<string, string | null>[] = JSON.parse(stdout);
    return rows.filter((row) => row['what'] === what && row['chain'] === 'base');
  };

  it('says that the worker’s key owns the vault, and what routes can use', async () => {
    expect(await found('owner')).toEqual([
      { chain: 'base', what: 'owner', found: expect.stringContaining('is the operator too'), todo: null },
    ]);
    expect(await found('routes by Circle')).toMatchObject([{ todo: null }]);
    expect(await found('reading')).toEqual([]);
  });

  it('says that a chain has halted, and what to do', async () => {
    const { db } = live.ctx;
    const set = (reason: string | null) =>
      db`update chain_cursors set halted_reason = ${reason}, halted_at = case when ${reason}::text is not null then now() end
         where chain = 'base'`;
    await live.open('base', 'USDC');
    await live.untilRead('base');
    await set('block 7 was replaced');
    try {
      expect(await found('reading')).toMatchObject([
        {
          found: expect.stringMatching(/^halted since \d{4}-.*: block 7 was replaced$/),
          todo: expect.stringContaining('causeway chains resume base'),
        },
      ]);
    } finally {
      await set(null);
    }
  });
});

describe('a live refund', () => {
  it('goes to the payer in the token of the payment, from its swept deposit, with its event', async () => {
    const payment_id = await paid('base', 'USDC', usdc(10));
    const payer = live.chains.wallets[1]?.address ?? '';
    const { USDC } = live.chains.tokens.base;
    const before = await balanceOf('base', USDC, payer);
    const { status, json } = await refund({ payment_id, amount: '4.00' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ status: 'processing', chain: 'base', token: 'USDC' });
    expect(await live.get(payment_id)).toMatchObject({ status: 'partially_refunded' });
    const done = await untilRefund(json.data.refund_id, 'completed');
    expect(done).toMatchObject({ refunded_to: payer, tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect((await balanceOf('base', USDC, payer)) - before).toBe(usdc(4));
    expect(await balanceOf('base', USDC, live.vault)).toBe(usdc(6));
    const events = await live.call('GET', '/events?type=refund.completed', { key: live.liveKey });
    expect(events.json.data[0].data).toMatchObject({
      refund_id: done['refund_id'],
      tx_hash: done['tx_hash'],
    });

    // The rest, while the vault holds it: no sweep is needed.
    const rest = await refund({ payment_id });
    await untilRefund(rest.json.data.refund_id, 'completed');
    expect((await balanceOf('base', USDC, payer)) - before).toBe(usdc(10));
    expect(await live.get(payment_id)).toMatchObject({ status: 'refunded' });
    const sweeps = await live.ctx.db`select status, units from transfers where source = ${payment_id}`;
    expect(sweeps).toEqual([{ status: 'completed', units: usdc(10).toString() }]);
    const held = await live.ctx.db`
      select a.kind, sum(e.units)::text as units from ledger_lines e join ledger_accounts a using (account_id)
      where a.kind in ('vault', 'deposit_address') and a.token = 'USDC' group by a.kind order by a.kind`;
    expect(held).toEqual([
      { kind: 'deposit_address', units: '0' },
      { kind: 'vault', units: '0' },
    ]);
  });

  it('of native money, and of a USDT that returns nothing, arrives to the last unit', async () => {
    const native = await paid('base', 'ETH', ether, 2);
    const token = await paid('bsc', 'USDT', 10n * 10n ** 18n, 3);
    const [, , ada, bob] = live.chains.wallets;
    const { USDT } = live.chains.tokens.bsc;
    const before = [
      await balanceOf('base', null, ada?.address ?? ''),
      await balanceOf('bsc', USDT, bob?.address ?? ''),
    ];
    const refunds = [await refund({ payment_id: native }), await refund({ payment_id: token })];
    await untilRefund(refunds[0]?.json.data.refund_id, 'completed');
    await untilRefund(refunds[1]?.json.data.refund_id, 'completed', 'bsc');
    expect(await balanceOf('base', null, ada?.address ?? '')).toBe((before[0] ?? 0n) + ether);
    expect(await balanceOf('bsc', USDT, bob?.address ?? '')).toBe((before[1] ?? 0n) + 10n * 10n ** 18n);
  });

  it('waits for an address when nobody knows who paid, and goes to one that was given', async () => {
    const { payment_id, address } = await live.open('base', 'ETH');
    await live.chains.payFromContract({ chain: 'base', to: address, units: ether });
    await live.untilStatus(payment_id, 'processing');
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');

    const wrong = await refund({ payment_id, address: '0x12' });
    expect(wrong.json.error).toMatchObject({ code: 'INVALID_PARAMETER', details: { field: 'address' } });
    const waiting = await refund({ payment_id, amount: '1.00' });
    expect(waiting.json.data).toMatchObject({ status: 'processing' });
    const given = await refund({ payment_id, amount: '9.00', address: nobody.toLowerCase() });
    const done = await untilRefund(given.json.data.refund_id, 'completed');
    expect(done).toMatchObject({ refunded_to: nobody });
    expect(await get(waiting.json.data.refund_id)).toMatchObject({ status: 'processing' });

    await live.ctx.db`update refunds set check_at = now() where refund_id = ${waiting.json.data.refund_id}`;
    live.ctx.wake.at('expire-refunds', new Date());
    const failed = await untilRefund(waiting.json.data.refund_id, 'failed');
    expect(failed).toMatchObject({ failure_reason: 'ADDRESS_REQUIRED' });
    expect(await live.get(payment_id)).toMatchObject({ status: 'partially_refunded' });
  });

  it('whose address refuses it waits for another, and is paid once', async () => {
    const { payment_id, address } = await live.open('base', 'ETH');
    await live.chains.payFromContract({ chain: 'base', to: address, units: ether });
    await live.untilStatus(payment_id, 'processing');
    await live.chains.mine('base', confirmations);
    await live.untilStatus(payment_id, 'completed');
    for (const lost of [live.chains.tokens.base.USDC, live.vault, address])
      expect((await refund({ payment_id, address: lost })).json.error).toMatchObject({
        code: 'INVALID_PARAMETER',
        details: { field: 'address' },
      });
    const { json } = await refund({ payment_id, address: refuser });
    const { refund_id } = json.data;
    await until(async () => {
      await live.chains.mine('base');
      return (await get(refund_id)).waiting_for === 'address';
    });
    const before = await balanceOf('base', null, nobody);
    const given = await live.call('POST', `/refunds/${refund_id}/address`, {
      key: live.liveKey,
      body: { address: nobody },
    });
    expect(given.status).toBe(200);
    expect(await untilRefund(refund_id, 'completed')).toMatchObject({ refunded_to: nobody });
    expect((await balanceOf('base', null, nobody)) - before).toBe(ether);
  });

  it('of a payment from an exchange waits for the customer’s address', async () => {
    const exchange = live.chains.wallets[4]?.address ?? '';
    const before = await paid('base', 'USDC', usdc(10), 4);
    await causewayHere(['exchanges', 'add', exchange.toLowerCase(), '--name', 'Big one', '--json'], live.env);
    const { json } = await refund({ payment_id: before, amount: '1.00' });
    expect(json.data).toMatchObject({ status: 'processing', waiting_for: 'address' });
    const given = await refund({ payment_id: before, amount: '2.00', address: nobody });
    expect(await untilRefund(given.json.data.refund_id, 'completed')).toMatchObject({ refunded_to: nobody });
    await causewayHere(['exchanges', 'remove', exchange, '--json'], live.env);
    const known = await refund({ payment_id: before, amount: '1.00' });
    expect(known.json.data).not.toHaveProperty('waiting_for');

    // From one address for five customers: it is somebody's who holds their money.
    let last = '';
    for (let customer = 0; customer < 5; customer++) last = await paid('base', 'USDC', usdc(10), 5);
    expect((await refund({ payment_id: last, amount: '1.00' })).json.data).not.toHaveProperty('waiting_for');
    const payer = live.chains.wallets[5]?.address ?? '';
    await live.ctx.db`
      update payments set customer_email = payment_id || '@example.com', email_from_checkout = true
      where payer_address = ${payer}`;
    // Anybody can enter five addresses at a checkout, or at a link.
    expect((await refund({ payment_id: last, amount: '1.00' })).json.data).not.toHaveProperty('waiting_for');
    const link = await live.call('POST', '/payment_links', {
      key: live.liveKey,
      body: { name: 'Tea', amount: '10.00', currency: 'USD' },
    });
    await live.ctx.db`
      insert into payment_link_payments (payment_id, merchant_id, environment, payment_link_id)
      select payment_id, merchant_id, 'live', ${link.json.data.payment_link_id} from payments where payer_address = ${payer}`;
    await live.ctx.db`update payments set email_from_checkout = false where payer_address = ${payer}`;
    expect((await refund({ payment_id: last, amount: '1.00' })).json.data).not.toHaveProperty('waiting_for');
    await live.ctx.db`delete from payment_link_payments`;
    expect((await refund({ payment_id: last })).json.data).toMatchObject({ waiting_for: 'address' });
  });

  it('to an address of the merchant’s choice is refused where the payer is known', async () => {
    const payment_id = await paid('base', 'USDC', usdc(10));
    const { status, json } = await refund({ payment_id, address: nobody });
    expect(status).toBe(422);
    expect(json.error).toMatchObject({ code: 'INVALID_PARAMETER', details: { field: 'address' } });
    expect(await live.get(payment_id)).toMatchObject({ status: 'completed' });
  });

  it('goes on while another chain hangs', async () => {
    const hanging = await paid('bsc', 'USDT', 10n * 10n ** 18n, 3);
    const payment_id = await paid('base', 'USDC', usdc(10));
    live.chains.outage('bsc', 'hang');
    const stuck = await refund({ payment_id: hanging });
    const { json } = await refund({ payment_id });
    await untilRefund(json.data.refund_id, 'completed');
    expect(await get(stuck.json.data.refund_id)).toMatchObject({ status: 'processing' });
    live.chains.heal('bsc');
    await untilRefund(stuck.json.data.refund_id, 'completed', 'bsc');
  });

  it('waits while the vault has too little, and fails after 7 days', async () => {
    const payment_id = await paid('base', 'USDC', usdc(10));
    // Somebody swept it, and the owner took it out of the vault.
    await live.ctx.db`update arrivals set sweep_id = 'elsewhere' where sweep_id is null`;
    const { json } = await refund({ payment_id });
    const { refund_id } = json.data;
    const problem = async () =>
      (await live.ctx.db`select problem from transfers where transfer_id = ${refund_id}`)[0]?.['problem'];
    await until(async () => (await problem()) === 'The vault holds too little.');
    expect(await get(refund_id)).toMatchObject({ status: 'processing' });
    await live.ctx.db`
      update transfers set created_at = created_at - interval '7 days' where transfer_id = ${refund_id}`;
    expect(await untilRefund(refund_id, 'failed')).toMatchObject({ failure_reason: 'INSUFFICIENT_FUNDS' });
    expect(await live.get(payment_id)).toMatchObject({ status: 'completed' });
  });
});
