import { type ChainId, chainIds, chains } from '../../lib/chains/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import { dayMs } from '../../lib/durations.ts';
import { loadOnce } from '../../lib/load-once.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import { createEvmAdapter } from '../deposits/evm/evm-adapter.ts';
import { liveReport } from '../deposits/live-report.ts';
import { createSolanaAdapter } from '../deposits/solana/solana-adapter.ts';
import { insertHint } from '../hints/hint-store.ts';
import type { OpenRpc } from '../rpc/rpc.ts';
import { requestUri } from '../wallets/request-uri.ts';
import { walletRequest } from '../wallets/wallet-request.ts';
import type { WalletRow } from '../wallets/wallet-row.ts';
import { selectWallet } from '../wallets/wallet-store.ts';
import { watchAddresses } from '../watching/cursors.ts';
import { liveChains, liveSolana } from './live-chains.ts';
import type { LiveChains, Settling } from './live-chains-port.ts';
import { type SettlerRow, selectSettlers } from './settler-store.ts';
import { type ChainStatusRow, selectStatuses } from './status-store.ts';

/** Workers check each chain every 30 seconds. A chain without a check for this long is not offered. */
const staleAfterMs = 120_000;
/** Workers that have the settling key look at it every minute. */
const settlerStaleAfterMs = 180_000;
/** Payments by signature are offered while the key has gas for this many. */
const leastPayments = 5n;
/** Addresses are watched this long, since money can arrive long after a payment has ended. */
const watchForMs = 91 * dayMs;
/** Transactions that a customer may report per payment. */
const maxHints = 10;
/** On demand: most processes have no Solana. */
export const loadWalletPayment = loadOnce(() => import('../wallets/solana/solana-wallet-payment.ts'));

/** The configured live chains, and what workers found in their checks. */
export function createLiveChains(config: Config, db: Db, clock: Clock, openRpc: OpenRpc): LiveChains {
  const configured = chainIds.filter((id) => config.chains[id]);
  let wallet: WalletRow | null = null;
  let statuses = new Map<ChainId, ChainStatusRow>();
  let settlers: SettlerRow[] = [];

  function problem(chain: ChainId): string | null {
    if (!wallet) return 'There is no wallet. Run "causeway wallet create".';
    const status = statuses.get(chain);
    if (!status) return 'No worker has looked at this chain yet.';
    if (clock.nowMs() - status.checked_at.getTime() > staleAfterMs)
      return `No worker has looked at this chain since ${status.checked_at.toISOString()}.`;
    return status.problem;
  }
  return {
    async refresh() {
      if (configured.length === 0) return;
      wallet = (await selectWallet(db)) ?? null;
      statuses = new Map((await selectStatuses(db)).map((row) => [row.chain, row]));
      settlers = await selectSettlers(db);
    },
    wallet: () => wallet,
    solana: () => (wallet ? liveSolana(config.chains) : null),
    evm: () => (wallet ? liveChains(config.chains, wallet.evm_vault) : []),
    problem,
    off: () =>
      configured
        .filter((chain) => problem(chain) !== null)
        .map((chain) => {
          const status = statuses.get(chain);
          return { chain, since: status?.off_since ?? status?.checked_at ?? null };
        }),
    async walletTransaction(deposit, payer) {
      const treasury = wallet?.solana_treasury;
      const solana = liveSolana(config.chains);
      if (!treasury || !solana || deposit.chain !== 'solana') return null;
      const { walletPayment } = await loadWalletPayment();
      return walletPayment(openRpc, solana, clock.nowMs, { ...deposit, payer, treasury });
    },
    settling(chain) {
      const [newest] = settlers.filter((row) => row.chain === chain);
      const isFresh = newest && clock.nowMs() - newest.noted_at.getTime() <= settlerStaleAfterMs;
      return isFresh && config.settlerGasBps > 0 && problem(chain) === null ? settlingOf(newest) : null;
    },
    keepHint: (payment, chain, txHash) => insertHint(db, payment, { chain, txHash, maxHints }, clock.now()),
    payable: () => configured.filter((chain) => problem(chain) === null),
    sweepUnits(_environment, chain) {
      const units = statuses.get(chain)?.sweep_units ?? null;
      return units === null ? null : BigInt(units);
    },
    leastNative(_environment, chain) {
      const units = statuses.get(chain)?.least_native ?? null;
      return units === null ? null : BigInt(units);
    },
    adapter(_environment, chain) {
      if (!wallet) throw new Error('There is no wallet');
      return chain === 'solana' ? createSolanaAdapter(db, clock) : createEvmAdapter(chain, wallet.evm_vault);
    },
    report: (sql, _environment, addresses) => liveReport(sql, addresses),
    requestUri: (deposit) => requestUri(config.chains, deposit),
    walletRequest: (deposit) => walletRequest(config.chains, deposit, wallet?.solana_treasury ?? null),
    // A deposit address is the same on all EVM chains, and people choose the wrong one.
    watch: (tx, deposits) =>
      watchAddresses(
        { clock },
        tx,
        deposits.flatMap(({ address, payment_id, chain, token }) =>
          configured.filter(isOfFamily(chain)).map((each) => ({
            chain: each,
            address,
            paymentId: payment_id,
            watchUntil: new Date(clock.nowMs() + watchForMs),
            // On Solana one request returns all balances of an address.
            native: each === 'solana' || (each === chain && chains[chain].tokens[0]?.symbol === token),
          })),
        ),
      ),
  };
}

/** Null without enough gas, or where USDC takes no signatures. */
function settlingOf({ contract, domain_name, domain_version, ...row }: SettlerRow): Settling | null {
  const units = BigInt(row.settle_units);
  if (contract === null || BigInt(row.units) < units * leastPayments) return null;
  const on = { contract, settler: row.address, units };
  if (row.chain === 'solana') return { ...on, domain: null };
  if (domain_name === null || domain_version === null) return null;
  return { ...on, domain: { name: domain_name, version: domain_version } };
}

function isOfFamily(chain: ChainId): (other: ChainId) => boolean {
  return (other) => chains[other].family === chains[chain].family;
}
