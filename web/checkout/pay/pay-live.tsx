import { useState } from 'preact/hooks';
import { CheckoutError } from '../api.ts';
import type { CheckoutState, ChosenOption } from '../checkout-state.ts';
import { chainName } from '../choose/choice.ts';
import { useLanguage } from '../i18n.ts';
import type { Checkout } from '../use-checkout.ts';
import { useChunk } from '../use-chunk.ts';
import type { SignedPayment } from '../wallets/sign-evm.ts';
import { needsTransaction, signatureProblem } from '../wallets/signature-problem.ts';
import { WalletProblem } from '../wallets/wallet-problem.ts';
import { DepositDetails } from './deposit-details.tsx';
import { Received } from './received.tsx';

interface Props {
  checkout: Checkout;
  state: CheckoutState;
  chosen: ChosenOption;
  secondsLeft: number;
  onSent(txHash: string): void;
}

const loadWallets = async () => (await import('../wallets/wallet-panel.tsx')).WalletPanel;

/** Payment from a wallet in this browser, from a wallet app, or from any other wallet by address. */
export function PayLive({ checkout, state, chosen, secondsLeft, onSent }: Props) {
  const { t } = useLanguage();
  const WalletPanel = useChunk(loadWallets);
  const [hasWallet, setHasWallet] = useState(false);
  const network = chainName(state.options, chosen.chain);
  return (
    <>
      <Received chosen={chosen} secondsLeft={secondsLeft} />
      {WalletPanel && chosen.wallet && (
        <WalletPanel
          chosen={chosen}
          network={network}
          disabled={secondsLeft <= 0}
          build={checkout.buildTransaction}
          giveSignature={(signed) => giveSignature(checkout, chosen, signed)}
          onSent={onSent}
          onFound={setHasWallet}
        />
      )}
      {hasWallet ? (
        <details class="other-wallet">
          <summary>{t.wallet.orSend}</summary>
          <DepositDetails chosen={chosen} network={network} />
        </details>
      ) : (
        <DepositDetails chosen={chosen} network={network} />
      )}
      <p class="waiting">
        <span class="pulse" aria-hidden="true" />
        {t.waiting}
      </p>
    </>
  );
}

/** False if the service does not take it, and the wallet can send a transaction instead. */
async function giveSignature(
  { sign }: Checkout,
  { chain }: ChosenOption,
  signed: SignedPayment,
): Promise<boolean> {
  try {
    await sign(chain, signed);
    return true;
  } catch (error) {
    const reason = error instanceof CheckoutError ? error.reason : null;
    if (needsTransaction(reason)) return false;
    throw new WalletProblem(signatureProblem(reason));
  }
}
