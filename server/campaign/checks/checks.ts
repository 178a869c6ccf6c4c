import { settle } from '../settle.ts';
import { checkAcknowledged, checkBodies, checkReplays } from './acknowledged.ts';
import { checkChain } from './chain.ts';
import type { Check } from './check.ts';
import { checkDeliveries } from './deliveries.ts';
import { checkMachine } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkNumbers } from './numbers.ts';
import { checkStatuses } from './statuses.ts';

export const checks: readonly Check[] = [
  checkAcknowledged,
  checkBodies,
  checkReplays,
  lasting(checkStatuses),
  lasting(checkDeliveries),
  checkChain,
  checkMail,
  checkNumbers,
  checkMachine,
];

/** Payments that nobody pays expire at any moment, also between two lists that a check compares: it looks again. */
function lasting(check: Check): Check {
  return async (outside) => {
    const found = await check(outside);
    if (found.length === 0) return [];
    await settle(outside);
    const again = await check(outside);
    return found.filter((problem) => again.includes(problem));
  };
}
