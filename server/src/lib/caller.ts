import type { ChainId, Token } from './chains/registry.ts';
import type { Environment } from './environment.ts';

/** What a merchant can have approved by a second member. `rules`: what says so. `members`: who may approve. */
export type ApprovalAction = 'wallet' | 'address' | 'payout' | 'key' | 'rules' | 'members';

export type KeyKind = 'secret' | 'publishable';

/** Who makes a request: the holder of an API key, or a member signed in to the dashboard. */
export type Caller = KeyCaller | SessionCaller;

export interface KeyCaller extends Principal {
  kind: KeyKind;
  key_id: string;
  allowed_ips: string[] | null;
  revoked: boolean;
  /** What the key may do, in the words of the members' permissions; null for everything. */
  permissions: string[] | null;
  /** Fields and query parameters that a route does not know are refused. */
  strict: boolean;
  /** When it stops working; null for never. */
  expires_at: Date | null;
  /** The simulated customer pays test payments created with this key. */
  simulated_customer: boolean;
}

export interface SessionCaller extends Principal {
  kind: 'session';
  session_id: string;
  member: { id: string; email: string };
  /** The member, if this request confirmed it with password and second factor. */
  confirmed_by?: string;
  /** What a second member has approved: this and nothing else is done without asking. */
  approved?: ApprovalAction;
}

/** What all callers have in common. */
interface Principal {
  merchant_id: string;
  environment: Environment;
  suspended: boolean;
  /** Defaults for payments and invoices without their own chains or tokens; null means all. */
  default_accepted_chains: ChainId[] | null;
  default_accepted_tokens: Token[] | null;
  /** The merchant's largest amount, in USD cents; null for the usual one. */
  max_usd_minor: bigint | null;
}
