import type { Address, KeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { usdcMint } from '../../../../../devnet/solana/addresses.ts';
import type { SolanaChain } from '../../../../../devnet/solana/start-solana.ts';
import { localSigner } from '../../../../../devnet/solana/wallets.ts';
import type { Rpc } from '../../../../src/chains/rpc/rpc.ts';
import { RpcError } from '../../../../src/chains/rpc/rpc-error.ts';
import { createSolanaNode } from '../../../../src/chains/solana/node.ts';
import { solanaChain } from '../../../../src/chains/solana/solana-chain.ts';
import { tokenAccountOf } from '../../../../src/chains/solana/token-account.ts';
import { createWatchedAccounts } from '../../../../src/chains/watching/solana/accounts.ts';
import type { SlotLedger } from '../../../../src/chains/watching/solana/slot-ledger-port.ts';
import { takeSlotStep } from '../../../../src/chains/watching/solana/slot-step.ts';
import {
  type SlotRules,
  type SolanaWatcher,
  slotRules,
} from '../../../../src/chains/watching/solana/solana-watcher.ts';
import { createTreasury } from '../../../../src/chains/watching/solana/treasury-accounts.ts';
import { type Chance, chanceFrom } from '../model/chance.ts';
import { Workers } from '../model/workers.ts';
import { MemorySlotTables } from './memory-slot-ledger.ts';

export interface SlotHistoryOptions {
  seed: number;
  rules?: Partial<SlotRules>;
  /** Changes what a worker sees of the ledger, for controls. */
  spoil?: (watcher: SolanaWatcher) => SolanaWatcher;
}

export interface SlotOutcome {
  payments: number;
  forks: number;
  crashes: number;
  /** Finalized on chain, and not in the ledger. */
  missed: number;
  /** Final in the ledger more than once, or with another amount, or not on chain. */
  wrong: number;
  /** Times at which the cursor had passed a payment that was not in the ledger. */
  passed: number;
}

interface Payment {
  signature: string;
  address: string;
  token: 'SOL' | 'USDC';
  units: bigint;
}

/** Where money is swept to. */
const relay = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk' as Address;
const events = 40;
const watchMs = 200 * 86_400_000;
/** Few amounts, so that payments often look alike. */
const amounts = { SOL: [2_000_000n, 3_000_000n], USDC: [1_000_000n, 2_000_000n] };
const lags = [[0], [0, 3], [4, 0, 1], [0, 12], [7]];

/** One random history of payments, forks, lagging nodes, crashes and two workers, and what the ledger made of it. */
export async function runSlotHistory(chain: SolanaChain, options: SlotHistoryOptions): Promise<SlotOutcome> {
  const chance = chanceFrom(options.seed);
  const tables = new MemorySlotTables();
  const owners = await Promise.all([0, 1, 2].map((index) => localSigner(`history ${options.seed} ${index}`)));
  const payments: Payment[] = [];
  const outcome: SlotOutcome = { payments: 0, forks: 0, crashes: 0, missed: 0, wrong: 0, passed: 0 };
  let lag = [0];
  let nowMs = Date.now();
  /** Money that is taken out can hide what comes in, until the history is read again an hour later. */
  const swept = new Set<string>();
  for (const { address } of owners)
    tables.watched.push({
      address,
      native: true,
      registeredAt: new Date(),
      watchUntil: new Date(nowMs + watchMs),
    });
  const treasury = (await localSigner(`history ${options.seed} treasury`)).address;
  const workers = new Workers(2, (turn, holder) => {
    const rules = { ...slotRules, ...options.rules };
    const made = createWatcher(chain, tables.ledger(holder), rules, () => nowMs, turn);
    let used: SolanaWatcher | null = null;
    return async () => {
      if (!used) {
        const watched = await createTreasury([treasury], solanaChain.usdcMint, tokenAccountOf);
        const watcher = { ...made, treasury: watched };
        used = options.spoil?.(watcher) ?? watcher;
      }
      return takeSlotStep(used);
    };
  });
  /** The truth, from a node that does not lag. */
  const statuses = () => {
    chain.lag();
    const signatures = payments.map(({ signature }) => signature);
    const found = signatures.length === 0 ? [] : statusesOf(chain, signatures);
    chain.lag(...lag);
    return found;
  };
  const letWorkersRun = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      const { commits } = tables;
      await workers.resume(chance.below(2));
      if (tables.commits > commits) outcome.passed += countPassed(tables, payments, statuses(), swept);
    }
  };

  for (let event = 0; event < events; event++) {
    const kind = chance.below(10);
    if (kind < 4) payments.push(await pay(chain, chance, owners, treasury));
    else if (kind === 4) await payInVain(chain, chance, owners);
    else if (kind === 5) await sweep(chain, chance, tables, pick(chance, owners), swept);
    else if (kind === 6) {
      outcome.forks++;
      const keep = payments.filter(() => chance.happens(0.5)).map(({ signature }) => signature);
      chain.fork(1 + chance.below(5), keep);
    } else if (kind === 7) lag = lags[chance.below(lags.length)] ?? [0];
    else if (kind === 8) workers.crash(chance.below(2));
    else chain.mine(1 + chance.below(20));
    chain.lag(...lag);
    nowMs += 60_000;
    if (chance.happens(0.2)) tables.endLease();
    await letWorkersRun(chance.below(80));
  }
  lag = [0];
  // The holder may have crashed. Later on a step may take as long as it needs.
  tables.endLease();
  for (let round = 0; round < 6; round++) {
    chain.mine(40);
    nowMs += 2 * 3_600_000;
    await letWorkersRun(120);
  }
  judge(tables, payments, statuses(), outcome);
  outcome.payments = payments.length;
  outcome.crashes = workers.crashes;
  return outcome;
}

