import { field } from '../shared/field.ts';

const lookMs = 400;

/** Must be called while the press is being handled, or browsers refuse. Null when they refuse all the same. */
export function openPopup(text: string): Window | null {
  const width = 480;
  const left = screenX + (outerWidth - width) / 2;
  const popup = open('', '_blank', `popup,width=${width},height=760,left=${left}`);
  if (!popup || popup.closed) return null;
  popup.document.body.textContent = text;
  return popup;
}

/** Brings what this window says from this origin, and nothing else, until it is closed. */
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
  // No event tells that a window of another origin was closed.
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    removeEventListener('message', listen);
    onClosed();
  }, lookMs);
}
