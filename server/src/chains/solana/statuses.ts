import { GarbageAnswer } from '../rpc/rpc-error.ts';
import { countIn, listIn, objectIn } from './transaction.ts';

export interface SignatureStatus {
  slot: number;
  isFinalized: boolean;
  isFailed: boolean;
}

export function parseStatuses(answer: unknown, count: number): (SignatureStatus | null)[] {
  const found = listIn(objectIn(answer)['value']);
  if (found.length !== count) throw new GarbageAnswer('answered another number of statuses');
  return found.map((value) => {
    if (value === null) return null;
    const { slot, confirmationStatus, err } = objectIn(value);
    return {
      slot: countIn(slot),
      isFinalized: confirmationStatus === 'finalized',
      isFailed: err !== null && err !== undefined,
    };
  });
}
