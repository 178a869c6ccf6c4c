import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks';
import type { WalletTransaction } from '../../server/src/chains/wallet-request.ts';
import { type CheckoutApi, CheckoutError } from './api.ts';
import { type CheckoutState, type Choice, newest } from './checkout-state.ts';
import type { Stream, StreamHandlers } from './event-stream.ts';
import { type Follower, follow } from './follow.ts';
import { inSameWindow, type Opener } from './opener.ts';
import type { SignedPayment } from './wallets/sign-evm.ts';

/** Everything outside the page, so that the gallery can replace it. */
export interface CheckoutPorts {
  api: CheckoutApi;
  openStream(handlers: StreamHandlers): Stream;
  navigate(url: string): void;
  opener: Opener | null;
}

/** How often the page asks while it waits for the connection or for a transaction. */
const askMs = 3000;
const readMs = 4000;

type Action = 'choose' | 'pay' | 'retry';

interface Model {
  state: CheckoutState;
  /** Server clock minus device clock. */
  offsetMs: number;
  troubled: boolean;
  busy: Action | null;
  /** The test wallet has sent the payment, and the transaction has not been seen yet. */
  sent: boolean;
  error: CheckoutError | null;
  /** The server has answered since the error. */
  reached: boolean;
}

type Change =
  | { type: 'received'; state: CheckoutState }
  | { type: 'troubled'; troubled: boolean }
  | { type: 'began'; action: Action }
  | { type: 'ended'; error: CheckoutError | null }
  | { type: 'reconnected' };

function start(state: CheckoutState): Model {
  return {
    state,
    offsetMs: offsetOf(state),
    troubled: false,
    busy: null,
    sent: false,
    error: null,
    reached: true,
  };
}

function offsetOf(state: CheckoutState): number {
  return Date.parse(state.server_time) - Date.now();
}

function reduce(model: Model, change: Change): Model {
  switch (change.type) {
    case 'received': {
      const state = newest(model.state, change.state);
      if (state === model.state) return model.reached ? model : { ...model, reached: true };
      // A new status clears the error, except "already paid", which explains the status.
      const stale = state.status !== model.state.status && model.error?.code !== 'PAYMENT_ALREADY_COMPLETED';
      return { ...model, state, offsetMs: offsetOf(state), reached: true, error: stale ? null : model.error };
    }
    case 'troubled':
      return model.troubled === change.troubled ? model : { ...model, troubled: change.troubled };
    case 'began':
      return { ...model, busy: change.action, sent: false, error: null };
    case 'ended':
      return {
        ...model,
        busy: null,
        sent: model.busy === 'pay' && !change.error,
        error: change.error,
        reached: !isUnreachable(change.error),
      };
    case 'reconnected':
      return isUnreachable(model.error) ? { ...model, error: null } : model;
  }
}

function isUnreachable(error: CheckoutError | null): boolean {
  return error?.code === 'UNREACHABLE';
}

export interface Checkout extends Model {
  choose(choice: Choice): Promise<boolean>;
  pay(choice: Choice): void;
  retry(): void;
  /** Opens the checkout of the payment that replaced this one. */
  openRetry(url: string): void;
  /** Rejects with a CheckoutError. */
  saveEmail(email: string | null): Promise<void>;
  /** Names a transaction that a wallet on this page has sent. Rejects with a CheckoutError. */
  tellSent(chain: Choice['chain'], txHash: string): Promise<void>;
  /** Gives a payment that a wallet on this page has signed. Rejects with a CheckoutError. */
  sign(chain: Choice['chain'], signed: SignedPayment): Promise<void>;
  /** Builds what a connected wallet on Solana signs. Rejects with a CheckoutError. */
  buildTransaction(payer: string): Promise<WalletTransaction>;
  /** Fetches the current state now. */
  check(): void;
}

export function useCheckout(initial: CheckoutState, ports: CheckoutPorts): Checkout {
  const [model, dispatch] = useReducer(reduce, initial, start);
  const follower = useRef<Follower | null>(null);
  // A ref, because a second click can come before the first one has re-rendered the button.
  const busy = useRef(false);
  const received = useCallback((state: CheckoutState) => dispatch({ type: 'received', state }), []);
  const check = useCallback(() => follower.current?.check(), []);
  const { api, openStream } = ports;
  const { is_over: over } = model.state;
  const ask = useCallback(() => void api.state().then(received, () => {}), [api, received]);

  useEffect(() => {
    if (over) return;
    const current = follow(
      { openStream, fetchState: api.state, random: Math.random },
      { onState: received, onTrouble: (troubled) => dispatch({ type: 'troubled', troubled }) },
    );
    follower.current = current;
    const stopListening = onWakeUp(() => current.check());
    return () => {
      stopListening();
      current.stop();
      follower.current = null;
    };
  }, [over, api, openStream, received]);

  const unreachable = isUnreachable(model.error);
  const { reached } = model;
  useEffect(() => {
    if (!unreachable) return;
    // Long enough to be read when the connection was lost for a moment only.
    if (reached) return after(readMs, () => dispatch({ type: 'reconnected' }));
    return every(askMs, ask);
  }, [unreachable, reached, ask]);

  // The event that ends the wait for a transaction can be lost with the connection.
  const isSigned = model.state.chosen?.signed?.status === 'sending';
  const waiting = (model.sent || isSigned) && model.state.status === 'pending';
  useEffect(() => (waiting ? every(askMs, ask) : undefined), [waiting, ask]);

  async function run(action: Action, send: () => Promise<void>): Promise<boolean> {
    if (busy.current) return false;
    busy.current = true;
    dispatch({ type: 'began', action });
    let error: CheckoutError | null = null;
    try {
      await send();
    } catch (thrown) {
      error = thrown instanceof CheckoutError ? thrown : new CheckoutError('INTERNAL_ERROR');
      // After an error the page may be out of date.
      follower.current?.check();
    }
    busy.current = false;
    dispatch({ type: 'ended', error });
    return error === null;
  }

  function openRetry(url: string): void {
    ports.navigate(inSameWindow(url, ports.opener));
  }

  return {
    ...model,
    choose: (choice) => run('choose', async () => received(await ports.api.choose(choice))),
    pay: (choice) => void run('pay', async () => received(await ports.api.pay(choice))),
    retry: () => void run('retry', async () => openRetry(await ports.api.retry())),
    openRetry,
    saveEmail: async (email) => received(await ports.api.saveEmail(email)),
    tellSent: async (chain, txHash) => received(await ports.api.sent(chain, txHash)),
    sign: async (chain, signed) => received(await ports.api.sign(chain, signed)),
    buildTransaction: ports.api.buildTransaction,
    check,
  };
}

/** After sleep, a background tab or a lost network the stream may be dead without an error event. */
function onWakeUp(wake: () => void): () => void {
  const whenVisible = () => document.visibilityState === 'visible' && wake();
  const whenRestored = (event: PageTransitionEvent) => event.persisted && wake();
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', whenRestored);
  return () => {
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('online', wake);
    window.removeEventListener('pageshow', whenRestored);
  };
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}
