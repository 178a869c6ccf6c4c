import { ApiError } from '../../lib/errors.ts';

export interface PrintQueueLimits {
  /** How many are drawn or wait. The first one of a merchant always has a place, beyond this if need be. */
  atOnce: number;
  atOncePerMerchant: number;
  /** How many merchants may have one: bounds the memory, which the first ones of many would take. */
  merchantsAtOnce: number;
}

/** Draws one PDF at a time, and one of each merchant in turn, so that no merchant waits for the line of another. */
export interface PrintQueue {
  /** Throws SERVICE_UNAVAILABLE when the merchant has no place, or loses it to the first one of another. */
  run<T>(merchantId: string, draw: () => Promise<T>): Promise<T>;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

export function createPrintQueue(limits: PrintQueueLimits): PrintQueue {
  /** In the order of their turns. No merchant has an empty list. */
  const waiting = new Map<string, Waiting[]>();
  let drawn: string | null = null;

  const waitingOf = (merchantId: string) => waiting.get(merchantId) ?? [];
  const placesOf = (merchantId: string) => waitingOf(merchantId).length + (merchantId === drawn ? 1 : 0);

  function admit(merchantId: string): void {
    const own = placesOf(merchantId);
    const merchants = [...new Set([...waiting.keys(), ...(drawn === null ? [] : [drawn])])];
    const total = merchants.reduce((sum, one) => sum + placesOf(one), 0);
    if (own >= limits.atOncePerMerchant) throw busyError();
    if (total < limits.atOnce) return;
    if (own > 0) throw busyError();
    const [longest] = [...waiting.keys()].sort((a, b) => placesOf(b) - placesOf(a));
    if (longest !== undefined && placesOf(longest) > 1) displaceNewest(longest);
    else if (merchants.length >= limits.merchantsAtOnce) throw busyError();
  }

  function displaceNewest(merchantId: string): void {
    const list = waitingOf(merchantId);
    list.pop()?.refuse();
    if (list.length === 0) waiting.delete(merchantId);
  }

  function startNext(): void {
    const [next] = waiting;
    drawn = next?.[0] ?? null;
    if (!next) return;
    const [merchantId, list] = next;
    list.shift()?.start();
    if (list.length === 0) waiting.delete(merchantId);
  }

  function endTurn(merchantId: string): void {
    const left = waiting.get(merchantId);
    waiting.delete(merchantId);
    if (left) waiting.set(merchantId, left);
    startNext();
  }

  function turnOf(merchantId: string): Promise<void> {
    return new Promise((start, reject) => {
      const list = waitingOf(merchantId);
      list.push({ start, refuse: () => reject(busyError()) });
      waiting.set(merchantId, list);
    });
  }

  return {
    async run(merchantId, draw) {
      admit(merchantId);
      if (drawn === null) drawn = merchantId;
      else await turnOf(merchantId);
      try {
        return await draw();
      } finally {
        endTurn(merchantId);
      }
    },
  };
}

function busyError(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', {
    message: 'Too many PDFs are being drawn. Wait 2 seconds and try again, or print the page instead.',
    details: { retry_after_seconds: 2 },
    headers: { 'retry-after': '2' },
  });
}
