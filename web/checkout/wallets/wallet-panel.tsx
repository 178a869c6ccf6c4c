import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../shared/icons.tsx';
import type { ChosenOption } from '../checkout-state.ts';
import { useLanguage } from '../i18n.ts';
import { type Asking, findWallets } from './find-wallets.ts';
import type { FoundWallet, WalletStep } from './found-wallet.ts';
import { problemText } from './problem-text.ts';
import type { SignedPayment } from './sign-evm.ts';
import { signatureProblem } from './signature-problem.ts';
import { walletLinks } from './wallet-links.ts';
import { WalletMark } from './wallet-mark.tsx';
import { type ProblemCode, problemOf } from './wallet-problem.ts';

interface Props {
  chosen: ChosenOption;
  /** Name of the chosen chain. */
  network: string;
  disabled: boolean;
  build: Asking['build'];
  giveSignature: Asking['giveSignature'];
  onSent(hash: string): void;
  /** Whether a wallet of this browser can pay, so that the rest can stand back. */
  onFound(isThere: boolean): void;
}

interface Attempt {
  wallet: string;
  step: WalletStep;
}

/** Phones and tablets: wallet apps are on the same device. */
const hasTouch = matchMedia('(pointer: coarse)').matches;

/** The wallets of this browser; on a phone without any, links to wallet apps. Nothing where there is neither. */
export function WalletPanel({ chosen, network, disabled, build, giveSignature, onSent, onFound }: Props) {
  const { tag, t: words } = useLanguage();
  const t = words.wallet;
  const wallets = useWallets(chosen, build, giveSignature);
  const isThere = Boolean(wallets?.length);
  useEffect(() => onFound(isThere), [isThere, onFound]);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [problem, setProblem] = useState<ProblemCode | null>(failureOf(chosen));
  // A ref, because a second click can come before the first one has re-rendered the buttons.
  const busy = useRef(false);

  async function pay(wallet: FoundWallet): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setProblem(null);
    try {
      const hash = await wallet.pay((step) => setAttempt({ wallet: wallet.id, step }));
      if (hash !== null) onSent(hash);
    } catch (error) {
      setProblem(problemOf(error));
    }
    busy.current = false;
    setAttempt(null);
  }

  const links = wallets?.length === 0 && hasTouch ? walletLinks(location.href, chosen.chain) : [];
  if (!wallets?.length && links.length === 0) return null;
  // A wallet that cannot sign sends a transaction after all, and that costs gas.
  const isFree = chosen.signing !== null && attempt?.step !== 'confirm' && problem !== 'noGas';
  const steps = { connect: t.connect, switch: t.switchTo(network), sign: t.sign, confirm: t.confirm };
  return (
    <section class="wallets" aria-label={t.heading}>
      {wallets?.map((wallet, index) => (
        <button
          key={wallet.id}
          type="button"
          class={index === 0 ? 'button' : 'button button-quiet'}
          disabled={disabled}
          aria-busy={attempt?.wallet === wallet.id}
          onClick={() => void pay(wallet)}
        >
          {wallet.icon ? (
            <img class="wallets-icon" src={wallet.icon} alt="" width="24" height="24" />
          ) : (
            <WalletMark name={wallet.name} />
          )}
          {t.payWith(wallet.name ?? t.browserWallet)}
        </button>
      ))}
      {isThere && isFree ? (
        <p class="wallets-free">
          <Icon name="check" />
          <span>
            <strong>{t.noGasNeeded}</strong> {t.signOnly}
          </span>
        </p>
      ) : null}
      {links.length > 0 && <p class="wallets-title">{t.openInApp}</p>}
      {links.length > 0 && (
        <ul class="wallets-apps">
          {links.map(({ name, url }) => (
            <li key={name}>
              <a class="button button-quiet" href={url} rel="noreferrer">
                <WalletMark name={name} />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p class="wallets-step" role="status">
        {attempt && steps[attempt.step]}
      </p>
      {problem && (
        <p class="notice notice-error" role="alert">
          <Icon name="alert" />
          {problemText(problem, chosen, network, t, tag)}
        </p>
      )}
      {!isThere && <p class="wallets-or">{t.orSend}</p>}
    </section>
  );
}

/** Why the last signature was not carried out. */
function failureOf({ signed }: ChosenOption): ProblemCode | null {
  return signed?.status === 'failed' ? signatureProblem(signed.reason) : null;
}

/** Null until wallets had time to announce themselves. Each pays what is asked for at the moment of the click. */
function useWallets(
  chosen: ChosenOption,
  build: Asking['build'],
  giveSignature: Asking['giveSignature'],
): FoundWallet[] | null {
  const [wallets, setWallets] = useState<FoundWallet[] | null>(null);
  const newest = useRef({ chosen, build, giveSignature });
  newest.current = { chosen, build, giveSignature };
  const { chain } = chosen;
  useEffect(() => {
    setWallets(null);
    const asking = {
      chosen: () => newest.current.chosen,
      build: (payer: string) => newest.current.build(payer),
      giveSignature: (signed: SignedPayment) => newest.current.giveSignature(signed),
    };
    return findWallets(chain, asking, setWallets);
  }, [chain]);
  return wallets;
}
