import type { Context } from '../../app/context.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import type { RpcOptions } from '../rpc/rpc.ts';

/** Counts a chain's requests in the metrics, and logs addresses that are put aside. */
export function rpcReports(
  { metrics, log }: Context,
  chain: ChainId,
): Pick<RpcOptions, 'onRequest' | 'onRetry' | 'onPutAside'> {
  return {
    onRequest(host, seconds, calls, error) {
      metrics.chains.calls.inc({ chain, host }, calls);
      metrics.chains.seconds.observe({ chain, host }, seconds);
      if (error) metrics.chains.errors.inc({ chain, host, problem: error.problem });
    },
    onRetry: (host) => metrics.chains.retries.inc({ chain, host }),
    onPutAside: (error, restMs) => log.warn({ err: error, chain, restMs }, 'RPC address put aside'),
  };
}
