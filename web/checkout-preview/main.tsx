import '../shared/theme.css';
import '../shared/components.css';
import '../checkout/layout.css';
import '../checkout/choose/choice.css';
import '../checkout/pay.css';
import '../checkout/pay/progress.css';
import { render } from 'preact';
import { accentStyles } from '../../server/src/platform/pages/accent.ts';
import { CheckoutError } from '../checkout/api.ts';
import { CheckoutPage } from '../checkout/checkout-page.tsx';
import type { CheckoutState } from '../checkout/checkout-state.ts';
import type { StreamHandlers } from '../checkout/event-stream.ts';
import { loadLanguage } from '../checkout/i18n.ts';
import type { PreviewedBrand } from './brand.ts';
import { pendingState } from './sample.ts';
import { playTour } from './tour.ts';

/**
 * The checkout of a sample payment with a merchant's brand, which the dashboard shows in a frame and fills by messages
 * while it is being chosen, and the front page too. It takes no clicks and asks the server for nothing.
 */
const language = await loadLanguage('en');
const accent = new CSSStyleSheet();
document.adoptedStyleSheets = [accent];
document.body.inert = true;

let stream: StreamHandlers | null = null;

const refuse = async (): Promise<never> => {
  throw new CheckoutError('UNREACHABLE');
};
const state = async () => pendingState;
const ports = {
  api: {
    state,
    choose: refuse,
    pay: refuse,
    saveEmail: refuse,
    sent: refuse,
    buildTransaction: refuse,
    sign: refuse,
    retry: refuse,
  },
  openStream: (handlers: StreamHandlers) => {
    stream = handlers;
    return { close() {} };
  },
  navigate() {},
  opener: null,
};

addEventListener('message', ({ source, data }: MessageEvent<PreviewedBrand>) => {
  if (source !== parent) return;
  const { name, logo_url, color, plays } = data;
  accent.replaceSync(color === null ? '' : accentStyles(color));
  const branded = (state: CheckoutState) => ({ ...state, merchant: { name, logo_url, accent_url: null } });
  // A checkout keeps the state it began with, so another brand begins anew.
  const open = (state: CheckoutState, key: string) =>
    render(
      <CheckoutPage key={key} initial={branded(state)} language={language} ports={ports} />,
      document.body,
    );
  if (!plays) open(pendingState, name + logo_url);
  else
    playTour(
      (state) => open(state, state.server_time),
      (state) => stream?.onState(branded(state)),
    );
});
parent.postMessage('ready', location.origin === 'null' ? '*' : location.origin);
