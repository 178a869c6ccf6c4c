import type { ChainId, Token } from '../lib/chains/registry.ts';
import type { Environment } from '../lib/environment.ts';
import type { Sql } from '../platform/db/client.ts';
import type { ChainAdapter, Report } from './adapter.ts';
import type { WalletRequest } from './wallet-request.ts';

interface OpenedDeposit {
  environment: Environment;
  payment_id: string;
  address: string;
  chain: ChainId;
  token: Token;
}

/** What a wallet is asked for. */
export interface RequestedDeposit extends OpenedDeposit {
  token_units: string;
}

export interface Chains {
  /** The chains that can be paid on now, in registry order. */
  payable(environment: Environment): readonly ChainId[];
  /** What moving one deposit costs in gas now, in units of the chain's own token; null when nothing or unknown. */
  sweepUnits(environment: Environment, chain: ChainId): bigint | null;
  /** The least that a new address can receive of the chain's own token; null when anything is enough, or unknown. */
  leastNative(environment: Environment, chain: ChainId): bigint | null;
  adapter(environment: Environment, chain: ChainId): ChainAdapter;
  /** What the chains know of these addresses now. */
  report(sql: Sql, environment: Environment, addresses: readonly string[]): Promise<Report>;
  /** A link that opens a wallet with the payment filled in; null in test mode. */
  requestUri(deposit: RequestedDeposit): string | null;
  /** What a browser wallet is asked to send; null where the page cannot ask one. */
  walletRequest(deposit: RequestedDeposit): WalletRequest | null;
  /** Looks out for money at the addresses from now on, in the transaction that stores the deposits. */
  watch(tx: Sql, deposits: readonly OpenedDeposit[]): Promise<void>;
}

/** Test and live chains as one. */
export function byEnvironment(of: Record<Environment, Chains>): Chains {
  return {
    payable: (environment) => of[environment].payable(environment),
    sweepUnits: (environment, chain) => of[environment].sweepUnits(environment, chain),
    leastNative: (environment, chain) => of[environment].leastNative(environment, chain),
    adapter: (environment, chain) => of[environment].adapter(environment, chain),
    report: (sql, environment, addresses) => of[environment].report(sql, environment, addresses),
    requestUri: (deposit) => of[deposit.environment].requestUri(deposit),
    walletRequest: (deposit) => of[deposit.environment].walletRequest(deposit),
    async watch(tx, deposits) {
      for (const environment of ['test', 'live'] as const)
        await of[environment].watch(
          tx,
          deposits.filter((deposit) => deposit.environment === environment),
        );
    },
  };
}
