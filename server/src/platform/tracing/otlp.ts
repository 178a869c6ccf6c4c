import type { Log } from '../log.ts';

/* OTLP over HTTP as JSON, the part of it that spans need: https://opentelemetry.io/docs/specs/otlp/#otlphttp */

export const spanKinds = { internal: 1, server: 2, client: 3 } as const;

export type Attributes = Record<string, string | number>;

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: keyof typeof spanKinds;
  /** Of the clock of `performance`. */
  startMs: number;
  endMs: number;
  attributes: Attributes;
  error: string | null;
}

const sendEveryMs = 1000;
const maxWaiting = 5000;
const deadlineMs = 5000;
const complainEveryMs = 60_000;

export interface Exporter {
  add(span: FinishedSpan): void;
  /** Sends the rest. */
  close(): Promise<void>;
}

/** Sends spans once a second. What a collector does not take is lost: a service never waits for it, nor keeps more and more. */
export function createExporter(endpoint: string, resource: Attributes, log: Log): Exporter {
  let waiting: FinishedSpan[] = [];
  let lost = 0;
  let complainedMs = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> = Promise.resolve();

  function complain(error: unknown): void {
    if (performance.now() - complainedMs < complainEveryMs) return;
    complainedMs = performance.now();
    log.warn(
      { err: error, lost },
      'spans were lost: check that OTEL_EXPORTER_OTLP_ENDPOINT is a collector that takes OTLP over HTTP',
    );
  }

  async function send(spans: FinishedSpan[]): Promise<void> {
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(resource, spans)),
        signal: AbortSignal.timeout(deadlineMs),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the collector answered ${response.status}`);
    } catch (error) {
      lost += spans.length;
      complain(error);
    }
  }

  function flush(): Promise<void> {
    const spans = waiting;
    waiting = [];
    if (spans.length > 0) sending = sending.then(() => send(spans));
    return sending;
  }
  const timer = setInterval(() => void flush(), sendEveryMs).unref();

  return {
    add(span) {
      if (waiting.length < maxWaiting) waiting.push(span);
      else if (lost++ % maxWaiting === 0) complain(new Error(`more than ${maxWaiting} spans wait`));
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function toOtlp(resource: Attributes, spans: readonly FinishedSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: toPairs(resource) },
        scopeSpans: [{ scope: { name: 'causeway' }, spans: spans.map(toSpan) }],
      },
    ],
  };
}

function toSpan({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, error }: FinishedSpan) {
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: spanKinds[kind],
    startTimeUnixNano: toNanos(startMs),
    endTimeUnixNano: toNanos(endMs),
    attributes: toPairs(attributes),
    status: error === null ? {} : { code: 2, message: error },
  };
}

/** A string, as JSON of protobuf writes 64 bits. */
function toNanos(ms: number): string {
  return `${Math.round((performance.timeOrigin + ms) * 1000)}000`;
}

function toPairs(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { doubleValue: value },
  }));
}
