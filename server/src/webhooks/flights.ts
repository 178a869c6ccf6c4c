import type { TakeLimits } from './undelivered-store.ts';

const maxTotal = 256;
/** A third of the total, so that one merchant with many endpoints cannot use all capacity. */
const maxPerMerchant = 85;
const maxPerEndpoint = 16;
/** For an endpoint whose last attempt failed, until one succeeds: hanging endpoints would use all capacity. */
const maxPerFailing = 2;
const maxFailing = 10_000;

interface Flight {
  endpoint_id: string;
  merchant_id: string;
}

/** Counts the deliveries this process is sending, and how many more it may claim. */
export class Flights {
  #running = 0;
  readonly #onLanded: (() => void)[] = [];
  readonly #byEndpoint = new Map<string, { merchantId: string; count: number }>();
  readonly #byMerchant = new Map<string, number>();
  readonly #failing = new Map<string, string>();

  /** Every `start` needs a `land`. */
  start(flight: Flight): void {
    this.#running++;
    const endpoint = this.#byEndpoint.get(flight.endpoint_id) ?? { merchantId: flight.merchant_id, count: 0 };
    endpoint.count++;
    this.#byEndpoint.set(flight.endpoint_id, endpoint);
    this.#byMerchant.set(flight.merchant_id, (this.#byMerchant.get(flight.merchant_id) ?? 0) + 1);
  }

  land(flight: Flight, succeeded: boolean): void {
    this.#running--;
    const endpoint = this.#byEndpoint.get(flight.endpoint_id);
    if (endpoint && --endpoint.count === 0) this.#byEndpoint.delete(flight.endpoint_id);
    const ofMerchant = (this.#byMerchant.get(flight.merchant_id) ?? 1) - 1;
    if (ofMerchant === 0) this.#byMerchant.delete(flight.merchant_id);
    else this.#byMerchant.set(flight.merchant_id, ofMerchant);
    if (succeeded) this.#failing.delete(flight.endpoint_id);
    else this.#remember(flight);
    if (this.#running === 0) for (const landed of this.#onLanded.splice(0)) landed();
  }

  /** How many deliveries may be claimed now: in total, per endpoint, and per endpoint or merchant with a lower limit. */
  room(): TakeLimits {
    const rooms = new Map<string, number>();
    for (const [endpointId, { merchantId, count }] of this.#byEndpoint) {
      rooms.set(endpointId, this.#roomOf(endpointId, merchantId, count));
    }
    for (const [endpointId, merchantId] of this.#failing) {
      if (!rooms.has(endpointId)) rooms.set(endpointId, this.#roomOf(endpointId, merchantId, 0));
    }
    return {
      total: this.free(),
      perEndpoint: maxPerEndpoint,
      perMerchant: maxPerMerchant,
      rooms: [...rooms].map(([endpointId, room]) => ({ endpointId, room })),
      merchantRooms: [...this.#byMerchant].map(([merchantId, count]) => ({
        merchantId,
        room: Math.max(0, maxPerMerchant - count),
      })),
    };
  }

  /** How many more deliveries this process may send in parallel. */
  free(): number {
    return maxTotal - this.#running;
  }

  isBusy(): boolean {
    return this.#running > 0;
  }

  async landed(): Promise<void> {
    while (this.#running > 0) await new Promise<void>((resolve) => this.#onLanded.push(resolve));
  }

  /** Clearing costs a few extra attempts to failing endpoints; keeping deleted ones forever would leak memory. */
  #remember(flight: Flight): void {
    if (this.#failing.size >= maxFailing) this.#failing.clear();
    this.#failing.set(flight.endpoint_id, flight.merchant_id);
  }

  #roomOf(endpointId: string, merchantId: string, count: number): number {
    const cap = this.#failing.has(endpointId) ? maxPerFailing : maxPerEndpoint;
    const merchantRoom = maxPerMerchant - (this.#byMerchant.get(merchantId) ?? 0);
    return Math.max(0, Math.min(cap - count, merchantRoom));
  }
}
