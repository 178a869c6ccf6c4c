import type { OpenRpc } from '../chains/rpc/rpc.ts';
import type { Sender } from '../messages/webhooks/deliveries/sender.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Log } from '../platform/log.ts';
import { createExporter } from '../platform/tracing/otlp.ts';
import { createTracing, type Tracing } from '../platform/tracing/tracing.ts';
import { buildVersion } from '../platform/version.ts';

/** Wraps what a process does in spans. Without it, nothing is wrapped. */
export interface ProcessTracing {
  readonly spans: Tracing;
  statement(text: string, running: Promise<unknown>): void;
  task(task: Task): Task;
  rpc(open: OpenRpc): OpenRpc;
  sender(sender: Sender): Sender;
  close(): Promise<void>;
}

/** Enough to tell statements apart; the longest have thousands of characters. */
const maxStatementChars = 1000;

export function openTracing(endpoint: string, log: Log): ProcessTracing {
  const resource = {
    'service.name': 'causeway',
    'service.version': buildVersion(),
    'process.pid': process.pid,
  };
  const exporter = createExporter(endpoint, resource, log);
  const tracing = createTracing(exporter.add);
  return {
    spans: tracing,
    statement: (text, running) => traceStatement(tracing, text, running),
    task: (task) => ({ ...task, run: (ctx) => traceBatch(tracing, task.name, () => task.run(ctx)) }),
    rpc: (open) => (options) =>
      open({
        ...options,
        onRequest(host, seconds, calls, error) {
          options.onRequest?.(host, seconds, calls, error);
          const attributes = { 'server.address': host, 'rpc.system': 'jsonrpc', 'rpc.calls': calls };
          tracing.past('rpc', seconds, attributes, error?.problem ?? null);
        },
      }),
    sender: (sender) => traceSender(tracing, sender),
    close: () => exporter.close(),
  };
}

/** The text has no values: these are parameters. */
function traceStatement(tracing: Tracing, text: string, running: Promise<unknown>): void {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxStatementChars) };
  const span = tracing.child('statement', 'client', attributes);
  if (span)
    running.then(
      () => span.end(),
      (error: unknown) => span.end({ error: nameOf(error) }),
    );
}

/** Batches that found nothing to do are not kept: each task looks once a second. */
async function traceBatch(tracing: Tracing, name: string, run: () => Promise<number>): Promise<number> {
  const span = tracing.root(`task ${name}`, 'internal', { 'causeway.task': name });
  if (!span) return run();
  try {
    const items = await span.run(run);
    span.end({ attributes: { 'causeway.items': items }, isKept: items > 0 });
    return items;
  } catch (error) {
    span.end({ error: nameOf(error) });
    throw error;
  }
}

function traceSender(tracing: Tracing, sender: Sender): Sender {
  return {
    ...sender,
    async send(outgoing) {
      const attributes = { 'server.address': new URL(outgoing.url).host };
      const span =
        tracing.child('webhook', 'client', attributes) ?? tracing.root('webhook', 'client', attributes);
      if (!span) return sender.send(outgoing);
      const headers = { ...outgoing.headers, traceparent: span.traceparent };
      const result = await span.run(() => sender.send({ ...outgoing, headers }));
      const status = result.httpStatus === null ? {} : { 'http.response.status_code': result.httpStatus };
      span.end({ attributes: status, error: result.error });
      return result;
    },
  };
}

/** Messages of errors can name people; their codes do not. */
function nameOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'failed';
}
