import { useState } from 'preact/hooks';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatTokens } from '../shared/format.ts';
import { Icon } from '../shared/icons.tsx';
import type { ChosenOption } from './checkout-state.ts';
import { useLanguage } from './i18n.ts';
import { QrCode } from './qr-code.tsx';

/** Address and amount for any wallet: as a code, as a link to the device's wallet app, and to copy. */
export function DepositDetails({ chosen, network }: { chosen: ChosenOption; network: string }) {
  const { t, tag } = useLanguage();
  const [asRequest, setAsRequest] = useState(false);
  const { address, payment_uri: uri, remaining_amount: amount, symbol } = chosen;
  const rows = [
    { label: t.sendExactly, shown: formatTokens(tag, amount, symbol), value: amount },
    { label: t.toAddress, shown: address, value: address },
  ];
  return (
    <>
      <div class="deposit">
        {/* The plain address first: several wallets misread a request for tokens, and would pay the token's contract. */}
        <QrCode value={asRequest && uri ? uri : address} label={t.qrLabel} />
        <p class="deposit-scan">{asRequest ? t.scanRequest : t.scan}</p>
        {uri && (
          <p class="deposit-ways">
            <a class="button-link" href={uri}>
              {t.openWallet}
            </a>
            <button
              type="button"
              class="button-link"
              aria-pressed={asRequest}
              onClick={() => setAsRequest(!asRequest)}
            >
              {asRequest ? t.codeAddress : t.codeRequest}
            </button>
          </p>
        )}
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
        {t.onlyThis(symbol, network)}
      </p>
    </>
  );
}
