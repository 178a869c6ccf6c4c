import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiError } from '../../lib/errors.ts';

const itemsPerTurn = 10;

/** Response bodies: success, list and error. */
export function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

export function page<T>(data: T[], hasMore: boolean): { success: true; data: T[]; has_more: boolean } {
  return { success: true, data, has_more: hasMore };
}

/**
 * A list whose items can be large, as JSON. Serialized a few items in each turn of the event loop: 100 deliveries with
 * the worst responses that receivers can send take 150 ms in one turn.
 */
export async function pageInTurns(data: object[], hasMore: boolean): Promise<string> {
  const items: string[] = [];
  for (const item of data) {
    if (items.length % itemsPerTurn === itemsPerTurn - 1) await nextTurn();
    items.push(JSON.stringify(item));
  }
  return `{"success":true,"data":[${items.join(',')}],"has_more":${hasMore}}`;
}

export function failure(error: ApiError) {
  const { code, message, status, details } = error;
  return { success: false, error: { code, message, status, ...(details ? { details } : {}) } };
}
