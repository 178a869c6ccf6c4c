import { useResource } from '../../shared/api/queries.ts';
import type { Key } from '../../shared/api/types.ts';

export const keysPath = '/dashboard/api/keys';

export function useKeys() {
  return useResource(keysPath, {});
}

/** The prefix and the last four characters: the rest is not stored. */
export function keyPreview({ kind, environment, hint }: Key): string {
  return `svc_${kind === 'publishable' ? 'pub_' : ''}${environment}_…${hint}`;
}

export function isExpired({ expires_at }: Key, nowMs: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= nowMs;
}

export function keyName({ name }: Key): string {
  return name ?? 'Unnamed key';
}
