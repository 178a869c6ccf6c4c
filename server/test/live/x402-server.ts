import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  HTTPFacilitatorClient,
  type HTTPRequestContext,
  x402HTTPResourceServer,
  x402ResourceServer,
} from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import type { LiveService } from './live-service.ts';

const network = 'eip155:8453';

/** A server of somebody who uses the reference implementation of x402, with the service for its facilitator. `upfront` settles before the handler. */
export async function startX402Server(live: LiveService<'base'>, paymentFlow: 'authorization' | 'upfront') {
  const headers = { authorization: `Bearer ${live.liveKey}` };
  const facilitator = new HTTPFacilitatorClient({
    url: `${live.url}/api/v1/x402`,
    createAuthHeaders: async () => ({ supported: headers, verify: headers, settle: headers }),
  });
  const resources = new x402ResourceServer(facilitator).register(network, new ExactEvmScheme());
  const deposits = depositsFor(live);
  const gate = new x402HTTPResourceServer(resources, {
    'GET /report': {
      accepts: {
        scheme: 'exact',
        network,
        payTo: deposits.payTo,
        price: deposits.price,
        extra: { paymentFlow },
      },
      description: 'One report',
    },
  });
  await gate.initialize();
  let served = 0;
  const server = createServer((request, response) => {
    const answer = async () => {
      const result = await gate.processHTTPRequest(contextOf(request));
      if (result.type === 'no-payment-required') throw new Error('not protected');
      if (result.type === 'payment-error') return result.response;
      const { paymentPayload, paymentRequirements, beforeHandlerSettlement: before } = result;
      const settled = await gate.processSettlement(
        paymentPayload,
        paymentRequirements,
        undefined,
        undefined,
        undefined,
        before,
      );
      if (!settled.success) return settled.response;
      served += 1;
      return { status: 200, headers: settled.headers, body: 'the report' };
    };
    answer().then(
      ({ status, headers: own, body }) =>
        response.writeHead(status, own).end(typeof body === 'string' ? body : JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    facilitator,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/report`,
    paymentAt: deposits.paymentAt,
    served: () => served,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** As the guide says: a payment for each request that has none, and only addresses that were made here are taken back. */
function depositsFor(live: LiveService<'base'>) {
  const made = new Map<string, { payment_id: string; token_amount: string }>();
  const asked = new WeakMap<HTTPRequestContext, Promise<string>>();
  const open = async (context: HTTPRequestContext) => {
    const given = addressIn(context.adapter.getHeader('payment-signature'));
    if (given !== null && made.has(given)) return given;
    const opened = await live.open('base', 'USDC');
    made.set(opened.address, opened);
    return opened.address;
  };
  const payTo = (context: HTTPRequestContext) => {
    const address = asked.get(context) ?? open(context);
    asked.set(context, address);
    return address;
  };
  return {
    payTo,
    price: async (context: HTTPRequestContext) => made.get(await payTo(context))?.token_amount ?? '',
    paymentAt: (address: string) => made.get(address)?.payment_id ?? '',
  };
}

function addressIn(header: string | undefined): string | null {
  if (header === undefined) return null;
  const { accepted } = JSON.parse(Buffer.from(header, 'base64').toString());
  return typeof accepted?.payTo === 'string' ? accepted.payTo : null;
}

function contextOf(request: IncomingMessage): HTTPRequestContext {
  const { pathname: path, href } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const header = (name: string) => request.headers[name.toLowerCase()]?.toString();
  const adapter = {
    getHeader: header,
    getMethod: () => request.method ?? 'GET',
    getPath: () => path,
    getUrl: () => href,
    getAcceptHeader: () => header('accept') ?? '',
    getUserAgent: () => header('user-agent') ?? '',
  };
  return { adapter, path, method: adapter.getMethod() };
}
