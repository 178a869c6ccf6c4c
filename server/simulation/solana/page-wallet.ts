import { getTransactionDecoder, getTransactionEncoder } from '@solana/kit';
import { ApiError } from '../../src/lib/errors.ts';
import { buildTransaction } from '../../src/pages/checkout/checkout.ts';
import type { ServiceProcess } from '../service-process.ts';
import type { World } from '../world.ts';
import type { SolanaIntent } from './solana-order.ts';
import type { Wallet } from './solana-wallet.ts';

/** A customer who has the page open, with a wallet connected. */
interface Visit {
  intent: SolanaIntent;
  wallet: Wallet;
  /** The process that was asked; null while none is. */
  asked: ServiceProcess | null;
}

/** Asks the service for the transaction that pays an order, until it answers. */
export class PageWallets {
  readonly #world: World;
  readonly #send: (intent: SolanaIntent, raw: Uint8Array) => void;
  #visits: Visit[] = [];

  /** `send` gets what a wallet has signed. */
  constructor(world: World, send: (intent: SolanaIntent, raw: Uint8Array) => void) {
    this.#world = world;
    this.#send = send;
  }

  open(intent: SolanaIntent, wallet: Wallet): void {
    this.#visits.push({ intent, wallet, asked: null });
  }

  /** One that waits asks again, also when the process that it had asked died. */
  act(api: ServiceProcess): void {
    const visit = this.#visits.find(({ asked }) => asked === null || asked.caller.isDead);
    if (!visit) return;
    visit.asked = api;
    const { intent, wallet } = visit;
    const { paymentId } = intent.order;
    this.#world.trace.add(`page of ${paymentId} asks for a transaction`);
    void buildTransaction(api.ctx, paymentId, wallet.address).then(
      ({ transaction }) => {
        this.#visits = this.#visits.filter((one) => one !== visit);
        if (transaction !== null) this.#send(intent, signed(wallet, transaction));
      },
      (error: unknown) => {
        // Paid already, or over.
        if (error instanceof ApiError && error.status < 500)
          this.#visits = this.#visits.filter((one) => one !== visit);
        visit.asked = null;
      },
    );
  }
}

/** The wallet fills its signature in, and changes nothing. */
function signed({ address, sign }: Wallet, transaction: string): Uint8Array {
  const decoded = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  const message = Uint8Array.from(decoded.messageBytes);
  const signatures = { ...decoded.signatures, [address]: sign(message) };
  return new Uint8Array(getTransactionEncoder().encode({ ...decoded, signatures }));
}
