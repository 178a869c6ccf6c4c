import { useEffect, useState } from 'preact/hooks';

const countdownSeconds = 5;

/** Remembers that the customer was redirected, so that the back button does not redirect again. */
function storageKey(paymentId: string): string {
  return `causeway.redirected.${paymentId}`;
}

function wasRedirected(paymentId: string): boolean {
  try {
    return sessionStorage.getItem(storageKey(paymentId)) !== null;
  } catch {
    return false;
  }
}

function rememberRedirect(paymentId: string): void {
  try {
    sessionStorage.setItem(storageKey(paymentId), '1');
  } catch {}
}

interface Redirect {
  /** Null when no redirect is pending. */
  secondsLeft: number | null;
  stop(): void;
}

export function useRedirect(
  url: string | null,
  paymentId: string,
  navigate: (url: string) => void,
): Redirect {
  const [secondsLeft, setSecondsLeft] = useState(() =>
    url !== null && !wasRedirected(paymentId) ? countdownSeconds : null,
  );
  useEffect(() => {
    if (secondsLeft === null || url === null) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) return setSecondsLeft(secondsLeft - 1);
      setSecondsLeft(null);
      rememberRedirect(paymentId);
      navigate(url);
    }, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft, url, paymentId, navigate]);
  return { secondsLeft, stop: () => setSecondsLeft(null) };
}
