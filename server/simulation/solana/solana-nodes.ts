import type { Dispatcher } from 'undici';
import { NodeError } from '../../../devnet/solana/rpc-error.ts';
import { toJson } from '../../../devnet/solana/rpc-server.ts';
import { createNetwork, type Request, type RpcFault } from '../chain/nodes.ts';
import type { Caller } from '../scheduler/scheduler.ts';
import type { World } from '../world.ts';
import { farBehind, type ModelSolana } from './model-solana.ts';

/** Nodes behind one address, of which each request meets another. Some do not have what others call finalized. */
const heads = [farBehind, 0, 3];
/** An index of transactions that is this much behind the blocks. */
const hiddenBlocks = 4;

/** The network between a process and the nodes of Solana. */
export function createSolanaNodes(world: World, solana: ModelSolana, caller: Caller): Dispatcher {
  let turn = 0;
  const answer = (origin: string, request: Request, fault: RpcFault | null) => {
    const view = {
      behind: fault === 'lag' ? (heads[turn++ % heads.length] ?? 0) : solana.behindOf(request.method),
      hidden: fault === 'unindexed' ? hiddenBlocks : 0,
      hidesTransactions: fault === 'no-receipts',
    };
    return answerOne(world, request, () => {
      if (fault === 'range') throw new NodeError(-32005, 'Node is behind by 42 slots');
      const result = solana.answer(request.method, request.params, view);
      return withoutOmitted(world, solana, origin, request, result);
    });
  };
  const takeFault = (requests: readonly Request[]) =>
    world.faults.takeRpc(
      hasFreshTransactions(solana) && requests.some(({ method }) => method === 'getSignaturesForAddress'),
    );
  return createNetwork(world.scheduler, caller, takeFault, answer);
}

function withoutOmitted(
  { omissions, clock }: World,
  solana: ModelSolana,
  origin: string,
  { method, params }: Request,
  result: unknown,
): unknown {
  const isOmitted = (signature: string) =>
    solana.hidden.has(signature) || omissions.hides(origin, method, signature, clock.nowMs());
  if (method === 'getSignatureStatuses') return withoutStatuses(result, params[0] as string[], isOmitted);
  if (method === 'getSignaturesForAddress')
    return (result as { signature: string }[]).filter(({ signature }) => !isOmitted(signature));
  return method === 'getTransaction' && isOmitted(String(params[0])) ? null : result;
}

function withoutStatuses(
  result: unknown,
  signatures: readonly string[],
  isOmitted: (signature: string) => boolean,
): unknown {
  const { context, value } = result as { context: object; value: unknown[] };
  return { context, value: value.map((one, index) => (isOmitted(signatures[index] ?? '') ? null : one)) };
}

function answerOne({ plant }: World, { id, method, params }: Request, run: () => unknown): unknown {
  try {
    const result = run();
    if (result === undefined) throw new NodeError(-32601, 'Method not found');
    const told = JSON.parse(toJson(result));
    return { jsonrpc: '2.0', id, result: plant.solanaAnswer?.(method, told, params) ?? told };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const { code, message, data } = error;
    return { jsonrpc: '2.0', id, error: { code, message, data } };
  }
}

/** Whether an index that lags would hide something. */
function hasFreshTransactions({ ledger }: ModelSolana): boolean {
  return ledger.blocks.slice(-hiddenBlocks).some(({ records }) => records.length > 0);
}
