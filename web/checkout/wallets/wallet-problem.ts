import { read } from './read.ts';

/** Why a wallet did not pay. Each has a message that says what to do. */
export type ProblemCode =
  | 'rejected'
  | 'locked'
  | 'busy'
  | 'chain'
  | 'noChain'
  | 'tooLittle'
  | 'noGas'
  | 'ended'
  | 'refused'
  | 'other';

export class WalletProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode) {
    super(code);
    this.code = code;
  }
}

/** By the codes of EIP-1193 and JSON-RPC, and by the words of wallets that use none. */
const known: [number, ProblemCode][] = [
  [4001, 'rejected'],
  [4100, 'locked'],
  [4900, 'locked'],
  [4901, 'chain'],
  [-32002, 'busy'],
];
const told: [RegExp, ProblemCode][] = [
  [/insufficient (funds|lamports|sol)|gas required exceeds|exceeds the balance/i, 'noGas'],
  [/reject|denied|declined|cancel/i, 'rejected'],
  [/already pending|already processing/i, 'busy'],
  [/locked|unauthori[sz]ed|not connected/i, 'locked'],
];

export function problemOf(error: unknown): ProblemCode {
  if (error instanceof WalletProblem) return error.code;
  const code = codeOf(error);
  const message = messageOf(error);
  return (
    known.find(([number]) => number === code)?.[1] ??
    told.find(([text]) => text.test(message))?.[1] ??
    'other'
  );
}

/** Wallets throw plain objects as well as errors, some with the node's error inside. */
export function codeOf(error: unknown): number | null {
  const inner = read(read(error, 'data'), 'originalError');
  const code = read(inner, 'code') ?? read(error, 'code');
  return typeof code === 'number' ? code : null;
}

export function messageOf(error: unknown): string {
  const message = read(error, 'message');
  return typeof message === 'string' ? message : '';
}
