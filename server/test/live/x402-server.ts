import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  HTTPFacilitatorClient,
  type HTTPRequestContext,
  x402HTTPResourceServer,
  x402ResourceServer,
} from '@x402/core/server';
import type { Price, SchemeNetworkServer } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import { usdcMint } from '../../../devnet/solana/addresses.ts';
import type { TestService } from '../support/service.ts';
import type { LiveService } from './live-service.ts';
import type { SolanaService } from './solana-service.ts';

/** What a server sells for: payments of the service on one network. */
interface Shop {
  network: `${string}:${string}`;
  scheme: SchemeNetworkServer;
  payTo: string | ((context: HTTPRequestContext) => Promise<string>);
  price: (context: HTTPRequestContext) => Promise<Price>;
}

/** A server of somebody who uses the reference implementation of x402, with the service for its facilitator. `upfront` settles before the handler. */
export async function startX402Server(
  live: Pick<TestService, 'url' | 'liveKey'>,
  paymentFlow: 'authorization' | 'upfront',
  { network, scheme, payTo, price }: Shop,
) {
  const headers = { authorization: `Bearer ${live.liveKey}` };
  const facilitator = new HTTPFacilitatorClient({
    url: `${live.url}/api/v1/x402`,
    createAuthHeaders: async () => ({ supported: headers, verify: headers, settle: headers }),
  });
  const resources = new x402ResourceServer(facilitator).register(network, scheme);
  const gate = new x402HTTPResourceServer(resources, {
    'GET /report': {
      accepts: {
        scheme: 'exact',
        network,
        payTo,
        price,
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
    served: () => served,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Sells on base: an address is one payment's. */
export function evmShop(live: Pick<LiveService<'base'>, 'open'>) {
  const { addressFor, made } = addressesFor(
    () => live.open('base', 'USDC'),
    ({ payTo }) => payTo,
  );
  return {
    network: 'eip155:8453' as const,
    scheme: new ExactEvmScheme(),
    payTo: addressFor,
    price: async (context: HTTPRequestContext) => made.get(await addressFor(context))?.token_amount ?? '',
    paymentAt: (address: string) => made.get(address)?.payment_id ?? '',
  };
}

/** Sells on Solana: all are paid into the treasury, and a memo says for what. */
export function solanaShop(live: Pick<SolanaService, 'open' | 'treasury'>) {
  const { addressFor, made } = addressesFor(
    async () => {
      const { address = '', payment_id = '', token_amount = '' } = await live.open('USDC');
      return { address, payment_id, token_amount };
    },
    ({ extra }) => extra?.['memo'],
  );
  return {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const,
    scheme: new ExactSvmScheme(),
    payTo: live.treasury,
    price: async (context: HTTPRequestContext) => {
      const memo = await addressFor(context);
      const amount = made.get(memo)?.token_amount.replace('.', '') ?? '';
      return { asset: usdcMint, amount, extra: { memo } };
    },
  };
}

interface Opened {
  address: string;
  payment_id: string;
  token_amount: string;
}

interface Accepted {
  payTo: unknown;
  extra?: Record<string, unknown>;
}

/** As the guide says: a payment for each request that has none, and only addresses that were made here are taken back. */
function addressesFor(openPayment: () => Promise<Opened>, named: (accepted: Accepted) => unknown) {
  const made = new Map<string, Opened>();
  const asked = new WeakMap<HTTPRequestContext, Promise<string>>();
  const open = async (context: HTTPRequestContext) => {
    const header = context.adapter.getHeader('payment-signature');
    const given = header && named(JSON.parse(Buffer.from(header, 'base64').toString()).accepted ?? {});
    if (typeof given === 'string' && made.has(given)) return given;
    const opened = await openPayment();
    made.set(opened.address, opened);
    return opened.address;
  };
  const addressFor = (context: HTTPRequestContext) => {
    const address = asked.get(context) ?? open(context);
    asked.set(context, address);
    return address;
  };
  return { addressFor, made };
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
