import { field } from '../shared/field.ts';
import type { Api, Payment } from './api.ts';
import { followPopup, openPopup } from './popup.ts';

/** What a purchase tells its button. */
interface Listener {
  /** An event of the page. False when the page prevented what follows it. */
  emit(name: string, payment: Payment | null): boolean;
  onBusy(): void;
  /** The checkout is open in a window of its own. */
  onOpened(): void;
  onStatus(status: Outcome): void;
  /** Nothing is under way, and the button can be pressed again. */
  onIdle(): void;
  onError(error: unknown): void;
}

type Outcome = 'processing' | 'completed' | 'failed' | 'expired';

interface Purchase {
  press(): Promise<void>;
}

interface Options {
  api: Api;
  mode: 'popup' | 'redirect';
  /** Stands in the window until the checkout does. */
  waitText: string;
  listener: Listener;
}

/** Whoever closed the window while a transaction confirms still waits for it. Pauses grow to half a minute. */
const firstPauseMs = 2000;
const longestPauseMs = 30_000;
const mostReads = 200;

/** From the press to the end of the payment. One at a time. */
export function createPurchase({ api, mode, waitText, listener }: Options): Purchase {
  let busy = false;
  let popup: Window | null = null;
  let payment: Payment | null = null;
  let outcome: Outcome | null = null;
  let following = false;
  /** Kept until it has made a payment, so that pressing again after a lost answer makes no second one. */
  let intent: string | null = null;
  let redirectUrl: string | null = null;

  async function press(): Promise<void> {
    if (busy) return popup?.focus();
    busy = true;
    listener.onBusy();
    // A page without an origin of its own can be sent no message.
    popup = mode === 'popup' && origin !== 'null' ? openPopup(waitText) : null;
    try {
      payment = (await readUnpaid()) ?? (await create());
    } catch (error) {
      closePopup();
      busy = false;
      return listener.onError(error);
    }
    if (outcomeOf(payment)) {
      closePopup();
      return follow();
    }
    listener.emit('opened', payment);
    if (popup) watch(popup, payment);
    else open(payment.checkout_url, '_top');
  }

  function closePopup(): void {
    popup?.close();
    popup = null;
  }

  /** The payment of the press before, unless it ended unpaid: whoever comes back must not pay twice. */
  async function readUnpaid(): Promise<Payment | null> {
    if (!payment || isEnd(outcome)) return null;
    const before = await api.read(payment.payment_id);
    return before.status === 'failed' || before.status === 'expired' ? null : before;
  }

  async function create(): Promise<Payment> {
    // Works on pages without TLS too, where `crypto.randomUUID` does not exist.
    intent ??= crypto.getRandomValues(new Uint8Array(16)).join('-');
    const made = await api.create(intent);
    intent = null;
    outcome = null;
    return made;
  }

  function watch(opened: Window, { checkout_url: checkoutUrl }: Payment): void {
    listener.onOpened();
    if (!opened.closed) opened.location.replace(`${checkoutUrl}#popup`);
    followPopup(opened, new URL(checkoutUrl).origin, hear, () => {
      popup = null;
      void afterClosing();
    });
  }

  /** `next_payment_id` takes the place of a payment that failed. */
  function hear(news: unknown): void {
    const [status, next, redirect] = ['status', 'next_payment_id', 'redirect_url'].map((name) =>
      field(news, name),
    );
    if (!payment || field(news, 'payment_id') !== payment.payment_id) return;
    if (typeof next === 'string') {
      payment = { ...payment, payment_id: next, status: 'pending' };
      outcome = null;
      listener.onOpened();
      return;
    }
    if (typeof redirect === 'string') redirectUrl = redirect;
    if (status === 'processing') tell({ ...payment, status });
    // An end is believed when the service itself says so.
    else if (status !== 'pending') void follow();
  }

  async function afterClosing(): Promise<void> {
    if (payment && !isEnd(outcome)) {
      const now = await api.read(payment.payment_id).catch(() => payment);
      if (now) tell(now);
      if (!isEnd(outcome)) listener.emit('closed', payment);
    }
    if (outcome === 'completed') return leave();
    if (outcome === 'processing') return follow();
    busy = false;
    if (!outcome) listener.onIdle();
  }

  /** Reads until there is an end. */
  async function follow(): Promise<void> {
    if (following) return;
    following = true;
    let pauseMs = firstPauseMs;
    for (let reads = 0; reads < mostReads && payment; reads++) {
      const now = await api.read(payment.payment_id).catch(() => null);
      if (now) tell(now);
      if (isEnd(outcome)) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    }
    following = false;
  }

  function tell(now: Payment): void {
    if (now.payment_id !== payment?.payment_id || isEnd(outcome)) return;
    payment = now;
    const next = outcomeOf(now);
    if (!next || next === outcome) return;
    outcome = next;
    const welcome = listener.emit(next, now);
    listener.onStatus(next);
    // With its window open, another attempt is made there.
    if (next === 'failed' || next === 'expired') busy = popup !== null;
    if (next !== 'completed') return;
    if (!welcome) redirectUrl = null;
    if (!popup) leave();
  }

  /** Where the merchant wants a customer who has paid; its window is gone, so this one goes there. */
  function leave(): void {
    if (redirectUrl && /^https?:/.test(redirectUrl)) open(redirectUrl, '_top');
    redirectUrl = null;
  }

  // Closing the window does not mean that nothing was paid: a transaction may have been on its way.
  addEventListener('focus', async () => {
    if (busy || !payment || isEnd(outcome)) return;
    const now = await api.read(payment.payment_id).catch(() => null);
    if (busy || !now || !outcomeOf(now)) return;
    busy = true;
    tell(now);
    if (outcome === 'processing') void follow();
  });
  // A page that comes back from the browser's memory, after the checkout was shown in its place.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !busy || popup || isEnd(outcome)) return;
    busy = false;
    listener.onIdle();
  });
  return { press };
}

function isEnd(outcome: Outcome | null): boolean {
  return outcome !== null && outcome !== 'processing';
}

function outcomeOf({ status }: Payment): Outcome | null {
  if (status === 'pending') return null;
  if (status === 'processing' || status === 'failed' || status === 'expired') return status;
  // Refunds come after completion.
  return 'completed';
}
