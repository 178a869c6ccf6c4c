import { useCallback, useRef, useState } from 'react';
import { type ApiError, toApiError } from './api-error.ts';

/**
 * Something that is sent when asked for: once at a time, however often it is clicked. `run` gives the result, or
 * undefined when it failed or was under way already.
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

/** The same again after a failure is the same intent; anything else is a new one. */
function keyFor(intent: { current: { input: string; key: string } | null }, input: string): string {
  if (intent.current?.input !== input) intent.current = { input, key: crypto.randomUUID() };
  return intent.current.key;
}
