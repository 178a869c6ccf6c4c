import { useResource } from '../shared/queries.ts';
import type { Key } from './types.ts';

export const keysPath = '/dashboard/api/keys';

export function useKeys() {
  return useResource<Key[]>(keysPath);
}

/** The prefix and the last four characters: the rest is not stored. */
export function keyPreview({ kind, environment, hint }: Key): string {
  return `svc_${kind === 'publishable' ? 'pub_' : ''}${environment}_…${hint}`;
}

/** The resources of the API that a key can change. */
const resources = ['payments', 'refunds', 'invoices', 'buttons', 'webhooks'];

/** What a key can do. A secret key has at most the permissions of the member who created it. */
export function keyAccess({ kind, permissions }: Key): string {
  if (kind === 'publishable') return 'Buttons only';
  if (permissions === null) return 'Full';
  const missing = resources.filter((resource) => !permissions.includes(`${resource}.write`));
  if (missing.length === 0) return 'Full';
  return missing.length === resources.length ? 'Read only' : `No ${missing.join(', ')}`;
}

export function keyName({ name }: Key): string {
  return name ?? 'Unnamed key';
}
