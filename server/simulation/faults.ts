import type { RpcFault } from './chain/nodes.ts';
import type { Chance } from './chance.ts';
import type { Ending, Op } from './scheduler/scheduler.ts';

/** Faults by what they are done to, for `--faults`. */
const kinds = {
  kill: ['kill-before', 'kill-after'],
  race: ['overtaken'],
  connection: ['sql-error-before', 'sql-error-after', 'commit-error-after'],
  disk: ['disk-full'],
  nodes: [
    'rpc-error-before',
    'rpc-error-after',
    'lag',
    'unindexed',
    'garbage',
    'busy',
    'no-receipts',
    'range',
  ],
  omissions: [
    'omits-logs',
    'omits-receipts',
    'omits-logs-and-receipts',
    'omits-history',
    'omits-history-and-transactions',
    'omits-transactions',
    'omits-statuses',
    'omits-all-of-transactions',
  ],
  lies: ['invents-transfer', 'hides-transfer', 'changes-payer', 'multiplies-balance'],
  chain: [
    'reorganisation',
    'losing-reorganisation',
    'reorganisation-in-step',
    'deep-reorganisation',
    'drop-mempool',
    'fee-spike',
    'foreign-nonce',
  ],
  money: ['price-jumps', 'price-vanishes', 'pool-moves', 'recipient-blocked'],
  solana: [
    'solana-fork',
    'solana-losing-fork',
    'solana-stall',
    'solana-drop',
    'solana-congestion',
    'solana-slots-pass',
    'solana-heads',
  ],
  limits: ['vault-capped', 'deposit-frozen', 'token-takes-fee'],
  signers: ['signer-down', 'signer-refuses', 'signer-lies', 'signer-slow'],
  clock: ['lease-ends', 'minutes-pass', 'clock-back'],
  receiver: ['receiver-fails', 'webhook-error-before', 'webhook-error-after'],
  mail: ['mail-error-before', 'mail-error-after'],
  losses: ['final-money-lost'],
  restore: ['restore'],
} as const;

export type FaultGroup = keyof typeof kinds;
export type FaultKind = (typeof kinds)[FaultGroup][number];
export const faultGroups = Object.keys(kinds) as FaultGroup[];

export type SignerFault = (typeof kinds)['signers'][number];

export interface Fault {
  /** The step from which it can happen. It happens to the first operation that fits. */
  step: number;
  kind: FaultKind;
  /** For choices that the fault makes. */
  number: number;
}

/** Restoring a backup ends much of what a history is about, so it is rare. */
const restoreShare = 0.08;

/** How often a mixed history has limits of the vault and of tokens, beside all other groups. */
const limitsShare = 0.3;

/** How often a history has its keys in a service elsewhere, beside all other groups: each signature is an operation then. */
const signersShare = 0.25;

/** Of a history in which a chain takes back money that was final. */
const mostLosses = 3;

/** Of a history, where there is money that needs a second node. */
const mostLies = 8;

/** How often a fault is one of Solana's, beside each other group. */
const solanaWeight = 5;

/** How often a mixed history has faults of some groups alone: one kind can keep others from happening. */
const partShare = 0.5;

function partOf(chance: Chance, groups: readonly FaultGroup[]): readonly FaultGroup[] {
  if (!chance.happens(partShare)) return groups;
  const part = groups.filter(() => chance.happens(0.5));
  return part.length > 0 ? part : groups;
}

/** How often a fault follows another one closely. */
const burstShare = 0.4;
const burstSteps = 30;

