import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

const shownMs = 2000;

interface Props {
  value: string;
  /** What is copied, for screen readers. */
  subject: string;
  copy: string;
  copied: string;
}

export function CopyButton({ value, subject, copy, copied }: Props) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), shownMs);
    return () => clearTimeout(timer);
  }, [done]);
  // Only available on secure pages.
  if (!('clipboard' in navigator)) return null;
  const write = () =>
    navigator.clipboard.writeText(value).then(
      () => setDone(true),
      // Blocked by the browser: the value can still be selected on the page.
      () => {},
    );
  return (
    <button type="button" class={done ? 'copy copy-done' : 'copy'} onClick={write}>
      <Icon name={done ? 'check' : 'copy'} />
      <span class="copy-label" aria-hidden="true">
        {done ? copied : copy}
      </span>
      <span class="visually-hidden">{`${copy}: ${subject}`}</span>
      <span class="visually-hidden" role="status">
        {done ? copied : ''}
      </span>
    </button>
  );
}
