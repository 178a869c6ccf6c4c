import { CopyButton } from '../shared/copy-button.tsx';
import { formatTokens } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import type { CheckoutState, ChosenOption } from './checkout-state.ts';
import { chainName } from './choice.ts';
import { useLanguage } from './i18n.ts';
import { QrCode } from './qr-code.tsx';
import { WalletButtons } from './wallet-buttons.tsx';

/** Payment from any wallet: by QR code, by link to the wallet app, or by copying the details. */
export function PayLive({ state, chosen }: { state: CheckoutState; chosen: ChosenOption }) {
  const { t, tag } = useLanguage();
  const rows = [
    {
      label: t.sendExactly,
      shown: formatTokens(tag, chosen.token_amount, chosen.symbol),
      value: chosen.token_amount,
    },
    { label: t.toAddress, shown: chosen.address, value: chosen.address },
  ];
  return (
    <>
      <WalletButtons chosen={chosen} />
      <div class="deposit">
        {/* The plain address: several wallets misread a request for tokens, and would pay the token's contract. */}
        <QrCode value={chosen.address} label={t.qrLabel} />
        <p class="deposit-scan">{t.scan}</p>
        <dl class="deposit-rows">
          {rows.map(({ label, shown, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span class={value === shown ? 'mono' : 'deposit-amount'}>{shown}</span>
                <CopyButton value={value} subject={label} copy={t.copy} copied={t.copied} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p class="notice notice-warning">
        <Icon name="alert" />
        {t.onlyThis(chosen.symbol, chainName(state.options, chosen.chain))}
      </p>
      <p class="waiting">
        <span class="pulse" aria-hidden="true" />
        {t.waiting}
      </p>
    </>
  );
}
