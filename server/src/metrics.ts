import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  taskRuns: Counter<'task' | 'result'>;
  taskItems: Counter<'task'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'causeway_http_request_duration_seconds',
      help: 'Time to answer, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
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
