import type { IncomingMessage } from 'node:http';
import { getAddress, isAddress, parseUnits } from 'viem';
import { chains, tokenDecimals } from '../server/src/lib/chains/registry.ts';
import { readBody, reply } from './body.ts';
import { amountIn, countIn, type Input, InputError } from './control-input.ts';
import type { EvmChain } from './evm/chain-specs.ts';
import type { EvmChains } from './evm/evm-chains.ts';
import { outageKinds } from './evm/faults.ts';
import type { Route } from './listen.ts';
import { solanaCommands } from './solana/control.ts';
import type { SolanaChain } from './solana/start-solana.ts';

type Devnet = EvmChains<EvmChain>;

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
    const { to } = input;
    if (typeof to !== 'string' || !isAddress(to)) throw new InputError(`"${to}" is not an address.`);
    const units = parseUnits(amountIn(input), tokenDecimals(chain, token));
    const tx_hash = await devnet.pay({ chain, token, to: getAddress(to), units });
    return { chain, token, to: getAddress(to), units: String(units), tx_hash };
  },
};

export function createControl(devnet: () => Devnet, solana: SolanaChain | null): Route {
  return async (request, response) => {
    const send = (status: number, body: object) =>
      reply(response, status, JSON.stringify(body), 'application/json');
    // Only browsers send it: no page that a developer happens to visit changes the chains.
    if (request.headers.origin !== undefined) return send(403, { error: 'Not for web pages.' });
    const name = request.url?.split('/')[2] ?? '';
    const command = commands[name];
    if (request.method !== 'POST' || !command) return send(404, { error: 'There is no such command.' });
    try {
      const input = await inputOf(request);
      const onSolana = solana && input['chain'] === 'solana' ? solanaCommands[name] : undefined;
      send(200, solana && onSolana ? await onSolana(solana, input) : await command(devnet(), input));
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
