import '../shared/theme.css';
import '../shared/components.css';
import '../checkout/layout.css';
import '../checkout/choose/choice.css';
import '../checkout/pay.css';
import '../checkout/pay/progress.css';
import { render } from 'preact';
import { CheckoutError } from '../checkout/api.ts';
import { CheckoutPage } from '../checkout/checkout-page.tsx';
import type { CheckoutState } from '../checkout/checkout-state.ts';
import { loadLanguage } from '../checkout/i18n.ts';
import { chooseLocale } from '../shared/locale.ts';
import { fixtures } from './fixtures.ts';

/** `?state=` shows one state of the checkout; `error=` makes every action fail with that code. `?pictures` shows drawings. */
const query = new URLSearchParams(location.search);
const shown = fixtures[query.get('state') ?? ''];
const root = document.getElementById('app') ?? document.body;

if (shown) {
  const refuse = async (): Promise<never> => {
    throw new CheckoutError(query.get('error') ?? 'INTERNAL_ERROR', 30);
  };
  const answer = async (): Promise<CheckoutState> => (query.has('error') ? refuse() : shown);
  const ports = {
    api: {
      state: async () => shown,
      choose: answer,
      pay: answer,
      saveEmail: answer,
      sent: answer,
      sign: refuse,
      buildTransaction: refuse,
      retry: refuse,
    },
    openStream: () => ({ close() {} }),
    navigate() {},
    opener: null,
  };
  const language = await loadLanguage(chooseLocale(query.get('locale'), shown.locale, ['en']));
  render(<CheckoutPage initial={shown} language={language} ports={ports} />, root);
} else if (query.has('pictures')) {
  const { showPictures } = await import('./empty-pictures.tsx');
  showPictures(root);
} else {
  render(
    <main class="panel">
      <h1>Gallery</h1>
      <ul>
        <li>
          <a href="?pictures">drawings of the dashboard</a>
        </li>
        {Object.keys(fixtures).map((name) => (
          <li key={name}>
            <a href={`?state=${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </main>,
    root,
  );
}
