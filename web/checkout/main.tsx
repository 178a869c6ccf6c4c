import '../shared/theme.css';
import '../shared/components.css';
import '../shared/shell.css';
import './layout.css';
import './choose/choice.css';
import './pay.css';
import './pay/progress.css';
import { render } from 'preact';
import { chooseLocale } from '../shared/locale.ts';
import { rememberedLocale } from '../shared/locale-storage.ts';
import { createApi } from './api.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { isCheckoutState } from './checkout-state.ts';
import { openEventStream } from './event-stream.ts';
import { loadLanguage } from './i18n.ts';
import { findOpener } from './opener.ts';

/** The state is embedded in the page, so that the first paint already shows the payment. */
const initial: unknown = JSON.parse(document.getElementById('checkout-state')?.textContent ?? 'null');
if (!isCheckoutState(initial)) throw new Error('The page contains no checkout state.');

const base = location.pathname.replace(/\/$/, '');
const ports = {
  api: createApi(base),
  openStream: openEventStream.bind(null, `${base}/events`),
  navigate: (url: string) => location.assign(url),
  opener: findOpener(initial),
};
const language = await loadLanguage(chooseLocale(rememberedLocale(), initial.locale, navigator.languages));
const root = document.getElementById('app') ?? document.body.appendChild(document.createElement('div'));
// The server-rendered summary is a placeholder and is not hydrated.
root.replaceChildren();
render(<CheckoutPage initial={initial} language={language} ports={ports} />, root);
