import type { KeyCaller } from '../caller.ts';
import type { Context } from '../context.ts';
import type { Environment } from '../environment.ts';
import type { RateLimits } from './rate-limit.ts';

/** What only HTTP needs, beside the ports. */
export interface HttpContext extends Context {
  /** The holder of an API key; undefined when the key is unknown. Synchronous when the key was looked up a moment ago. */
  authenticate: (key: string) => KeyCaller | undefined | Promise<KeyCaller | undefined>;
  /** Records API requests for the merchant's request log, in the background. */
  requestLog: { add(makeRow: () => ServedRequest): void; flush(): Promise<void> };
  rateLimits: RateLimits;
  requestsPerMinute: Record<Environment, number>;
  publicLimits: PublicLimits;
  /** The folder of the built pages. */
  webDir: string;
}

/** What the request log keeps of a request. */
export interface ServedRequest {
  request_id: string;
  merchant_id: string;
  environment: Environment;
  key_id: string | null;
  method: string;
  path: string;
  status: number;
  latency_ms: number;
  error_code: string | null;
  ip: string;
  created_at: Date;
}

/** Limits on the pages that take no key: per client address, and per process for what it holds open. */
export interface PublicLimits {
  readsPerMinute: number;
  changesPerMinute: number;
  streamsPerAddress: number;
  streamsPerProcess: number;
  /** Drawing a PDF blocks the process for a third of a second. */
  pdfsPerMinute: number;
  pdfsAtOnce: number;
}

export const defaultPublicLimits: PublicLimits = {
  readsPerMinute: 120,
  changesPerMinute: 30,
  streamsPerAddress: 40,
  streamsPerProcess: 5000,
  pdfsPerMinute: 10,
  pdfsAtOnce: 2,
};
