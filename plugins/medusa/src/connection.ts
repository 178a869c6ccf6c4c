import {
  Causeway,
  CausewayApiError,
  CausewayConnectionError,
  CausewayUnexpectedResponseError,
} from '../../../sdk/src/index.ts';
import { type CausewayOptions, checkOptions } from './options.ts';

export interface Connection {
  causeway: Causeway;
  options: CausewayOptions;
}

const connections = new Map<string, Connection>();

/**
 * One connection for each configuration, shared by the provider and the job that reads events: Medusa makes a provider only when a
 * customer needs it, and events must be read before that.
 */
export function connect(options: Record<string, unknown>): Connection {
  checkOptions(options);
  const key = `${options.url} ${options.apiKey}`;
  const known = connections.get(key);
  if (known) return known;
  const { url, apiKey } = options;
  const causeway = new Causeway({ apiKey, baseUrl: `${new URL(url).origin}/api/v1`, timeoutMs: 10_000 });
  const made = { causeway, options };
  connections.set(key, made);
  return made;
}

export function allConnections(): Connection[] {
  return [...connections.values()];
}

/**
 * Whether Causeway cannot be asked right now: there was no answer, a proxy answered in its place, it is stopping, lost its database, or
 * limits requests. The request may have been carried out.
 */
export function isUnavailable(error: unknown): error is Error {
  if (error instanceof CausewayConnectionError) return true;
  const isAnswer = error instanceof CausewayApiError || error instanceof CausewayUnexpectedResponseError;
  return isAnswer && (error.status >= 500 || error.status === 429);
}
