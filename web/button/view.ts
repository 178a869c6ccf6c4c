import style from './button.css?inline';
import type { Settings } from './settings.ts';

/** How the button looks. `opened` brings its window to the front, `off` cannot be used at all, `done` has been. */
type Look = 'ready' | 'opened' | 'busy' | 'off' | 'done';

export interface View {
  /** Events are dispatched here. */
  host: HTMLElement;
  show(look: Look, label: string, message?: string): void;
}

/** The button after the script's tag. Styles of the page stay out, and its own stay in. */
export function createView(
  script: HTMLElement,
  { locale, theme }: Pick<Settings, 'locale' | 'theme'>,
  press: () => void,
): View {
  const host = document.createElement('causeway-button');
  host.lang = locale;
  const root = host.attachShadow({ mode: 'open' });
  const button = document.createElement('button');
  button.type = 'button';
  button.part.add('button');
  button.onclick = press;
  // Its words change by themselves: confirming, paid.
  button.ariaLive = 'polite';
  const note = document.createElement('p');
  note.part.add('message');
  note.setAttribute('role', 'status');
  root.append(button, note);
  adopt(root);
  script.after(host);
  // The page's own styles may come later, and change with the device's.
  const paint = () =>
    host.toggleAttribute('data-dark', theme === 'dark' || (theme === 'auto' && isOnDark(host)));
  matchMedia('(prefers-color-scheme: dark)').onchange = paint;
  return {
    host,
    show(look, label, message = '') {
      paint();
      button.className = note.className = look;
      button.textContent = label;
      note.textContent = message;
      // Not "disabled", which would take the focus away from whoever has just pressed it.
      button.setAttribute('aria-disabled', String(!['ready', 'opened'].includes(look)));
    },
  };
}

/** A browser that knows no constructed style sheets shows a plain button, which works. */
function adopt(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
  } catch {}
}

/** Light text means a dark page, whatever the device prefers: many pages have one look for everybody. */
function isOnDark(host: HTMLElement): boolean {
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(host).color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue > 384;
}
