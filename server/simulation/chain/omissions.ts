import { createHash } from 'node:crypto';
import type { FaultKind } from '../faults.ts';

export type OmissionKind = Extract<FaultKind, `omits-${string}`>;

/** What nodes leave out, by the methods that would show it. */
const methods: Record<OmissionKind, readonly string[]> = {
  'omits-logs': ['eth_getLogs'],
  'omits-receipts': ['eth_getBlockReceipts', 'eth_getTransactionReceipt'],
  'omits-logs-and-receipts': ['eth_getLogs', 'eth_getBlockReceipts', 'eth_getTransactionReceipt'],
  'omits-history': ['getSignaturesForAddress'],
  'omits-history-and-transactions': ['getSignaturesForAddress', 'getTransaction'],
  'omits-transactions': ['getTransaction'],
  'omits-statuses': ['getSignatureStatuses'],
  'omits-all-of-transactions': ['getSignaturesForAddress', 'getTransaction', 'getSignatureStatuses'],
};

const ofSolana = new Set<OmissionKind>([
  'omits-history',
  'omits-history-and-transactions',
  'omits-transactions',
  'omits-statuses',
  'omits-all-of-transactions',
]);

export function isOmission(kind: FaultKind): kind is OmissionKind {
  return kind in methods;
}

export const isOmissionOfSolana = (kind: OmissionKind) => ofSolana.has(kind);

/** From some seconds to some minutes. */
const lastsMs = [4000, 20_000, 90_000, 400_000];

interface Omission {
  methods: readonly string[];
  /** Ends of URLs: that of one node or those of both. */
  nodes: readonly string[];
  /** Whether half of what there is is left out, or everything. */
  isHalf: boolean;
  salt: number;
  untilMs: number;
}

/** What nodes leave out of answers that are right otherwise. */
export class Omissions {
  #all: Omission[] = [];

  start(kind: OmissionKind, number: number, nowMs: number): void {
    this.#all.push({
      methods: methods[kind],
      nodes: [['1'], ['2'], ['1', '2']][number % 3] ?? [],
      isHalf: Math.floor(number / 3) % 2 === 1,
      untilMs: nowMs + (lastsMs[Math.floor(number / 6) % lastsMs.length] ?? 0),
      salt: number,
    });
  }

  /** Whether this node leaves out this log, receipt or transaction, by its hash. */
  hides(url: string, method: string, hash: string, nowMs: number): boolean {
    return this.#all.some(
      (one) =>
        nowMs < one.untilMs &&
        one.methods.includes(method) &&
        one.nodes.some((end) => new URL(url).host.endsWith(`-${end}`)) &&
        (!one.isHalf || isOdd(`${one.salt} ${hash}`)),
    );
  }

  end(): void {
    this.#all = [];
  }
}

function isOdd(text: string): boolean {
  return (createHash('sha1').update(text).digest()[0] ?? 0) % 2 === 1;
}