/** Watches through a node in this process. Waits for a turn before each call and each use of the ledger. */
export function createWatcher(
  chain: SolanaChain,
  ledger: SlotLedger,
  rules: SlotRules,
  nowMs: () => number,
  takeTurn: () => Promise<void>,
  findTokenAccount = tokenAccountOf,
): SolanaWatcher {
  // Calls side by side take their turns one after the other.
  let last = Promise.resolve();
  const turn = () => {
    last = last.then(takeTurn);
    return last;
  };
  const call = async (method: string, params: readonly unknown[]) => {
    await turn();
    const answer = chain.answer(method, params) as {
      result?: unknown;
      error?: { code: number; message: string };
    };
    if (answer.error) throw new RpcError('node', 'local', answer.error.message, { code: answer.error.code });
    return answer.result;
  };
  const connection = { call } as Parameters<Parameters<Rpc['run']>[0]>[0];
  const rpc = { run: (work) => work(connection) } as Rpc;
  const turning = Object.fromEntries(
    Object.entries(ledger).map(([name, method]) => [
      name,
      async (...args: unknown[]) => {
        await turn();
        return (method as (...given: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as SlotLedger;
  const mints = [solanaChain.usdcMint, ...solanaChain.strays];
  return {
    chain: { id: 'solana', ...solanaChain, rpcUrls: [] },
    node: createSolanaNode(rpc),
    ledger: turning,
    accounts: createWatchedAccounts(mints, findTokenAccount, turning, nowMs),
    paths: new Map(),
    rules,
    treasury: null,
    onClock: () => {},
    warn: () => {},
  };
}

const pick = <T>(chance: Chance, list: readonly T[]): T => list[chance.below(list.length)] as T;

/** To the address itself, or into the treasury with the address as the reference, as connected wallets do. */
async function pay(
  chain: SolanaChain,
  chance: Chance,
  owners: readonly KeyPairSigner[],
  treasury: Address,
): Promise<Payment> {
  const token = chance.happens(0.5) ? 'SOL' : 'USDC';
  const units = pick(chance, amounts[token]);
  const { address } = pick(chance, owners);
  const to = chance.happens(0.3) ? { to: treasury, references: [address] } : { to: address };
  const signature = await chain.pay({ token, units, from: pick(chance, chain.wallets), ...to });
  return { signature, address, token, units };
}

/** A stranger's failing transaction that names an address of ours. */
async function payInVain(
  chain: SolanaChain,
  chance: Chance,
  owners: readonly KeyPairSigner[],
): Promise<void> {
  await chain.pay({ token: 'SOL', to: pick(chance, owners).address, units: 10n ** 17n });
}

/** Takes out the SOL or USDC that is final, as a sweeper does. */
async function sweep(
  chain: SolanaChain,
  chance: Chance,
  tables: MemorySlotTables,
  owner: KeyPairSigner,
  swept: Set<string>,
): Promise<void> {
  const { address } = owner;
  const token = chance.happens(0.5) ? 'SOL' : 'USDC';
  const own = [...tables.arrivals.values()].filter(
    (one) => one.address === address && one.token === token && !one.inTreasury,
  );
  const units = own.reduce((sum, one) => (one.state === 'final' ? sum + one.units : sum), 0n);
  if (swept.has(address) || units === 0n) return;
  swept.add(address);
  if (token === 'SOL') await sweepSol(chain, owner, units);
  else await sweepUsdc(chain, owner, units);
}

/** The address pays the fee itself. */
async function sweepSol(chain: SolanaChain, owner: KeyPairSigner, units: bigint): Promise<void> {
  const transfer = { source: owner, destination: relay, amount: units - 5000n };
  await chain.transact(owner, [getTransferSolInstruction(transfer)]);
}

/** Closes the account too, so that who pays later makes it anew. Fails as a whole while more than that is there. */
async function sweepUsdc(chain: SolanaChain, owner: KeyPairSigner, amount: bigint): Promise<void> {
  const payer = chain.wallets[0] as KeyPairSigner;
  const mint = usdcMint;
  const account = (await tokenAccountOf(owner.address, mint)) as Address;
  const ata = (await tokenAccountOf(relay, mint)) as Address;
  await chain.transact(payer, [
    getCreateAssociatedTokenIdempotentInstruction({ payer, owner: relay, mint, ata }),
    getTransferCheckedInstruction({
      source: account,
      mint,
      destination: ata,
      authority: owner,
      amount,
      decimals: 6,
    }),
    getCloseAccountInstruction({ account, destination: payer.address, owner }),
  ]);
}

type Status = { slot: number; confirmationStatus: string; err: unknown } | null;

function statusesOf(chain: SolanaChain, signatures: readonly string[]): Status[] {
  const answer = chain.answer('getSignatureStatuses', [signatures, { searchTransactionHistory: true }]);
  return (answer as { result: { value: Status[] } }).result.value;
}

/** Payments that the cursor has passed and that are not in the ledger. */
function countPassed(
  tables: MemorySlotTables,
  payments: readonly Payment[],
  statuses: readonly Status[],
  swept: ReadonlySet<string>,
): number {
  const known = new Set(
    [...tables.arrivals.values()].filter(({ state }) => state !== 'gone').map((one) => keyOf(one)),
  );
  return payments.filter((payment, index) => {
    const status = statuses[index];
    if (swept.has(payment.address)) return false;
    return status && status.slot <= (tables.at?.number ?? 0) && !known.has(keyOf(payment));
  }).length;
}

function keyOf({
  signature,
  address,
  token,
  units,
}: Omit<Payment, 'token'> & { token: string | null }): string {
  return `${signature} ${address} ${token} ${units}`;
}

function judge(
  tables: MemorySlotTables,
  payments: readonly Payment[],
  statuses: readonly Status[],
  outcome: SlotOutcome,
): void {
  // The same transaction sent again after a fork is one payment.
  const onChain = new Set(
    payments.filter((_, index) => statuses[index]?.confirmationStatus === 'finalized').map(keyOf),
  );
  const final = [...tables.arrivals.values()]
    .filter(({ state }) => state === 'final')
    .map((one) => keyOf(one));
  outcome.missed = [...onChain].filter((key) => !final.includes(key)).length;
  outcome.wrong = final.length - new Set(final.filter((key) => onChain.has(key))).size;
}
