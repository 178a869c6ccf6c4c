import { useEffect, useState } from 'preact/hooks';

/** The time of the server's clock, a second at a time. `offsetMs` is how far it is ahead of this device's. */
export function useNow(offsetMs: number, running: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return Date.now() + offsetMs;
}
