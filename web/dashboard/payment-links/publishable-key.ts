import { useState } from 'react';
import { keysPath, useKeys } from '../developers/keys/keys.ts';
import { useSession } from '../session/session.ts';
import { useApi, useEnvironment } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import { useAction } from '../shared/use-action.ts';

/**
 * The publishable key for the HTML. The server shows every key only once, so this browser remembers the publishable key
 * it has seen. A revoked key is no longer used.
 */
export function usePublishableKey() {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const storageKey = `causeway.publishable_key.${environment}.${merchant.merchant_id}`;
  const api = useApi();
  const refresh = useRefresh();
  const query = useKeys();
  const [typed, setTyped] = useState<string | null>(null);
  const usable = (query.data ?? []).filter(({ kind, revoked_at }) => kind === 'publishable' && !revoked_at);
  const known = typed ?? remembered(storageKey);
  const prefix = `svc_pub_${environment}_`;
  const isOurs = known.startsWith(prefix) && usable.some(({ hint }) => known.endsWith(hint));

  const use = (key: string) => {
    setTyped(key.trim());
    remember(storageKey, key.trim());
  };
  const create = useAction(async (name: string, idempotencyKey) => {
    const created = await api.post(keysPath, { body: { name, kind: 'publishable' }, idempotencyKey });
    if (created.key) use(created.key);
    // The key is only accepted once it is in the list.
    await refresh(keysPath);
    return created;
  });
  return { query, usable, typed: known, key: isOurs ? known : null, prefix, use, create };
}

function remembered(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** The browser may block storage, which must not break the page. */
function remember(name: string, value: string): void {
  try {
    if (value.startsWith('svc_pub_')) localStorage.setItem(name, value);
  } catch {}
}