export function planFaults(
  chance: Chance,
  groups: readonly FaultGroup[],
  steps: number,
  hasSolana: boolean,
  mayLie: boolean,
  mayLose: boolean,
  isMixed = false,
): Fault[] {
  const possible = groups.filter(
    (group) =>
      group !== 'restore' &&
      group !== 'limits' &&
      group !== 'signers' &&
      group !== 'lies' &&
      group !== 'losses' &&
      (hasSolana || group !== 'solana'),
  );
  const usual = (isMixed ? partOf(chance, possible) : possible)
    // Most payments are there.
    .flatMap((group) => (group === 'solana' ? Array<FaultGroup>(solanaWeight).fill(group) : group));
  const count = usual.length === 0 ? 0 : chance.between(4, hasSolana ? 26 : 18);
  const planned: Fault[] = [];
  for (let step = 0; planned.length < count; ) {
    // Many bugs take two faults, the second one before what the first one did is mended.
    step = chance.happens(burstShare) ? step + chance.below(burstSteps) : chance.below(steps);
    const kind: FaultKind = chance.pick<FaultKind>(kinds[chance.pick(usual)]);
    planned.push({ step, kind, number: chance.below(1_000_000) });
  }
  const share = groups.length === faultGroups.length ? restoreShare : 1;
  if (groups.includes('restore') && chance.happens(share))
    planned.push({
      step: chance.between(Math.floor(steps / 2), steps),
      kind: 'restore',
      // Sweeps take longer than what moves on the other chain.
      number: chance.below(hasSolana ? 6 : 2),
    });
  if (
    groups.includes('limits') &&
    chance.happens(groups.length < faultGroups.length ? 1 : isMixed ? limitsShare : 0)
  )
    for (let count = chance.between(1, 4); count > 0; count--)
      planned.push({
        step: chance.below(steps),
        kind: chance.pick(kinds.limits),
        number: chance.below(1_000_000),
      });
  if (groups.includes('signers') && chance.happens(groups.length < faultGroups.length ? 1 : signersShare))
    for (let count = chance.between(4, 10); count > 0; count--)
      planned.push({
        step: chance.below(steps),
        kind: chance.pick(kinds.signers),
        number: chance.below(1_000_000),
      });
  if (groups.includes('lies') && mayLie)
    for (let count = groups.length < faultGroups.length ? mostLies : chance.between(1, 3); count > 0; count--)
      planned.push({
        step: chance.below(steps),
        kind: chance.pick(kinds.lies),
        number: chance.below(1_000_000),
      });
  if (groups.includes('losses') && mayLose)
    for (let count = chance.between(1, mostLosses); count > 0; count--)
      planned.push({
        step: chance.between(Math.floor(steps / 4), steps),
        kind: 'final-money-lost',
        number: chance.below(1_000_000),
      });
  return planned.toSorted((a, b) => a.step - b.step);
}

/** Operations of a task between what it has read and what it writes. */
const moments = [
  { task: 'send-transfers', label: /estimateGas/ },
  // Steps that add no blocks, which a primary key would refuse the second time.
  { task: 'watch-chains', label: /^select number, hash, block_time from chain_blocks/ },
  { task: 'watch-chains', label: /^select a\.arrival_id/ },
] as const;

const momentOf = (number: number) => moments[number % moments.length];

/** What a kill waits for, by its number: a commit, a transaction that is sent, another message, or anything. */
const killsAt: readonly ((op: Op) => boolean)[] = [
  ({ label }) => label === 'in tx: commit',
  ({ kind, label }) => kind === 'rpc' && /send(Raw)?Transaction/.test(label),
  ({ kind }) => kind === 'webhook' || kind === 'mail',
  () => true,
];

const endings = ['kill-before', 'kill-after', 'error-before', 'error-after'] as const;
export const lieKinds = kinds.lies;
export const signerFaults: readonly SignerFault[] = kinds.signers;
/** Questions in a row that it happens to, at most. */
const signerFaultLasts = 3;

export function isOfSigner(kind: FaultKind): kind is SignerFault {
  return signerFaults.some((one) => one === kind);
}

const rpcFaults: readonly RpcFault[] = ['lag', 'unindexed', 'garbage', 'busy', 'no-receipts', 'range'];
/** An answer that lacks something lacks it for a while. */
const rpcFaultLasts = 6;
const diskFullLasts = 5;

/** The faults of one history: those to come, and those that wait for an operation. */
export class Faults {
  readonly #planned: Fault[];
  #armed: Fault[] = [];
  #rpc: { fault: RpcFault; left: number } | null = null;
  #signer: { fault: SignerFault; number: number; left: number } | null = null;
  /** How often each of them happened. */
  readonly ofSigners = new Map<SignerFault, number>();
  #receiver = 0;
  /** Writes that fail, less one. */
  #diskFull = -1;
  /** How many happened. */
  happened = 0;

  constructor(planned: readonly Fault[]) {
    this.#planned = [...planned];
  }

