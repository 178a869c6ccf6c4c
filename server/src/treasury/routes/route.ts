import type { ChainId, Token } from '../../lib/chains/registry.ts';
import type { Currency } from '../../lib/currencies.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { ProviderName } from './providers/provider.ts';
import type { RouteState, StepState } from './states.ts';
import type { StoredQuote } from './stored-quote.ts';

/** The exchange of a balance into another asset. Units are numeric(78, 0), as text. */
export interface RouteRow {
  route_id: string;
  merchant_id: string;
  environment: Environment;
  status: RouteState;
  /** Whether the schedule or the merchant started it. */
  initiator: 'schedule' | 'manual';
  chain: ChainId;
  token: Token;
  token_units: string;
  to_chain: ChainId;
  to_token: Token;
  expected_units: string;
  least_units: string;
  /** Units booked to the balance: of `to_token`, or of the asset that the money was in when the route failed. */
  arrived_units: string | null;
  currency: Currency;
  worth_minor: bigint;
  explanation: string;
  covers_after: Date | null;
  covers_until: Date;
  problem: string | null;
  failure_message: string | null;
  due_at: Date | null;
  unknown_since: Date | null;
  /** When its bridge was found to be late. */
  late_at: Date | null;
  created_at: Date;
  /** When the operator last resumed it. */
  resumed_at: Date | null;
  ended_at: Date | null;
}

/**
 * Runs in the transaction in which a route ends. Listed in `app/followers.ts`, since routes do not know features
 * above them. `into` is the asset that its money is in now.
 */
export interface RouteFollowers {
  routeEnded(tx: Sql, route: RouteRow, into: { chain: ChainId; token: Token }): Promise<void>;
}

export interface RouteStepRow {
  route_id: string;
  environment: Environment;
  step: number;
  status: StepState;
  provider: ProviderName;
  chain: ChainId;
  token: Token;
  to_chain: ChainId;
  to_token: Token;
  /** Null until the previous step has ended. */
  token_units: string | null;
  quote: StoredQuote;
  expected_units: string;
  fee_units: string;
  /** Attempts at the call. */
  tries: number;
  /** Attempts at the second transaction of a bridge. */
  next_tries: number;
  call_hash: string | null;
  funded_at: Date | null;
  /** When the call was found final. */
  called_at: Date | null;
  arrived_units: string | null;
  arrived_hash: string | null;
  arrived_block: bigint | null;
  arrived_log: number | null;
  ended_at: Date | null;
}

/** Problem of a step that waits because another route has the same token at the operator's address. */
export const occupied = 'Another route of this token is under way on this chain.';
