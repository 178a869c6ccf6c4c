import type { WalletTransaction } from '../../server/src/chains/wallet-request.ts';
import { field } from '../shared/field.ts';
import { type CheckoutState, type Choice, isCheckoutState } from './checkout-state.ts';
import type { SignedPayment } from './wallets/sign-evm.ts';

const timeoutMs = 20_000;

/** Carries the API's error code, or UNREACHABLE when there was no response. */
export class CheckoutError extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number | null;
  /** Why a signature was not taken. */
  readonly reason: string | null;

  constructor(code: string, retryAfterSeconds: number | null = null, reason: string | null = null) {
    super(code);
    this.code = code;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface CheckoutApi {
  state(): Promise<CheckoutState>;
  choose(choice: Choice): Promise<CheckoutState>;
  pay(choice: Choice): Promise<CheckoutState>;
  saveEmail(email: string | null): Promise<CheckoutState>;
  /** Names a transaction that a wallet on this page has sent. */
  sent(chain: Choice['chain'], txHash: string): Promise<CheckoutState>;
  /** Gives a payment that a wallet on this page has signed. */
  sign(chain: Choice['chain'], signed: SignedPayment): Promise<CheckoutState>;
  /** Builds what a connected wallet on Solana signs. */
  buildTransaction(payer: string): Promise<WalletTransaction>;
  /** Creates a new payment in place of a failed one and returns its checkout URL. */
  retry(): Promise<string>;
}

/** `base` is the path of the page; all checkout routes are below it. */
export function createApi(base: string): CheckoutApi {
  const asState = async (answer: Promise<unknown>) => {
    const data = await answer;
    if (!isCheckoutState(data)) throw new CheckoutError('INTERNAL_ERROR');
    return data;
  };
  const post = (path: string, body: object) =>
    send(`${base}/${path}`, {
      method: 'POST',
      // The language of the page, which may not be the browser's.
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify(body),
    });
  return {
    state: () => asState(send(`${base}/state`, { cache: 'no-store' })),
    choose: (choice) => asState(post('choice', choice)),
    pay: (choice) => asState(post('pay', choice)),
    saveEmail: (email) => asState(post('email', { customer_email: email })),
    sent: (chain, txHash) => asState(post('sent', { chain, tx_hash: txHash })),
    sign: (chain, signed) => asState(post('signature', { chain, ...signed })),
    async buildTransaction(payer) {
      const answer = await post('transaction', { payer });
      const [transaction, missing] = [field(answer, 'transaction'), field(answer, 'missing')];
      return {
        transaction: typeof transaction === 'string' ? transaction : null,
        missing: missing === 'tokens' || missing === 'fee' ? missing : null,
      };
    },
    async retry() {
      const url = field(await post('retry', {}), 'checkout_url');
      if (typeof url !== 'string') throw new CheckoutError('INTERNAL_ERROR');
      return url;
    },
  };
}

async function send(url: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    body = await response.json();
  } catch {
    throw new CheckoutError('UNREACHABLE');
  }
  if (response.ok) return field(body, 'data');
  const error = field(body, 'error');
  const [code, reason] = [field(error, 'code'), field(field(error, 'details'), 'reason')];
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  throw new CheckoutError(
    typeof code === 'string' ? code : 'INTERNAL_ERROR',
    Number.isNaN(retryAfter) ? null : retryAfter,
    typeof reason === 'string' ? reason : null,
  );
}
