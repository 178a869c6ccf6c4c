import type { ProblemCode } from './wallet-problem.ts';

/** What a person is told about a signature that the service or the chain did not take, by the service's reason. */
export function signatureProblem(reason: string | null): ProblemCode {
  switch (reason) {
    case 'INSUFFICIENT_FUNDS':
      return 'tooLittle';
    case 'AUTHORIZATION_EXPIRED':
    case 'ENDS_TOO_SOON':
      return 'ended';
    case 'INVALID_SIGNATURE':
      return 'chain';
    default:
      return 'refused';
  }
}

/** Signing again would not help: a transaction may. */
const needTransaction = [
  'NOT_OFFERED',
  'UNDEPLOYED_WALLET',
  'WOULD_FAIL',
  'TOO_MUCH_GAS',
  'TOO_MANY',
  'PAYER_FAILED',
  'NODE_UNAVAILABLE',
];

export function needsTransaction(reason: string | null): boolean {
  return reason !== null && needTransaction.includes(reason);
}
