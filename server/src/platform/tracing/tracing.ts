import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Attributes, FinishedSpan, spanKinds } from './otlp.ts';

/** What belongs together: one request, or one batch of a task. */
interface Trace {
  id: string;
  /** On each of its spans. */
  attributes: Attributes;
  /** Null until its first span has ended; spans wait until then. */
  isKept: boolean | null;
  waiting: FinishedSpan[];
}

export interface Span {
  end(result?: { attributes?: Attributes; error?: string | null; isKept?: boolean }): void;
  /** Makes it the parent of what `work` begins, also later. */
  run<T>(work: () => T): T;
  /** For whoever is called: W3C's header. */
  readonly traceparent: string;
}

export interface Tracing {
  /** Begins a trace, as part of the one that a caller's `traceparent` names. Null if that one is not recorded. */
  root(
    name: string,
    kind: keyof typeof spanKinds,
    attributes: Attributes,
    traceparent?: string | undefined,
  ): Span | null;
  /** Begins a part of what runs now. Null if that is not recorded. */
  child(name: string, kind: keyof typeof spanKinds, attributes: Attributes): Span | null;
  /** Adds a part that took this long until now. */
  past(name: string, seconds: number, attributes: Attributes, error: string | null): void;
}

interface Current {
  trace: Trace;
  spanId: string;
}

const header = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
/** Of one trace. A stream to a browser is a request that lasts for hours. */
const maxWaiting = 1000;
const isZero = /^0+$/;

function readParent(
  text: string | undefined,
): { traceId: string; spanId: string; isSampled: boolean } | null {
  const [, traceId, spanId, flags] = header.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags || isZero.test(traceId) || isZero.test(spanId)) return null;
  if (text?.startsWith('ff')) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function createTracing(send: (span: FinishedSpan) => void): Tracing {
  const current = new AsyncLocalStorage<Current>();

  function finish(trace: Trace, span: FinishedSpan): void {
    if (trace.isKept) send(span);
    else if (trace.isKept === null && trace.waiting.length < maxWaiting) trace.waiting.push(span);
  }

  function begin(
    trace: Trace,
    parentId: string | null,
    name: string,
    kind: keyof typeof spanKinds,
    attributes: Attributes,
    { startMs = performance.now(), isRoot = false } = {},
  ): Span {
    const spanId = randomBytes(8).toString('hex');
    return {
      traceparent: `00-${trace.id}-${spanId}-01`,
      run: (work) => current.run({ trace, spanId }, work),
      end({ attributes: more, error = null, isKept = true } = {}) {
        finish(trace, {
          traceId: trace.id,
          spanId,
          parentId,
          name,
          kind,
          startMs,
          endMs: performance.now(),
          attributes: { ...trace.attributes, ...attributes, ...more },
          error,
        });
        if (!isRoot) return;
        trace.isKept = isKept;
        if (isKept) for (const span of trace.waiting) send(span);
        trace.waiting = [];
      },
    };
  }

  return {
    root(name, kind, attributes, traceparent) {
      const parent = readParent(traceparent);
      if (parent && !parent.isSampled) return null;
      const trace: Trace = {
        id: parent?.traceId ?? randomBytes(16).toString('hex'),
        attributes,
        isKept: null,
        waiting: [],
      };
      return begin(trace, parent?.spanId ?? null, name, kind, {}, { isRoot: true });
    },
    child(name, kind, attributes) {
      const parent = current.getStore();
      return parent ? begin(parent.trace, parent.spanId, name, kind, attributes) : null;
    },
    past(name, seconds, attributes, error) {
      const parent = current.getStore();
      if (!parent) return;
      const startMs = performance.now() - seconds * 1000;
      begin(parent.trace, parent.spanId, name, 'client', attributes, { startMs }).end({ error });
    },
  };
}
