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
  checkStatuses,
  checkDeliveries,
  checkChain,
  checkMail,
  checkNumbers,
  checkMachine,
];
