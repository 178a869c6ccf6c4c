import { useState } from 'preact/hooks';
import type { ChosenOption } from '../checkout-state.ts';
import type { Checkout } from '../use-checkout.ts';

interface Sent {
  tx_hash: string;
  tx_url: string | null;
}

interface SentTransaction {
  /** Sent by a wallet on this page, and not seen as money yet. */
  sent: Sent | null;
  keep(txHash: string): void;
  /** Shows how to pay again, because the transaction did not go out. */
  forget(): void;
}

const attempts = 5;
const pauseMs = 2000;

/** The wallet's transaction: known here at once, and to other tabs when a node knows it. */
export function useSent(checkout: Checkout, chosen: ChosenOption): SentTransaction {
  const [own, setOwn] = useState<{ txHash: string; receivedBefore: string } | null>(null);
  const [forgotten, setForgotten] = useState<string | null>(null);
  // Once money has arrived, the page shows what is missing instead.
  const txHash = own?.receivedBefore === chosen.received_amount ? own.txHash : null;
  const sent = chosen.sent ?? (txHash === null ? null : { tx_hash: txHash, tx_url: null });
  return {
    sent: sent?.tx_hash === forgotten ? null : sent,
    keep(hash) {
      setOwn({ txHash: hash, receivedBefore: chosen.received_amount });
      // On Solana a confirmed transaction is found within seconds, and one that fails never gets that far.
      if (chosen.chain !== 'solana') void tell(() => checkout.tellSent(chosen.chain, hash));
    },
    forget() {
      setForgotten(sent?.tx_hash ?? null);
      setOwn(null);
    },
  };
}

/** Gives up quietly: the service finds the money without being told. */
async function tell(send: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const done = await send().then(
      () => true,
      () => false,
    );
    if (done) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
  }
}
