import { ButtonError, createApi, type Offer, type Payment } from './api.ts';
import { labelOf } from './label.ts';
import { createPurchase } from './purchase.ts';
import { readSettings, type Settings } from './settings.ts';
import { createView } from './view.ts';
import { words } from './words.ts';

/** Permanent errors: a retry cannot help until the page or the button is changed. */
const lasting = /^(INVALID_|BUTTON_|FORBIDDEN|UNAUTHORIZED|KEY_|IP_|ACCOUNT_)/;

function start(script: HTMLScriptElement): void {
  const settings = readSettings(script);
  const { buttonId } = settings;
  const [, wait, opened, confirming, paid, failed, unavailable] = words[settings.locale];
  const api = createApi(settings);
  let offer: Offer | null = null;

  const view = createView(script, settings, () => void (offer ? purchase.press() : load()));
  const label = () => labelOf(settings, offer);

  const emit = (name: string, payment: Payment | null, more = {}) =>
    view.host.dispatchEvent(
      new CustomEvent(`causeway:${name}`, {
        bubbles: true,
        composed: true,
        cancelable: true,
        detail: {
          button_id: buttonId,
          payment_id: payment?.payment_id ?? null,
          status: payment?.status ?? null,
          ...more,
        },
      }),
    );

  function fail(thrown: unknown): void {
    const { code, message } =
      thrown instanceof ButtonError ? thrown : new ButtonError('INTERNAL_ERROR', String(thrown));
    const lasts = lasting.test(code);
    if (lasts) view.show('off', label(), unavailable);
    else view.show('ready', label(), failed);
    // biome-ignore lint/suspicious/noConsole: the page's developer looks for errors there.
    if (lasts) console.error(`Causeway button: ${message}`);
    // Pages often attach their handlers in scripts further down.
    whenParsed(() => emit('error', null, { code, message }));
  }

  const purchase = createPurchase({
    api,
    mode: settings.mode,
    waitText: wait,
    emit,
    fail,
    show(state) {
      if (state === 'busy') view.show('busy', wait);
      else if (state === 'opened') view.show('opened', label(), opened);
      else if (state === 'processing') view.show('busy', confirming);
      else if (state === 'completed') view.show('done', `✓ ${paid}`);
      else view.show('ready', label(), state === 'idle' ? '' : failed);
    },
  });

  async function load(): Promise<void> {
    view.show('busy', label());
    try {
      const found = await api.offer();
      if (found.status !== 'active') {
        throw new ButtonError('BUTTON_INACTIVE', `Button ${buttonId} is inactive. Activate it.`);
      }
      offer = found;
      view.show('ready', label());
    } catch (error) {
      fail(error);
    }
  }

  const fault = faultOf(settings);
  if (fault) fail(new ButtonError('INVALID_SETTINGS', fault));
  else void load();
}

/** What is wrong with the script's attributes, if anything. */
function faultOf({ key, buttonId }: Settings): string | null {
  if (/^svc_(test|live)_/.test(key)) {
    return 'data-key is a secret key. Revoke it and use a publishable key (svc_pub_…).';
  }
  if (!key.startsWith('svc_pub_')) return 'data-key must be a publishable key (svc_pub_…).';
  return /^btn_\w+$/.test(buttonId) ? null : 'data-button must be a button id (btn_…).';
}

function whenParsed(run: () => void): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run);
  else setTimeout(run);
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) start(script);
