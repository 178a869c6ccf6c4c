import type { ChosenOption } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';

/** Opens the payment in the device's wallet app. */
export function WalletButtons({ chosen }: { chosen: ChosenOption }) {
  const { t } = useLanguage();
  return (
    <div class="wallets">
      {chosen.payment_uri && (
        <a class="button" href={chosen.payment_uri}>
          {t.openWallet}
        </a>
      )}
    </div>
  );
}
