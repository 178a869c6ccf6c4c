import style from './button.css?inline';
import type { Settings } from './settings.ts';

/** How the button looks. `off` cannot be used at all, `done` has been. */
export type Look = 'ready' | 'busy' | 'off' | 'done';

export interface View {
  /** Events are dispatched here. */
  host: HTMLElement;
  show(look: Look, label: string): void;
  say(text: string, bad?: boolean): void;
}

/** The button after the script's tag. Styles of the page stay out, and its own stay in. */
export function createView(script: HTMLElement, { locale, theme }: Settings, press: () => void): View {
  const host = document.createElement('causeway-button');
  host.lang = locale;
  const root = host.attachShadow({ mode: 'open' });
  const button = document.createElement('button');
  button.type = 'button';
  button.part.add('button');
  button.addEventListener('click', press);
  const message = document.createElement('p');
  message.part.add('message');
  message.setAttribute('role', 'status');
  root.append(button, message);
  adopt(root);
  script.after(host);
  const paint = () =>
    host.toggleAttribute('data-dark', theme === 'dark' || (theme === 'auto' && isOnDark(host)));
  paint();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
  addEventListener('load', paint);
  return {
    host,
    show(look, label) {
      button.className = look;
      button.textContent = label;
      // Not "disabled", which would take the focus away from whoever has just pressed it.
      button.setAttribute('aria-disabled', String(look !== 'ready'));
    },
    say(text, bad = false) {
      paint();
      message.className = bad ? 'bad' : '';
      message.textContent = text;
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
