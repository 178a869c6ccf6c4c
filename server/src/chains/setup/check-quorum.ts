import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { selectDispute } from '../watching/quorum-store.ts';
import { hostNames } from '../watching/second-node.ts';
import type { Finding } from './checks.ts';

/** Whether one node alone is believed, and whether nodes differ now. */
export async function checkQuorum({ config, db }: Context, chain: ChainId): Promise<Finding[]> {
  const what = 'quorum';
  const found = await selectDispute(db, chain);
  if (found !== null) {
    const todo =
      'Compare both with a block explorer, remove the one that is wrong, and start the workers again.';
    return [{ what, found: `nodes tell different things, and nothing becomes final: ${found}`, todo }];
  }
  const hosts = hostNames(config.chains[chain]?.rpcUrls ?? []);
  const setting = `${chain.toUpperCase()}_RPC_URL`;
  const single = `off: one node is believed for any amount. Add a node of another host to ${setting}`;
  const on = `from ${config.quorumAboveUsd} USD nodes of 2 hosts must show a payment: ${hosts.join(', ')}`;
  return [{ what, found: hosts.length < 2 ? single : on, todo: null }];
}
