import { useResource } from '../shared/queries.ts';
import type { Key } from './types.ts';

export const keysPath = '/dashboard/api/keys';

export function useKeys() {
  return useResource<Key[]>(keysPath);
}

/** What can be known of a key later: how it begins and ends. */
export function keyPreview({ kind, environment, hint }: Key): string {
  return `svc_${kind === 'publishable' ? 'pub_' : ''}${environment}_…${hint}`;
}

export function keyName({ name }: Key): string {
  return name ?? 'Unnamed key';
}
