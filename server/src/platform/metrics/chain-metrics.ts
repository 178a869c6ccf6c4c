import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Live chains, as the worker that holds a chain sees it. */
export interface ChainMetrics {
  head: Gauge<'chain'>;
  verified: Gauge<'chain'>;
  lagBlocks: Gauge<'chain'>;
  halted: Gauge<'chain'>;
  payoutsStopped: Gauge<'chain'>;
  arrivals: Counter<'chain' | 'kind'>;
  reversals: Counter<'chain'>;
  steps: Counter<'chain' | 'result'>;
  calls: Counter<'chain' | 'host'>;
  errors: Counter<'chain' | 'host' | 'problem'>;
  retries: Counter<'chain' | 'host'>;
  reached: Counter<'chain' | 'part'>;
  seconds: Histogram<'chain' | 'host'>;
}

export function createChainMetrics(registry: Registry): ChainMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `causeway_chain_${name}`, help, labelNames: ['chain'], registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `causeway_${name}_total`, help, labelNames, registers });
  return {
    head: gauge('head_block', 'The newest block that a node of the chain reported.'),
    verified: gauge('verified_block', 'The block up to which the chain has been read.'),
    lagBlocks: gauge('lag_blocks', 'Blocks between the two.'),
    halted: gauge('halted', '1 after a reorganisation deeper than final; an operator has to look.'),
    payoutsStopped: gauge('payouts_stopped', '1 while less is on the chain than the ledger says.'),
    arrivals: counter('chain_arrivals', 'Transfers to addresses of ours.', ['chain', 'kind']),
    reversals: counter('payments_reversed', 'Completed payments whose money a chain took back.', ['chain']),
    steps: counter('chain_steps', 'Steps of the watcher, by result.', ['chain', 'result']),
    reached: counter('chain_step_parts', 'Parts of steps that came to their end.', ['chain', 'part']),
    retries: counter('rpc_retries', 'JSON-RPC requests that were sent again.', ['chain', 'host']),
    calls: counter('rpc_calls', 'JSON-RPC calls, by host.', ['chain', 'host']),
    errors: counter('rpc_errors', 'JSON-RPC requests that failed, by problem.', ['chain', 'host', 'problem']),
    seconds: new Histogram({
      name: 'causeway_rpc_duration_seconds',
      help: 'Time to the answer of a JSON-RPC request, by host. One request may hold several calls.',
      labelNames: ['chain', 'host'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
}
