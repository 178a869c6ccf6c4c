import type { ApiError } from '../errors.ts';

/** Response bodies: success, list and error. */
export function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

export function page<T>(data: T[], hasMore: boolean): { success: true; data: T[]; has_more: boolean } {
  return { success: true, data, has_more: hasMore };
}

export function failure(error: ApiError) {
  const { code, message, status, details } = error;
  return { success: false, error: { code, message, status, ...(details ? { details } : {}) } };
}
