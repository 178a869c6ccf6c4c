import { useEffect, useRef } from 'react';
import { labelOf } from '../../button/label.ts';
import { createView, type View } from '../../button/view.ts';
import { isSpoken } from '../../button/words.ts';
import type { SnippetOptions } from './snippet.ts';

interface ButtonPreviewProps {
  offer: { amount: string; currency: string };
  options: SnippetOptions;
}

/** Rendered by the same code as on websites. Clicking it does nothing. */
export function ButtonPreview({ offer, options: { label, locale, theme } }: ButtonPreviewProps) {
  const place = useRef<HTMLSpanElement>(null);
  const view = useRef<View | null>(null);
  const language = isSpoken(locale) ? locale : 'en';
  const shade = theme === 'light' || theme === 'dark' ? theme : 'auto';

  useEffect(() => {
    if (!place.current) return undefined;
    const drawn = createView(place.current, { locale: language, theme: shade }, () => {});
    view.current = drawn;
    return () => drawn.host.remove();
  }, [language, shade]);

  useEffect(() => {
    const settings = { label: label.trim() || null, locale: language, tag: language };
    view.current?.show('ready', labelOf(settings, isAmount(offer.amount) ? offer : null));
  });

  return (
    <div style={{ overflowX: 'auto' }}>
      <span ref={place} hidden />
    </div>
  );
}

/** The price may be incomplete while it is being typed. */
function isAmount(text: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(text.trim());
}
