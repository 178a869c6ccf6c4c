import type { ChainId, Token } from './chains/registry.ts';
import type { Environment } from './environment.ts';

export type KeyKind = 'secret' | 'publishable';

/** Who makes a request: the holder of an API key, or a member signed in to the dashboard. */
export type Caller = KeyCaller | SessionCaller;

export interface KeyCaller extends Principal {
  kind: KeyKind;
  key_id: string;
  allowed_ips: string[] | null;
  revoked: boolean;
  /** Test payments made with this key are paid by the simulated customer. */
  simulated_customer: boolean;
}

export interface SessionCaller extends Principal {
  kind: 'session';
  session_id: string;
}

/** What operations need to know of any caller. */
interface Principal {
  merchant_id: string;
  environment: Environment;
  suspended: boolean;
  /** Defaults for payments and invoices that name no chains or tokens; null means all. */
  default_accepted_chains: ChainId[] | null;
  default_accepted_tokens: Token[] | null;
}
