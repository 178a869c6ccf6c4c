import type { Chosen } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';

/** Ways to pay without copying anything. Today the wallet app of the device; browser wallets join here. */
export function WalletButtons({ chosen }: { chosen: Chosen }) {
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
