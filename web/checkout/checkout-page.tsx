import { useEffect, useState } from 'preact/hooks';
import { LocaleSelect } from '../shared/locale-select.tsx';
import { rememberLocale } from '../shared/locale-storage.ts';
import { useNow } from '../shared/use-now.ts';
import { Announcer } from './announcer.tsx';
import type { CheckoutState } from './checkout-state.ts';
import { ConnectionNote } from './connection-note.tsx';
import { type Language, LanguageContext, loadLanguage } from './i18n.ts';
import { OpenerContext } from './opener.ts';
import { Panel } from './panel.tsx';
import { Summary } from './summary.tsx';
import { titleOf } from './title.ts';
import { type CheckoutPorts, useCheckout } from './use-checkout.ts';
import { useLeavingSteps } from './use-step.ts';

interface Props {
  initial: CheckoutState;
  language: Language;
  ports: CheckoutPorts;
}

export function CheckoutPage({ initial, language: firstLanguage, ports }: Props) {
  const [language, setLanguage] = useState(firstLanguage);
  const { locale, t } = language;
  const checkout = useCheckout(initial, ports);
  const { state } = checkout;
  const nowMs = useNow(checkout.offsetMs, !state.is_over);
  const secondsLeft = (Date.parse(state.expires_at) - nowMs) / 1000;
  useEffect(() => {
    document.documentElement.lang = language.locale;
    document.title = titleOf(state, language);
  }, [state, language]);
  useLeavingSteps(state.status !== 'pending');
  const { payment_id, status, redirect_url, retried_from } = state;
  useEffect(
    () => ports.opener?.tell({ payment_id, status, redirect_url, retried_from }),
    [ports.opener, payment_id, status, redirect_url, retried_from],
  );
  return (
    <LanguageContext.Provider value={language}>
      <OpenerContext.Provider value={ports.opener}>
        {state.environment === 'test' && (
          <aside class="test-banner" aria-label={t.testMode}>
            <strong>{t.testMode}</strong> <span>{t.testModeNote}</span>
          </aside>
        )}
        <div class="page">
          <Summary state={state} secondsLeft={secondsLeft} />
          <Panel checkout={checkout} nowMs={nowMs} secondsLeft={secondsLeft} navigate={ports.navigate} />
          <footer class="page-footer">
            <span>Causeway</span>
            <LocaleSelect
              label={t.language}
              locale={locale}
              onChange={(next) => {
                rememberLocale(next);
                // Keeps its language while no file can be loaded.
                loadLanguage(next).then(setLanguage, () => undefined);
              }}
            />
          </footer>
        </div>
        <ConnectionNote troubled={checkout.troubled} isSaid={checkout.error?.code === 'UNREACHABLE'} />
        <Announcer state={state} secondsLeft={secondsLeft} />
      </OpenerContext.Provider>
    </LanguageContext.Provider>
  );
}
