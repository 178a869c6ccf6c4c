import { field } from '../shared/field.ts';
import type { Api, Payment } from './api.ts';
import { followPopup, openPopup } from './popup.ts';

type Outcome = 'processing' | 'completed' | 'failed' | 'expired';

/** `opened`: the checkout is open in a popup. `idle`: no payment is in progress, the button can be pressed again. */
type State = 'busy' | 'opened' | 'idle' | Outcome;

interface Purchase {
  press(): Promise<void>;
}

interface Options {
  api: Api;
  mode: 'popup' | 'redirect';
  /** Shown in the popup until the checkout loads. */
  waitText: string;
  /** Dispatches a DOM event. False when the page called preventDefault. */
  emit(name: string, payment: Payment | null): boolean;
  /** Updates the button. */
  show(state: State): void;
  fail(error: unknown): void;
}

/** Polling after the popup was closed while a transaction confirms. */
const firstPauseMs = 2000;
const longestPauseMs = 30_000;
const mostReads = 200;

/** Handles a payment from the click to its final status, one at a time. */
export function createPurchase({ api, mode, waitText, emit, show, fail }: Options): Purchase {
  let busy = false;
  let popup: Window | null = null;
  let payment: Payment | null = null;
  let outcome: Outcome | null = null;
  let following = false;
  /** Idempotency key. Kept until a payment was created, so that a retry after a lost response creates no second one. */
  let intent: string | null = null;
  let redirectUrl: string | null = null;

  async function press(): Promise<void> {
    if (busy) return popup?.focus();
    busy = true;
    show('busy');
    // A page with an opaque origin cannot receive messages.
    popup = mode === 'popup' && origin !== 'null' ? openPopup(waitText) : null;
    try {
      payment = (await readUnpaid()) ?? (await create());
    } catch (error) {
      closePopup();
      busy = false;
      return fail(error);
    }
    if (outcomeOf(payment)) {
      closePopup();
      return follow();
    }
    emit('opened', payment);
    if (popup) watch(popup, payment);
    else open(payment.checkout_url, '_top');
  }

  function closePopup(): void {
    popup?.close();
    popup = null;
  }

  /** The payment of the previous click, unless it failed or expired: a customer who comes back must not pay twice. */
  async function readUnpaid(): Promise<Payment | null> {
    if (!payment || isFinal(outcome)) return null;
    const before = await api.read(payment.payment_id);
    return before.status === 'failed' || before.status === 'expired' ? null : before;
  }

  async function create(): Promise<Payment> {
    // `crypto.randomUUID` does not exist on pages without TLS.
    intent ??= crypto.getRandomValues(new Uint8Array(16)).join('-');
    const made = await api.create(intent);
    intent = null;
    outcome = null;
    return made;
  }

  function watch(opened: Window, { checkout_url: checkoutUrl }: Payment): void {
    show('opened');
    if (!opened.closed) opened.location.replace(`${checkoutUrl}#popup`);
    followPopup(opened, new URL(checkoutUrl).origin, hear, () => {
      popup = null;
      void afterClosing();
    });
  }

  /** Handles a message from the popup. */
  function hear(news: unknown): void {
    if (!payment) return;
    const [id, status, redirect] = ['payment_id', 'status', 'redirect_url'].map((name) => field(news, name));
    // Each message of a retry says which payment it replaces: a single announcement is lost when the popup navigates.
    if (typeof id === 'string' && field(news, 'retried_from') === payment.payment_id) {
      payment = { ...payment, payment_id: id, status: 'pending' };
      outcome = null;
      show('opened');
    }
    if (id !== payment.payment_id) return;
    if (typeof redirect === 'string') redirectUrl = redirect;
    if (status === 'processing') tell({ ...payment, status });
    // A final status is trusted only when the API confirms it.
    else if (status !== 'pending') void follow();
  }

  async function afterClosing(): Promise<void> {
    if (payment && !isFinal(outcome)) {
      const now = await api.read(payment.payment_id).catch(() => payment);
      if (now) tell(now);
      if (!isFinal(outcome)) emit('closed', payment);
    }
    if (outcome === 'completed') return leave();
    if (outcome === 'processing') return follow();
    busy = false;
    if (!outcome) show('idle');
  }

  /** Polls the payment until its status is final. */
  async function follow(): Promise<void> {
    if (following) return;
    following = true;
    let pauseMs = firstPauseMs;
    for (let reads = 0; reads < mostReads && payment; reads++) {
      const now = await api.read(payment.payment_id).catch(() => null);
      if (now) tell(now);
      if (isFinal(outcome)) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    }
    following = false;
  }

  function tell(now: Payment): void {
    if (now.payment_id !== payment?.payment_id || isFinal(outcome)) return;
    payment = now;
    const next = outcomeOf(now);
    if (!next || next === outcome) return;
    outcome = next;
    const allowed = emit(next, now);
    show(next);
    // While the popup is open, the customer can retry there.
    if (next === 'failed' || next === 'expired') busy = popup !== null;
    if (next !== 'completed') return;
    if (!allowed) redirectUrl = null;
    if (!popup) leave();
  }

  /** Goes to the merchant's redirect URL after payment, once the popup is closed. */
  function leave(): void {
    if (redirectUrl && /^https?:/.test(redirectUrl)) open(redirectUrl, '_top');
    redirectUrl = null;
  }

  // A payment can still arrive after the popup was closed: a transaction may have been in flight.
  addEventListener('focus', async () => {
    if (busy || !payment || isFinal(outcome)) return;
    const now = await api.read(payment.payment_id).catch(() => null);
    if (busy || !now || !outcomeOf(now)) return;
    busy = true;
    tell(now);
    if (outcome === 'processing') void follow();
  });
  // The page is restored by the back button after the checkout was shown in its place.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !busy || popup || isFinal(outcome)) return;
    busy = false;
    show('idle');
  });
  return { press };
}

function isFinal(outcome: Outcome | null): boolean {
  return outcome !== null && outcome !== 'processing';
}

function outcomeOf({ status }: Payment): Outcome | null {
  if (status === 'pending') return null;
  if (status === 'processing' || status === 'failed' || status === 'expired') return status;
  // A refunded payment was completed before.
  return 'completed';
}
