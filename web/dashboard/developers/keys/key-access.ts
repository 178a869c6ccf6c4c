import type { Key } from '../../shared/api/types.ts';

/** The resources of the API that a key can be restricted to. */
export const keyResources = [
  { name: 'payments', label: 'Payments', writable: true },
  { name: 'refunds', label: 'Refunds and unapplied money', writable: true },
  { name: 'invoices', label: 'Invoices', writable: true },
  { name: 'buttons', label: 'Buttons', writable: true },
  { name: 'webhooks', label: 'Webhooks', writable: true },
  { name: 'payouts', label: 'Balances and payouts', writable: true },
  { name: 'events', label: 'Events', writable: false },
] as const;

/** What a key can do. A secret key has at most the permissions of the member who created it. */
export function keyAccess(key: Pick<Key, 'kind' | 'permissions' | 'any_address' | 'strict'>): string {
  const also = [...(key.any_address ? ['any address'] : []), ...(key.strict ? ['strict'] : [])];
  return [permitted(key), ...also].join('; ');
}

function permitted({ kind, permissions }: Pick<Key, 'kind' | 'permissions'>): string {
  if (kind === 'publishable') return 'Buttons only';
  if (permissions === null) return 'Full';
  const written = keyResources.filter(({ name }) => permissions.includes(`${name}.write`));
  const read = keyResources.filter(
    ({ name }) => permissions.includes(`${name}.read`) && !permissions.includes(`${name}.write`),
  );
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
  const readsAll = permissions.includes('read');
  if (readsAll && written.length === keyResources.filter(({ writable }) => writable).length) return 'Full';
  const parts = [
    ...(written.length > 0 ? [`Write ${names(written)}`] : []),
    ...(readsAll ? ['read all'] : read.length > 0 ? [`read ${names(read)}`] : []),
  ];
  if (written.length === 0) return readsAll ? 'Read only' : `Read ${names(read)}`;
  return parts.join('; ');
}
