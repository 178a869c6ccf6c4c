import { NodeError } from '../../../devnet/solana/rpc-error.ts';
import { createTag } from '../../src/platform/db/driver/tag.ts';
import { buildApi } from '../api.ts';
import { underRules } from '../plants/rules.ts';
import { createServiceProcess, createWorkerTasks } from '../service-process.ts';
import { openLine } from './open-line.ts';

/**
 * What processes of a history run. This file and `open-line.ts` are also put beside the simulator of the last release, and bundled
 * with its sources: so they use nothing but what was there.
 */
export const serviceCode = {
  createServiceProcess,
  createWorkerTasks,
  buildApi,
  underRules,
  openLine,
  createTag,
  NodeError,
};

export type ServiceCode = typeof serviceCode;
