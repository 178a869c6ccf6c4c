import { field } from '../shared/field.ts';

const pollMs = 400;

/** Must be called in the click handler, or browsers block it. Null when the popup was blocked anyway. */
export function openPopup(text: string): Window | null {
  const width = 480;
  const left = screenX + (outerWidth - width) / 2;
  const popup = open('', '_blank', `popup,width=${width},height=760,left=${left}`);
  if (!popup || popup.closed) return null;
  popup.document.body.textContent = text;
  return popup;
}

/** Passes on messages from this window and origin only, until the window is closed. */
export function followPopup(
  popup: Window,
  origin: string,
  onNews: (news: unknown) => void,
  onClosed: () => void,
): void {
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source === popup && event.origin === origin && field(event.data, 'source') === 'causeway')
      onNews(event.data);
  };
  addEventListener('message', listen);
  // There is no close event for windows of another origin.
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    removeEventListener('message', listen);
    onClosed();
  }, pollMs);
}
