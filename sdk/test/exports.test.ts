import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../server/test/support/service.ts';
import { clientOf, startStub } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('an export', () => {
  it('is a stream of the whole file, with its filters', async () => {
    const causeway = clientOf(service);
    const made = await causeway.payments.create({ amount: '4.04', currency: 'USD', reference_id: '=1+1' });
    const text = await new Response(await causeway.exports.payments({ status: 'pending' })).text();
    const [header, row, ...rest] = text.trim().split('\r\n');
    expect(header).toMatch(/^payment_id,status,amount,/);
    expect(row).toContain(made.payment_id);
    expect(row).toContain(",'=1+1,");
    expect(rest).toEqual([]);
    const none = await new Response(await causeway.exports.payments({ status: 'failed' })).text();
    expect(none.trim()).toBe(header);
  });

  it('that the API refuses rejects with its error', async () => {
    const refused = clientOf(service).exports.refunds({ status: 'x' as 'failed' });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_PARAMETER', details: { field: 'status' } });
  });

  it('that is no file rejects', async () => {
    const stub = await startStub((_request, response) => response.end('<html>'));
    const exported = clientOf(service, { baseUrl: `${stub.url}/api/v1` }).exports.events();
    await expect(exported).rejects.toMatchObject({ name: 'CausewayUnexpectedResponseError' });
    await stub.close();
  });

  it('that is cut off fails while it is read, and so does one that the caller ends', async () => {
    const stub = await startStub((request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('payment_id\r\n', () => {
        if (request.url?.includes('payments')) response.destroy();
      });
    });
    const { exports } = clientOf(service, { baseUrl: `${stub.url}/api/v1`, timeoutMs: 2000 });
    await expect(new Response(await exports.payments()).text()).rejects.toThrow();
    const stop = new AbortController();
    const reading = new Response(await exports.invoices({}, { signal: stop.signal })).text();
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow();
    await stub.close();
  });
});
