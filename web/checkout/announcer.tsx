import { useEffect, useRef, useState } from 'preact/hooks';
import { announceChange, announceTimeLeft } from './announcements.ts';
import type { CheckoutState } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';

/** Live region for changes. Empty at first: screen readers read a page when it opens. */
export function Announcer({ state, secondsLeft }: { state: CheckoutState; secondsLeft: number }) {
  const language = useLanguage();
  const [text, setText] = useState('');
  const known = useRef({ state, secondsLeft });
  useEffect(() => {
    const before = known.current;
    known.current = { state, secondsLeft };
    const next =
      announceChange(before.state, state, language) ??
      (state.status === 'pending' ? announceTimeLeft(before.secondsLeft, secondsLeft, language) : null);
    if (next !== null) setText(next);
  }, [state, secondsLeft, language]);
  return (
    <p class="visually-hidden" role="status">
      {text}
    </p>
  );
}
