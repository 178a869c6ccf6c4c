import style from './button.css?inline';
import type { Settings } from './settings.ts';

/** State of the button. A click on `opened` focuses the popup; `off` and `done` ignore clicks. */
type Look = 'ready' | 'opened' | 'busy' | 'off' | 'done';

export interface View {
  /** DOM events are dispatched here. */
  host: HTMLElement;
  show(look: Look, label: string, message?: string): void;
}

/** Adds the button after the script tag, in a shadow root that isolates its styles. */
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
  // The text changes without a click: confirming, paid.
  button.ariaLive = 'polite';
  const note = document.createElement('p');
  note.part.add('message');
  note.setAttribute('role', 'status');
  root.append(button, note);
  adopt(root);
  script.after(host);
  // Repainted on every change: the page's styles may load later or follow the device's colour scheme.
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
      // Not `disabled`, which would drop the focus after a click.
      button.setAttribute('aria-disabled', String(!['ready', 'opened'].includes(look)));
    },
  };
}

/** Browsers without constructed style sheets show an unstyled button. */
function adopt(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
  } catch {}
}

/** Light text means a dark page. The device's preference does not tell: many pages ignore it. */
function isOnDark(host: HTMLElement): boolean {
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(host).color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue > 384;
}
