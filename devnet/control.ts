import type { IncomingMessage } from 'node:http';
import { getAddress, isAddress, parseUnits } from 'viem';
import { chains, tokenDecimals } from '../server/src/chains/registry.ts';
import { readBody, reply } from './body.ts';
import type { EvmChain } from './evm/chain-specs.ts';
import type { EvmChains } from './evm/evm-chains.ts';
import { outageKinds } from './evm/faults.ts';
import type { Route } from './listen.ts';

type Devnet = EvmChains<EvmChain>;
type Input = Record<string, unknown>;

/** What a caller did wrong. */
class InputError extends Error {}

/** `POST /control/<command>`, for `causeway devnet mine` and the others. */
const commands: Record<string, (devnet: Devnet, input: Input) => Promise<object>> = {
  async mine(devnet, input) {
    const chain = chainIn(devnet, input);
    await devnet.mine(chain, countIn(input, 'blocks', 1, 10_000));
    return { chain, head: devnet.head(chain) };
  },
  async reorg(devnet, input) {
    const chain = chainIn(devnet, input);
    const depth = countIn(input, 'depth', 1, Math.max(1, devnet.head(chain) - 1));
    await devnet.reorg(chain, depth, { keep: input['keep'] === true ? 'all' : [] });
    return { chain, head: devnet.head(chain), replaced: depth };
  },
  async lag(devnet, input) {
    const chain = chainIn(devnet, input);
    const blocks = countIn(input, 'blocks', 0, 10_000);
    devnet.lag(chain, blocks);
    return { chain, lag: blocks, head: devnet.head(chain) };
  },
  async outage(devnet, input) {
    const chain = chainIn(devnet, input);
    const kind = outageKinds.find((one) => one === input['kind']);
    if (!kind && input['kind'] !== 'off')
      throw new InputError(`There is no outage "${input['kind']}". Use ${outageKinds.join(', ')} or off.`);
    devnet.outage(chain, kind ?? false);
    return { chain, outage: kind ?? 'off' };
  },
  async pay(devnet, input) {
    const chain = chainIn(devnet, input);
    const token = chains[chain].tokens.find(({ symbol }) => symbol === input['token'])?.symbol;
    const has = chains[chain].tokens.map(({ symbol }) => symbol).join(', ');
    if (!token) throw new InputError(`${chain} has no token "${input['token']}". It has ${has}.`);
    const { to, amount } = input;
    if (typeof to !== 'string' || !isAddress(to)) throw new InputError(`"${to}" is not an address.`);
    if (typeof amount !== 'string' || !/^\d{1,20}(\.\d{1,18})?$/.test(amount))
      throw new InputError(`"${amount}" is not an amount such as 25.00.`);
    const units = parseUnits(amount, tokenDecimals(chain, token));
    const tx_hash = await devnet.pay({ chain, token, to: getAddress(to), units });
    return { chain, token, to: getAddress(to), units: String(units), tx_hash };
  },
};

export function createControl(devnet: () => Devnet): Route {
  return async (request, response) => {
    const send = (status: number, body: object) =>
      reply(response, status, JSON.stringify(body), 'application/json');
    // Only browsers send it: no page that a developer happens to visit changes the chains.
    if (request.headers.origin !== undefined) return send(403, { error: 'Not for web pages.' });
    const command = commands[request.url?.split('/')[2] ?? ''];
    if (request.method !== 'POST' || !command) return send(404, { error: 'There is no such command.' });
    try {
      send(200, await command(devnet(), await inputOf(request)));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      send(400, { error: error.message });
    }
  };
}

async function inputOf(request: IncomingMessage): Promise<Input> {
  try {
    const input: unknown = JSON.parse((await readBody(request)) ?? '');
    if (typeof input === 'object' && input !== null) return { ...input };
  } catch {
    // Refused below, as anything else that is not an object.
  }
  throw new InputError('The body must be a JSON object.');
}

function chainIn(devnet: Devnet, { chain }: Input): EvmChain {
  const found = devnet.names.find((name) => name === chain);
  if (!found) throw new InputError(`There is no chain "${chain}" here. It runs ${devnet.names.join(', ')}.`);
  return found;
}

function countIn(input: Input, name: string, least: number, most: number): number {
  const value = input[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new InputError(`${name} must be ${least} to ${most}, not ${value}.`);
  return value;
}
