import type { TakeLimits } from './lane-store.ts';
import type { Lane } from './lanes.ts';

const maxTotal = 256;
/** The rest is a reserve for lane 1. */
const maxInSecondLane = 128;
/** A third of the total, so that one merchant with many endpoints cannot use all capacity. */
const maxPerMerchant = 85;
/** The last quarter of a lane is for merchants with fewer in flight, so that two or three cannot fill it. */
const modestPerMerchant = 16;
const maxPerEndpoint = 16;
/** For an endpoint whose last attempt failed, until one succeeds. */
const maxPerFailing = 2;

export interface Flight {
  endpoint_id: string;
  merchant_id: string;
  lane: Lane;
}

/** Counts the deliveries this process is sending, and how many more it may claim. */
export class Flights {
  readonly #onLanded: (() => void)[] = [];
  readonly #byEndpoint = new Map<string, number>();
  readonly #byMerchant = { 1: new Map<string, number>(), 2: new Map<string, number>() };
  readonly #running = { 1: 0, 2: 0 };

  /** Every `start` needs a `land`. */
  start(flight: Flight): void {
    this.#running[flight.lane]++;
    add(this.#byEndpoint, flight.endpoint_id, 1);
    add(this.#byMerchant[flight.lane], flight.merchant_id, 1);
  }

  land(flight: Flight): void {
    this.#running[flight.lane]--;
    add(this.#byEndpoint, flight.endpoint_id, -1);
    add(this.#byMerchant[flight.lane], flight.merchant_id, -1);
    if (this.#total() === 0) for (const landed of this.#onLanded.splice(0)) landed();
  }

  /** How many deliveries of a lane may be claimed now. */
  limits(lane: Lane): TakeLimits {
    return {
      lane,
      total: this.free(lane),
      keptForModest: (lane === 1 ? maxTotal : maxInSecondLane) / 4,
      modestPerMerchant,
      perEndpoint: maxPerEndpoint,
      perFailing: maxPerFailing,
      perMerchant: maxPerMerchant,
      endpoints: [...this.#byEndpoint].map(([id, count]) => ({ id, count })),
      merchants: [...this.#byMerchant[lane]].map(([id, count]) => ({ id, count })),
    };
  }

  /** How many more deliveries of a lane this process may send in parallel. */
  free(lane: Lane): number {
    const free = maxTotal - this.#total();
    return lane === 1 ? free : Math.max(0, Math.min(free, maxInSecondLane - this.#running[2]));
  }

  isBusy(): boolean {
    return this.#total() > 0;
  }

  async landed(): Promise<void> {
    while (this.#total() > 0) await new Promise<void>((resolve) => this.#onLanded.push(resolve));
  }

  #total(): number {
    return this.#running[1] + this.#running[2];
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
