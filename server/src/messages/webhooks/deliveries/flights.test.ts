import { describe, expect, it } from 'vitest';
import { type Flight, Flights } from './flights.ts';
import type { Lane } from './lanes.ts';

const flight = (endpoint: number | string, merchant = 'mer_a', lane: Lane = 1): Flight => ({
  endpoint_id: `we_${endpoint}`,
  merchant_id: merchant,
  lane,
});

/** Starts a flight and returns the function that lands it. */
function start(flights: Flights, of = flight(1)): () => void {
  flights.start(of);
  return () => flights.land(of);
}

describe('the limits of a process', () => {
  it('are 256 in total, 128 of them for the second lane, 85 per merchant, 16 per endpoint and 2 if it fails', () => {
    const caps = { perEndpoint: 16, perFailing: 2, perMerchant: 85, modestPerMerchant: 16 };
    const alike = { ...caps, endpoints: [], merchants: [] };
    expect(new Flights().limits(1)).toEqual({ lane: 1, total: 256, keptForModest: 64, ...alike });
    expect(new Flights().limits(2)).toEqual({ lane: 2, total: 128, keptForModest: 32, ...alike });
  });

  it('leave 128 to the first lane, whatever is in the second', () => {
    const flights = new Flights();
    for (let n = 0; n < 128; n++) start(flights, flight(n, `mer_${n}`, 2));
    expect([flights.free(2), flights.free(1)]).toEqual([0, 128]);
  });

  it('let the first lane use all, and then the second has none left', () => {
    const flights = new Flights();
    const ends = Array.from({ length: 256 }, (_, n) => start(flights, flight(n, `mer_${n % 8}`)));
    expect([flights.free(1), flights.free(2)]).toEqual([0, 0]);
    for (const end of ends.splice(0, 3)) end();
    expect([flights.free(1), flights.free(2)]).toEqual([3, 3]);
    for (const end of ends) end();
    expect([flights.free(1), flights.free(2)]).toEqual([256, 128]);
  });

  it('count an endpoint in both lanes, and a merchant in each by itself', () => {
    const flights = new Flights();
    start(flights, flight(1, 'mer_a', 1));
    start(flights, flight(1, 'mer_a', 2));
    start(flights, flight(2, 'mer_a', 2));
    const endpoints = [
      { id: 'we_1', count: 2 },
      { id: 'we_2', count: 1 },
    ];
    expect(flights.limits(1)).toMatchObject({ endpoints, merchants: [{ id: 'mer_a', count: 1 }] });
    expect(flights.limits(2)).toMatchObject({ endpoints, merchants: [{ id: 'mer_a', count: 2 }] });
  });

  it('forget endpoints and merchants that have nothing in flight', () => {
    const flights = new Flights();
    start(flights)();
    expect(flights.limits(1)).toMatchObject({ endpoints: [], merchants: [] });
    expect(flights.isBusy()).toBe(false);
  });
});

describe('waiting for all flights to land', () => {
  it('ends at once when nothing is being sent', async () => {
    await new Flights().landed();
  });

  it('includes flights that start while waiting', async () => {
    const flights = new Flights();
    const endFirst = start(flights);
    let landed = false;
    const waiting = flights.landed().then(() => {
      landed = true;
    });
    const endSecond = start(flights, flight(2));
    endFirst();
    await Promise.resolve();
    expect(landed).toBe(false);
    endSecond();
    await waiting;
    expect(landed).toBe(true);
  });
});
