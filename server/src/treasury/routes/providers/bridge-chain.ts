import type { Log } from '../../../chains/rpc/answers.ts';
import { addressIn, toTopic } from '../../../chains/rpc/hex.ts';
import { unitsOf } from '../../../chains/watching/evm/arrivals-in-block.ts';
import { finalNumber, finalNumberOfLarge, isLarge } from '../../transfers/evm/sender.ts';
import { nativeToken } from '../../transfers/evm/vault-calls.ts';
import type { Asset, RouteRefusal } from './provider.ts';
import type { RouteChain, RouteChains } from './route-chain.ts';

/** Throws if the chain is no longer set up. */
export function chainAt(chains: RouteChains, id: Asset['chain']): RouteChain {
  const found = chains(id);
  if (!found) throw new Error(`${id} is not set up`);
  return found;
}

/** `view` needs a sender; only fees and block numbers are used here. */
const nobody = nativeToken;

/** The newest block that is final for this amount of a token. */
export async function finalFor({ chain, node }: RouteChain, asset: Asset, units: bigint): Promise<number> {
  const view = await node.view(nobody, chain.finality.usesTag);
  return isLarge(chain, asset.token, units) ? finalNumberOfLarge(chain, view) : finalNumber(chain, view);
}

/** Cost of gas at the current price. Data fees of rollups are not included. */
export async function gasUnits({ chain, node }: RouteChain, gas: bigint) {
  const { baseFee, tip } = await node.view(nobody, false);
  return { chain: chain.id, units: gas * (baseFee + tip) };
}

export interface TokenTransfer {
  /** Lower case; null for a mint. */
  from: string | null;
  units: bigint;
  logIndex: number;
}

/** Transfers of a token to an address, in log order. */
export function transfersTo(logs: readonly Log[], token: string, to: string): TokenTransfer[] {
  return logs.flatMap((log) => {
    const units = unitsOf(log);
    const [, from, receiver] = log.topics;
    if (units === null || log.address !== token.toLowerCase() || receiver !== toTopic(to)) return [];
    return [{ from: from === toTopic(nativeToken) ? null : addressIn(from), units, logIndex: log.logIndex }];
  });
}

export function refusal(refused: RouteRefusal['refused'], text: string): RouteRefusal {
  return { refused, text };
}
