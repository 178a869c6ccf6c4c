import { useState } from 'preact/hooks';
import { CopyButton } from '../../shared/copy-button.tsx';
import { formatTokens, plainNumber } from '../../shared/format.ts';
import { Icon } from '../../shared/icons.tsx';
import type { ChosenOption } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import { QrCode } from './qr-code.tsx';

interface Props {
  chosen: ChosenOption;
  network: string;
}

/**
 * Address and amount for any wallet: to copy, as a link to the device's wallet app, and as a code. A phone cannot scan its
 * own screen, so the code is last there.
 */
export function DepositDetails({ chosen, network }: Props) {
  const { t } = useLanguage();
  const isNarrow = useIsNarrow();
  const { payment_uri: uri, symbol } = chosen;
  const warning = (
    <p class="notice notice-warning">
      <Icon name="alert" />
      {t.onlyThis(symbol, network)}
    </p>
  );
  if (isNarrow) {
    return (
      <div class="deposit">
        <DepositRows chosen={chosen} />
        {warning}
        {uri && (
          <a class="button button-quiet" href={uri}>
            {t.openWallet}
          </a>
        )}
        <DepositCode chosen={chosen} hint={t.scanElsewhere} />
      </div>
    );
  }
  return (
    <>
      <div class="deposit">
        <DepositCode chosen={chosen} hint={t.scan} withLink />
        <DepositRows chosen={chosen} />
      </div>
      {warning}
    </>
  );
}

function DepositRows({ chosen }: { chosen: ChosenOption }) {
  const { t, tag } = useLanguage();
  const { address, remaining_amount: amount, symbol } = chosen;
  const rows = [
    { label: t.sendExactly, shown: formatTokens(tag, amount, symbol), value: plainNumber(amount) },
    { label: t.toAddress, shown: address, value: address },
  ];
  return (
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
  );
}

interface CodeProps {
  chosen: ChosenOption;
  hint: string;
  withLink?: boolean;
}

/** The plain address first: several wallets misread a request for tokens, and would pay the token's contract. */
function DepositCode({ chosen: { address, payment_uri: uri }, hint, withLink }: CodeProps) {
  const { t } = useLanguage();
  const [asRequest, setAsRequest] = useState(false);
  return (
    <>
      <QrCode value={asRequest && uri ? uri : address} label={t.qrLabel} />
      <p class="deposit-scan">{asRequest ? t.scanRequest : hint}</p>
      {uri && (
        <p class="deposit-ways">
          {withLink && (
            <a class="button-link" href={uri}>
              {t.openWallet}
            </a>
          )}
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
    </>
  );
}
