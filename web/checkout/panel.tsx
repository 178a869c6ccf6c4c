import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../shared/icons.tsx';
import { errorText } from './error-text.ts';
import { useLanguage } from './i18n.ts';
import { Completed } from './outcome/completed.tsx';
import { Expired } from './outcome/expired.tsx';
import { Failed } from './outcome/failed.tsx';
import { Pending } from './outcome/pending.tsx';
import { Refunded } from './outcome/refunded.tsx';
import { Progress } from './pay/progress.tsx';
import type { Checkout } from './use-checkout.ts';

interface Props {
  checkout: Checkout;
  nowMs: number;
  secondsLeft: number;
  navigate(url: string): void;
}

/** The view for the payment's status. */
export function Panel(props: Props) {
  const language = useLanguage();
  const { state, error } = props.checkout;
  const main = useRef<HTMLElement>(null);
  // Only the first state counts: was the payment still open when the page was loaded?
  const watched = useRef(!state.is_over);
  useKeptFocus(main);
  return (
    <main class="panel" ref={main}>
      {error && (
        <p class="notice notice-error" role="alert">
          <Icon name="alert" />
          {errorText(error, language)}
        </p>
      )}
      <View {...props} watched={watched.current} />
    </main>
  );
}

function View({ checkout, nowMs, secondsLeft, navigate, watched }: Props & { watched: boolean }) {
  const { state } = checkout;
  switch (state.status) {
    case 'pending':
      return <Pending checkout={checkout} nowMs={nowMs} secondsLeft={secondsLeft} />;
    case 'processing':
      return <Progress state={state} />;
    case 'completed':
      return <Completed state={state} navigate={navigate} watched={watched} />;
    case 'failed':
      return <Failed checkout={checkout} />;
    case 'expired':
      return <Expired state={state} nowMs={nowMs} />;
    case 'refunded':
    case 'partially_refunded':
      return <Refunded state={state} />;
  }
}

/** Focuses the new heading when the focused element was removed with its view. */
function useKeptFocus(container: { current: HTMLElement | null }): void {
  const shown = useRef<Element | null>(null);
  useEffect(() => {
    const heading = container.current?.querySelector('h2') ?? null;
    if (shown.current && heading !== shown.current && document.activeElement === document.body) {
      heading?.focus();
    }
    shown.current = heading;
  });
}
