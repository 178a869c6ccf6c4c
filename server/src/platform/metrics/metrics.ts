import { setTimeout as pause } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ChainMetrics, createChainMetrics } from './chain-metrics.ts';
import { createScreeningMetrics, type ScreeningMetrics } from './screening-metrics.ts';
import { createTransferMetrics, type TransferMetrics } from './transfer-metrics.ts';

export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  taskRuns: Counter<'task' | 'result'>;
  taskItems: Counter<'task'>;
  /** When the batch that runs now was started; 0 while none does. */
  taskSince: Gauge<'task'>;
  emails: Counter<'result'>;
  requestsLeftOut: Counter;
  chains: ChainMetrics;
  transfers: TransferMetrics;
  screening: ScreeningMetrics;
}

const sourceTimeoutMs = 1000;

/** Values that are queried at scrape time. */
interface Sources {
  queuedEmails(): Promise<number>;
}

/** Null after a failure or a timeout, so that the other metrics work while the database is down. */
export function answered<Value>(asked: Promise<Value>): Promise<Value | null> {
  return Promise.race([asked.catch(() => null), pause(sourceTimeoutMs, null, { ref: false })]);
}

export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addQueried(registry, 'emails_queued', 'E-mails waiting in the outbox, for all processes.', () =>
    sources.queuedEmails(),
  );
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
      help: 'Items processed by background tasks.',
      labelNames: ['task'],
      registers: [registry],
    }),
    taskSince: new Gauge({
      name: 'causeway_task_running_since_seconds',
      help: 'When the batch of a task that runs now was started, in Unix time; 0 while none does.',
      labelNames: ['task'],
      registers: [registry],
    }),
    emails: new Counter({
      name: 'causeway_emails_total',
      help: 'Attempts to send an e-mail, by result (sent, retried, failed).',
      labelNames: ['result'],
      registers: [registry],
    }),
    requestsLeftOut: new Counter({
      name: 'causeway_request_log_left_out_total',
      help: 'API requests that were not written to the request log of the merchant because of its rate limit.',
      registers: [registry],
    }),
    chains: createChainMetrics(registry),
    transfers: createTransferMetrics(registry),
    screening: createScreeningMetrics(registry),
  };
}

/** A gauge that is asked for at scrape time. */
export function addQueried(
  registry: Registry,
  name: string,
  help: string,
  query: () => Promise<number>,
): void {
  const gauge = new Gauge({
    name: `causeway_${name}`,
    help,
    registers: [registry],
    async collect() {
      gauge.set((await answered(query())) ?? Number.NaN);
    },
  });
}

/** The same with labels. A series that is not among the answers is gone, and all are while the database is down. */
export function addLabelled<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  query: () => Promise<readonly (Record<Label, string> & { value: number })[]>,
): void {
  const gauge: Gauge = new Gauge({
    name: `causeway_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const found = (await answered(query())) ?? [];
      gauge.reset();
      for (const row of found)
        gauge.set(Object.fromEntries(labelNames.map((name) => [name, row[name]])), row.value);
    },
  });
}
