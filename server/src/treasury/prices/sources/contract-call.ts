import type { Hex } from 'viem';
import { type FetchOptions, fetchJson } from '../../../platform/fetch-json.ts';
import { isRecord } from './source.ts';

/** Calls a contract at the latest block of arbitrum (`eth_call`). */
export type ContractCall = (to: Hex, data: Hex) => Promise<Hex>;

/** `eth_call` at the latest block, at the first RPC URL that answers. */
export function createContractCall(rpcUrls: readonly string[], options: FetchOptions = {}): ContractCall {
  return async (to, data) => {
    let problem: unknown = new Error('no RPC URL');
    for (const url of rpcUrls) {
      try {
        return await callAt(url, to, data, options);
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  };
}

async function callAt(url: string, to: Hex, data: Hex, options: FetchOptions): Promise<Hex> {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] };
  const answer = await fetchJson(url, { ...options, body });
  const result = isRecord(answer) ? answer['result'] : undefined;
  if (isHex(result)) return result;
  const error = isRecord(answer) && isRecord(answer['error']) ? answer['error']['code'] : undefined;
  throw new Error(error === undefined ? 'the node gave no result' : `the node answered error ${error}`);
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value);
}
