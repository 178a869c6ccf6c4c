import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setDemoWallet } from '../../src/treasury/payouts/settings/demo-wallet.ts';
import { causeway } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { allowForProcesses, type Laptop, makeLaptop } from './dev-support.ts';

allowForProcesses();

let service: TestService;
let laptop: Laptop;
beforeAll(async () => {
  service = await startTestService({ workers: true });
  laptop = makeLaptop(service);
});
afterAll(async () => {
  await service.stop();
  laptop.remove();
});

describe('trigger', () => {
  it.each([
    ['payment.processing', 'payments', 'processing'],
    ['payment.completed', 'payments', 'completed'],
    ['payment.failed', 'payments', 'failed'],
    ['payment.expired', 'payments', 'expired'],
    ['refund.completed', 'refunds', 'completed'],
    ['refund.failed', 'refunds', 'failed'],
    ['invoice.paid', 'invoices', 'paid'],
  ])('%s makes a real test object of the %s that is %s, and prints its event', async (type, path, status) => {
    const { code, stdout, stderr } = await causewayHere(['trigger', type, '--json'], laptop.env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const event = JSON.parse(stdout);
    expect(event).toMatchObject({ type, data: { status } });
    const id = event.data[`${path.slice(0, -1)}_id`];
    const now = (await service.call('GET', `/${path}/${id}`)).json.data.status;
    // A payment that is seen goes on by itself.
    expect(status === 'processing' ? ['processing', 'completed'] : [status]).toContain(now);
    expect((await service.call('GET', `/events/${event.id}`)).json.data).toEqual(event);
  });

  it('payout.completed says what it needs where there is no payout wallet', async () => {
    const { code, stdout, stderr } = await causewayHere(['trigger', 'payout.completed'], laptop.env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('payout wallet');
  });

  it.each([
    ['payout.completed', '10.000000', 'completed'],
    ['payout.failed', '6.660000', 'failed'],
  ])('%s makes a payout of the balance to the payout wallet of test mode', async (type, amount, status) => {
    const { ctx, merchantId } = service;
    await ctx.db.begin((tx) => setDemoWallet(ctx, tx, merchantId, 'demo@causeway.test'));
    const { code, stdout, stderr } = await causewayHere(['trigger', type, '--json'], laptop.env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const event = JSON.parse(stdout);
    expect(event).toMatchObject({
      type,
      data: { status, chain: 'base', token: 'USDC', token_amount: amount },
    });
    expect((await service.call('GET', `/payouts/${event.data.payout_id}`)).json.data.status).toBe(status);
  });

  it('prints the event for people without --json', async () => {
    const { code, stdout } = await causeway(['trigger', 'payment.expired'], laptop.env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{\n {2}"id": "evt_/);
  });

  it('invoice.expired says why not and what to do instead', async () => {
    const type = 'invoice.expired';
    const { code, stdout, stderr } = await causewayHere(['trigger', type], laptop.env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`${type} cannot be triggered`);
    expect(stderr).toContain('POST /webhooks/test');
  });

  it('--help tells what each event takes', async () => {
    const { code, stdout } = await causewayHere(['trigger', '--help'], laptop.env);
    expect(code).toBe(0);
    for (const type of ['payment.completed', 'refund.failed', 'invoice.paid']) expect(stdout).toContain(type);
  });
});
