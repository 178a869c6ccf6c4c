import { useEffect, useState } from 'preact/hooks';

/** Loads a part of the page when it is first needed; null until then. */
export function useChunk<T>(load: () => Promise<T>): T | null {
  const [chunk, setChunk] = useState<{ value: T } | null>(null);
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setChunk({ value }),
      // The page works without it.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [load]);
  return chunk?.value ?? null;
}
