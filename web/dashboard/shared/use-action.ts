import { useCallback, useRef, useState } from 'react';
import { type ApiError, toApiError } from './api/api-error.ts';

/**
 * An action that runs at most once at a time, however often it is clicked. `run` resolves to the result, or to undefined
 * if the action failed or was already running.
 */
export function useAction<Input, Result>(act: (input: Input, idempotencyKey: string) => Promise<Result>) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const busy = useRef(false);
  const intent = useRef<{ input: string; key: string } | null>(null);

  const run = async (input: Input): Promise<Result | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    setPending(true);
    setError(null);
    try {
      const result = await act(input, keyFor(intent, JSON.stringify(input) ?? ''));
      intent.current = null;
      return result;
    } catch (thrown) {
      setError(toApiError(thrown));
      return undefined;
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  const clearError = useCallback(() => setError(null), []);
  return { run, pending, error, clearError };
}

/** Retrying the same input after a failure reuses the idempotency key; a different input gets a new one. */
function keyFor(intent: { current: { input: string; key: string } | null }, input: string): string {
  if (intent.current?.input !== input) intent.current = { input, key: crypto.randomUUID() };
  return intent.current.key;
}
