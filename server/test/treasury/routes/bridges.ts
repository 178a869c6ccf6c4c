import { type Address, encodeFunctionData, parseAbi } from 'viem';
import type { Attestations } from '../../../../devnet/attestations/attestation-server.ts';
import { feeToken } from '../../../../devnet/evm/contracts.ts';
import type { EvmChains } from '../../../../devnet/evm/evm-chains.ts';
import { startEvmChains } from '../../../../devnet/evm/start-chains.ts';
import { createEvmNode } from '../../../src/chains/evm/node.ts';
import { createSenderNode } from '../../../src/chains/evm/sender-node.ts';
import { createRpc } from '../../../src/chains/rpc/rpc.ts';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import type { RouteCall, RouteQuote, RouteRefusal } from '../../../src/treasury/routes/providers/provider.ts';
import type { RouteChain, RouteChains } from '../../../src/treasury/routes/providers/route-chain.ts';

type Name = 'arbitrum' | 'base';

export interface Bridges {
  devnet: EvmChains<Name>;
  chains: RouteChains;
  /** Sends a call as the engine does: the exact allowance first. Mines it deep enough to be final. */
  send(call: RouteCall): Promise<`0x${string}`>;
  /** Mines until everything is final. */
  settle(chain: Name): Promise<void>;
  held(chain: Name, owner: string): Promise<bigint>;
  stop(): Promise<void>;
}

const confirmations = 3;
/** Any contract that logs. */
export const vault = feeToken;
const erc20 = parseAbi([
  'function approve(address spender, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
]);

/** Two local chains, and what providers read of them. */
export async function startBridges(seed: string): Promise<Bridges> {
  const devnet = await startEvmChains<Name>({ chains: ['arbitrum', 'base'], seed });
  const settings = Object.fromEntries(
    devnet.names.map((name) => [name, { rpcUrls: [devnet.urls[name]], confirmations }]),
  );
  const rpcs = liveChains(settings, vault).map((chain) => ({
    chain,
    rpc: createRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: Date.now }),
  }));
  const known = new Map(
    rpcs.map(({ chain, rpc }): [string, RouteChain] => [
      chain.id,
      { chain, node: createSenderNode(rpc, chain), reads: createEvmNode(rpc, chain.multicall) },
    ]),
  );
  const settle = (chain: Name) => devnet.mine(chain, confirmations + 1);
  return {
    devnet,
    chains: (id) => known.get(id) ?? null,
    settle,
    async send({ chain, to, data, value, approval }) {
      const on = devnet.on(chain as Name);
      if (approval) {
        const args = [approval.spender as Address, approval.units] as const;
        const approve = encodeFunctionData({ abi: erc20, functionName: 'approve', args });
        await on.transact({ to: approval.token as Address, data: approve });
      }
      const hash = await on.transact({ to: to as Address, data: data as Address, value });
      await settle(chain as Name);
      return hash;
    },
    async held(chain, owner) {
      const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [owner as Address] });
      const call = { to: devnet.tokens[chain].USDC, data };
      return BigInt((await devnet.rpc(chain, 'eth_call', [call, 'latest'])) as string);
    },
    async stop() {
      for (const { rpc } of rpcs) await rpc.close();
      await devnet.stop();
    },
  };
}

/** The quote. Fails when it is refused. */
export function quoted(answer: RouteQuote | RouteRefusal): RouteQuote {
  if ('refused' in answer) throw new Error(answer.text);
  return answer;
}

/** Circle's service is well again. */
export function calmCircle(attestations: Attestations): void {
  attestations.outage(null);
  attestations.behave({ state: 'complete', feeBps: 0, feeUnits: 0n, expirationBlock: 0n, lies: {} });
}
