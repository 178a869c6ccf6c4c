import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { createRequestHistogram, type RequestHistogram } from './request-histogram.ts';

export interface Metrics {
  registry: Registry;
  requests: RequestHistogram;
  taskRuns: Counter<'task' | 'result'>;
  taskItems: Counter<'task'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: createRequestHistogram(),
    taskRuns: new Counter({
      name: 'causeway_task_runs_total',
      help: 'Batches of background work, by task and result (done, idle, failed).',
      labelNames: ['task', 'result'],
      registers: [registry],
    }),
    taskItems: new Counter({
      name: 'causeway_task_items_total',
      help: 'Things done by background tasks.',
      labelNames: ['task'],
      registers: [registry],
    }),
  };
}

/** Everything, in the text format Prometheus reads. */
export async function renderMetrics(metrics: Metrics): Promise<string> {
  return `${await metrics.registry.metrics()}\n${metrics.requests.render()}`;
}
