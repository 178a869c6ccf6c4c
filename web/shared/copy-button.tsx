import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

const shownMs = 2000;

interface Props {
  value: string;
  /** What is copied, for those who cannot see what the button stands beside. */
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
  // Browsers allow it on secure pages only.
  if (!('clipboard' in navigator)) return null;
  const write = () =>
    navigator.clipboard.writeText(value).then(
      () => setDone(true),
      // Forbidden by the browser: the value is on the page, whole and selectable.
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
