import { useEffect, useState } from 'preact/hooks';

/** The server's time, re-rendered every second. `offsetMs` is server clock minus device clock. */
export function useNow(offsetMs: number, running: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return Date.now() + offsetMs;
}
