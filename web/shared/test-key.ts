const storageKey = 'causeway.test_key';

interface KeptKey {
  merchant_id: string;
  key: string;
}

/** Keeps a secret test key in this browser until its member signs out, so that the guides can show it in their samples. */
export function keepTestKey(kept: KeptKey): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {}
}

/** Null also where the browser blocks storage. */
export function keptTestKey(): KeptKey | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function forgetTestKey(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {}
}

function isKept(value: unknown): value is KeptKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'merchant_id' in value &&
    'key' in value &&
    typeof value.merchant_id === 'string' &&
    typeof value.key === 'string'
  );
}
