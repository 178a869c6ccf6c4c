import { createPublicClient, defineChain, http, type PublicClient } from 'viem';

/** viem's client as a service would use it, without its own retries. */
export function clientFor(url: string, id = 1): PublicClient {
  const chain = defineChain({
    id,
    name: `local ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } },
  });
  return createPublicClient({ chain, transport: http(url, { retryCount: 0, timeout: 5_000 }), cacheTime: 0 });
}

/** One JSON-RPC call, with the answer as it is. */
export async function call(url: string, method: string, params: unknown[] = []) {
  const response = await post(url, { jsonrpc: '2.0', id: 1, method, params });
  return response.json() as Promise<{ result?: unknown; error?: { code: number; message: string } }>;
}

export function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
