import { describe, expect, it } from 'vitest';
import { Flights } from './flights.ts';

const flight = (endpoint: number | string, merchant = 'mer_a') => ({
  endpoint_id: `we_${endpoint}`,
  merchant_id: merchant,
});

/** Starts a flight and returns the function that lands it. */
function start(flights: Flights, of = flight(1)): () => void {
  flights.start(of);
  return () => flights.land(of, true);
}

/** How many more deliveries of this endpoint may be claimed. */
function roomOf(flights: Flights, { endpoint_id } = flight(1)): number {
  const { rooms, perEndpoint } = flights.room();
  return rooms.find(({ endpointId }) => endpointId === endpoint_id)?.room ?? perEndpoint;
}

describe('the room of a process', () => {
  it('is 256 in total, 85 per merchant and 16 per endpoint while nothing is being sent', () => {
    expect(new Flights().room()).toEqual({
      total: 256,
      perEndpoint: 16,
      perMerchant: 85,
      rooms: [],
      merchantRooms: [],
    });
  });

  it('shrinks to zero as deliveries start and grows again as they end', () => {
    const flights = new Flights();
    const [endFirst, ...ends] = Array.from({ length: 256 }, (_, i) =>
      start(flights, flight(i, `mer_${i % 8}`)),
    );
    expect(flights.room().total).toBe(0);
    endFirst?.();
    expect(flights.room().total).toBe(1);
    for (const end of ends) end();
    expect(flights.room().total).toBe(256);
  });

  it('for one endpoint is 16 minus what it has in flight', () => {
    const flights = new Flights();
    for (let i = 0; i < 15; i++) start(flights);
    expect(roomOf(flights)).toBe(1);
    start(flights);
    expect(roomOf(flights)).toBe(0);
    expect(roomOf(flights, flight(2))).toBe(16);
  });

  it('for an endpoint is never more than its merchant has left', () => {
    const flights = new Flights();
    for (let i = 0; i < 80; i++) start(flights, flight(i));
    expect(roomOf(flights, flight(1))).toBe(5);
    for (let i = 80; i < 85; i++) start(flights, flight(i));
    expect(roomOf(flights, flight(1))).toBe(0);
    expect(roomOf(flights, flight('other', 'mer_b'))).toBe(16);
  });

  it('for a merchant is 85 minus what all its endpoints have in flight, and never below zero', () => {
    const flights = new Flights();
    for (let i = 0; i < 84; i++) start(flights, flight(i));
    start(flights, flight('other', 'mer_b'));
    expect(flights.room().merchantRooms).toEqual([
      { merchantId: 'mer_a', room: 1 },
      { merchantId: 'mer_b', room: 84 },
    ]);
    for (let i = 84; i < 87; i++) start(flights, flight(i));
    expect(flights.room().merchantRooms[0]).toEqual({ merchantId: 'mer_a', room: 0 });
    flights.land(flight('other', 'mer_b'), true);
    expect(flights.room().merchantRooms.map(({ merchantId }) => merchantId)).toEqual(['mer_a']);
  });

  it('remembers a limited number of failing endpoints, so that deleted ones do not fill the memory', () => {
    const flights = new Flights();
    for (let i = 0; i < 10_001; i++) {
      start(flights, flight(i, `mer_${i}`));
      flights.land(flight(i, `mer_${i}`), false);
    }
    expect(flights.room().rooms.length).toBeLessThanOrEqual(10_000);
    expect(roomOf(flights, flight(10_000))).toBe(2);
  });

  it('for an endpoint whose last attempt failed is 2, until one succeeds', () => {
    const flights = new Flights();
    start(flights);
    flights.land(flight(1), false);
    expect(roomOf(flights)).toBe(2);
    start(flights);
    expect(roomOf(flights)).toBe(1);
    start(flights);
    expect(roomOf(flights)).toBe(0);
    flights.land(flight(1), true);
    expect(roomOf(flights)).toBe(15);
  });

  it('is never below zero, even if an endpoint had more than 2 in flight when it started to fail', () => {
    const flights = new Flights();
    for (let i = 0; i < 16; i++) start(flights);
    flights.land(flight(1), false);
    expect(roomOf(flights)).toBe(0);
  });

  it('forgets an endpoint that has nothing in flight and did not fail', () => {
    const flights = new Flights();
    start(flights);
    flights.land(flight(1), true);
    expect(flights.room().rooms).toEqual([]);
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
