import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiTypes } from '../scripts/openapi-types.ts';
import { Causeway } from '../src/causeway.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const json = read('../../docs/openapi.json');

describe('the generated types', () => {
  it('are up to date: run "npm run generate" when this fails', async () => {
    expect(read('../src/generated/openapi.ts')).toBe(await openApiTypes(json));
  });
});

describe('the operations of the API', () => {
  it('all have a method in the SDK, and each method calls its operation', async () => {
    const called: string[] = [];
    const causeway = new Causeway({
      apiKey: 'svc_test_x',
      baseUrl: 'https://pay.example.com/api/v1',
      fetch: async (url, init) => {
        called.push(`${init?.method} ${new URL(String(url)).pathname}`);
        if (String(url).endsWith('.csv'))
          return new Response('', { headers: { 'content-type': 'text/csv' } });
        return Response.json({ success: true, data: [] });
      },
    });
    const { payments, refunds, unappliedFunds, balances, payouts, settlement, invoices } = causeway;
    const { buttons, paymentLinks, webhookEndpoints, deliveries, events, exports } = causeway;
    await payments.create({ amount: '1.00', currency: 'USD' });
    await payments.get('ID');
    await payments.list();
    await payments.timeline('ID');
    await payments.cancel('ID');
    await payments.simulate('ID', 'complete');
    await payments.depositOptions('ID');
    await payments.createDeposit('ID', { chain: 'base', token: 'USDC' });
    await unappliedFunds.get('ID');
    await unappliedFunds.list();
    await unappliedFunds.return('ID');
    await unappliedFunds.createClaimLink('ID');
    await unappliedFunds.credit('ID');
    await balances.list();
    await balances.topUp({ chain: 'base', token: 'USDC' });
    await payouts.create({ chain: 'base', token: 'USDC' });
    await payouts.get('ID');
    await payouts.list();
    await settlement.get();
    await settlement.payOut();
    await settlement.quote({ chain: 'base', token: 'USDC' });
    await refunds.create({ payment_id: 'ID' });
    await refunds.setAddress('ID', '0x');
    await refunds.createClaimLink('ID');
    await refunds.cancel('ID');
    await refunds.get('ID');
    await refunds.list();
    await invoices.create({ currency: 'USD', line_items: [] });
    await invoices.get('ID');
    await invoices.list();
    await invoices.update('ID', { memo: null, currency: 'EUR' });
    await invoices.finalize('ID');
    await invoices.void('ID');
    await invoices.send('ID');
    await buttons.create({ name: 'Ticket', amount: '1.00', currency: 'USD' });
    await buttons.get('ID');
    await buttons.list();
    await buttons.update('ID', { status: 'inactive' });
    await buttons.createPayment('ID');
    await buttons.getPayment('ID', 'ID');
    await paymentLinks.create({ name: 'Coffee', amount: '3.50', currency: 'EUR' });
    await paymentLinks.get('ID');
    await paymentLinks.list();
    await paymentLinks.update('ID', { status: 'inactive' });
    await paymentLinks.listPayments('ID');
    await webhookEndpoints.create({ url: 'https://shop.example', events: ['*'] });
    await webhookEndpoints.list();
    await webhookEndpoints.update('ID', { status: 'disabled' });
    await webhookEndpoints.delete('ID');
    await webhookEndpoints.rotateSecret('ID');
    await webhookEndpoints.sendTest('ID', 'payment.completed');
    await deliveries.list('ID');
    await deliveries.retry('ID');
    await events.list();
    await events.get('ID');
    await exports.payments();
    await exports.refunds();
    await exports.invoices();
    await exports.events();
    await exports.payouts();
    await exports.balance();

    expect(called).toEqual(expect.arrayContaining(documentedOperations()));
  });
});

/**
 * Operations such as `GET /api/v1/payments/ID`, except those without a key, which are not for merchants' servers, and those
 * of x402, which its own packages call.
 */
function documentedOperations(): string[] {
  const paths: Record<string, Record<string, { security?: unknown[] }>> = JSON.parse(json).paths;
  const ours = Object.entries(paths).filter(([path]) => !path.startsWith('/api/v1/x402/'));
  return ours.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'ID')}`),
  );
}

describe('documentation', () => {
  const withExample = /\/\*\*(?:(?!\*\/)[\s\S])*@example(?:(?!\*\/)[\s\S])*\*\/\s*$/;

  it('with an example exists for every export of the package', () => {
    const exported = [...read('../src/index.ts').matchAll(/export (?:type )?\{([^}]*)\} from '([^']*)'/g)];
    expect(exported.length).toBeGreaterThan(10);
    for (const [, names = '', file = ''] of exported) {
      const source = read(`../src/${file}`);
      for (const name of names
        .split(',')
        .map((one) => one.replace('type ', '').trim())
        .filter(Boolean)) {
        const declared = new RegExp(`^export (?:class|interface|type|const) ${name}\\b`, 'm').exec(source);
        expect(source.slice(0, declared?.index ?? 0), `${name} in ${file}`).toMatch(withExample);
      }
    }
  });

  it('with an example exists for every method of a resource', () => {
    const folder = new URL('../src/resources/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file !== 'resource.ts');
    for (const file of files) {
      const source = read(`../src/resources/${file}`);
      const methods = [...source.matchAll(/^ {2}(?:async )?(\w+)\(/gm)];
      expect(methods.length).toBeGreaterThan(0);
      for (const { index, 1: name } of methods) {
        expect(source.slice(0, index), `${name} in ${file}`).toMatch(withExample);
      }
    }
  });
});