  /** Returns those that happen to the world itself, as soon as there is something that they can harm. */
  arm(step: number, isHarmful: (fault: Fault) => boolean): Fault[] {
    for (let [next] = this.#planned; next && next.step <= step; [next] = this.#planned) {
      this.#planned.shift();
      this.#armed.push(next);
    }
    if (this.#armed.length === 0) return [];
    const now = this.#armed.filter((fault) => isOfWorld(fault.kind) && isHarmful(fault));
    this.#armed = this.#armed.filter((fault) => !now.includes(fault));
    this.happened += now.length;
    return now;
  }

  /** How an operation ends. */
  endingOf(op: Op): Ending {
    if (isWrite(op) && this.#takeDisk()) return 'disk-full';
    const index = this.#armed.findIndex((fault) => fits(fault, op));
    const fault = this.#armed[index];
    if (!fault) return 'done';
    this.#armed.splice(index, 1);
    this.happened++;
    return endings.find((ending) => fault.kind.endsWith(ending)) ?? 'done';
  }

  /** The task that the other worker does meanwhile; null when the operation is not held up. */
  takeOvertaken(op: Op): string | null {
    const index = this.#armed.findIndex(
      ({ kind, number }) => kind === 'overtaken' && momentOf(number)?.label.test(op.label),
    );
    const [armed] = index < 0 ? [] : this.#armed.splice(index, 1);
    if (!armed) return null;
    this.happened++;
    return momentOf(armed.number)?.task ?? null;
  }

  #takeDisk(): boolean {
    const index = this.#armed.findIndex(({ kind }) => kind === 'disk-full');
    const [armed] = index < 0 ? [] : this.#armed.splice(index, 1);
    if (armed) {
      this.happened++;
      this.#diskFull = 1 + (armed.number % diskFullLasts);
    }
    this.#diskFull = Math.max(-1, this.#diskFull - 1);
    return this.#diskFull >= 0;
  }

  /** An incomplete index waits for logs that it can hide. */
  takeRpc(isAboutFreshLogs: boolean): RpcFault | null {
    const index = this.#armed.findIndex(
      ({ kind }) => rpcFaults.some((one) => one === kind) && (kind !== 'unindexed' || isAboutFreshLogs),
    );
    const armed = this.#armed[index];
    if (armed && !this.#rpc) {
      this.#armed.splice(index, 1);
      this.happened++;
      const fault = rpcFaults.find((one) => one === armed.kind);
      if (fault) this.#rpc = { fault, left: 1 + (armed.number % rpcFaultLasts) };
    }
    if (!this.#rpc) return null;
    const { fault } = this.#rpc;
    this.#rpc.left--;
    if (this.#rpc.left === 0) this.#rpc = null;
    return fault;
  }

  /** Half of them wait for a transaction: a probe takes no nonce yet. */
  takeSigner(isProbe: boolean): { fault: SignerFault; number: number } | null {
    const index = this.#armed.findIndex(
      ({ kind, number }) => isOfSigner(kind) && !(isProbe && number % 2 > 0),
    );
    const armed = this.#armed[index];
    if (armed && isOfSigner(armed.kind) && !this.#signer) {
      this.#armed.splice(index, 1);
      this.happened++;
      const number = Math.floor(armed.number / 2);
      this.#signer = { fault: armed.kind, number, left: 1 + (number % signerFaultLasts) };
    }
    const found = this.#signer;
    if (!found) return null;
    found.left--;
    if (found.left === 0) this.#signer = null;
    this.ofSigners.set(found.fault, (this.ofSigners.get(found.fault) ?? 0) + 1);
    return found;
  }

  takeReceiver(): boolean {
    const index = this.#armed.findIndex(({ kind }) => kind === 'receiver-fails');
    const armed = this.#armed[index];
    if (armed) {
      this.#armed.splice(index, 1);
      this.happened++;
      this.#receiver += 1 + (armed.number % 4);
    }
    this.#receiver = Math.max(0, this.#receiver - 1);
    return this.#receiver > 0;
  }

  /** No more from here on. */
  end(): void {
    this.#planned.length = 0;
    this.#armed = [];
    this.#rpc = null;
    this.#signer = null;
    this.#receiver = 0;
    this.#diskFull = -1;
  }
}

function isOfWorld(kind: FaultKind): boolean {
  return [
    ...kinds.omissions,
    ...kinds.lies,
    ...kinds.chain,
    ...kinds.money,
    ...kinds.limits,
    ...kinds.solana,
    ...kinds.clock,
    ...kinds.losses,
    ...kinds.restore,
  ].some((one) => one === kind);
}

function isWrite({ kind, label }: Op): boolean {
  return kind === 'sql' && /^(in tx: )?\s*(insert|update|with \S+ as \(\s*insert)\b/.test(label);
}

function fits({ kind, number }: Fault, op: Op): boolean {
  if (op.kind === 'timer') return false;
  if (kind === 'kill-before' || kind === 'kill-after') return killsAt[number % killsAt.length]?.(op) ?? true;
  if (kind === 'commit-error-after') return op.label === 'in tx: commit';
  return endings.some((ending) => kind === `${op.kind}-${ending}`);
}
