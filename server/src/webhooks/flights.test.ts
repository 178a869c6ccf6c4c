import { describe, expect, it } from 'vitest';
import { Flights } from './flights.ts';

const flight = (endpoint: number | string, merchant = 'mer_a') => ({
  endpoint_id: `we_${endpoint}`,
  merchant_id: merchant,
});

/** A flight that lands when it is told to. */
function start(flights: Flights, of = flight(1)): () => void {
  flights.start(of);
  return () => flights.land(of, true);
}

/** How many more of this endpoint may be taken. */
function roomOf(flights: Flights, { endpoint_id } = flight(1)): number {
  const { rooms, perEndpoint } = flights.room();
  return rooms.find(({ endpointId }) => endpointId === endpoint_id)?.room ?? perEndpoint;
}

describe('what a process may take on', () => {
  it('is 256 in all, 85 of a merchant and 16 of an endpoint while nothing is being sent', () => {
    expect(new Flights().room()).toEqual({
      total: 256,
      perEndpoint: 16,
      perMerchant: 85,
      rooms: [],
      merchantRooms: [],
    });
  });

  it('shrinks with every delivery being sent, down to nothing, and grows again as they end', () => {
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

  it('of one endpoint is what its 16 places leave', () => {
    const flights = new Flights();
    for (let i = 0; i < 15; i++) start(flights);
    expect(roomOf(flights)).toBe(1);
    start(flights);
    expect(roomOf(flights)).toBe(0);
    expect(roomOf(flights, flight(2))).toBe(16);
  });

  it('of a busy endpoint is no more than its merchant has left', () => {
    const flights = new Flights();
    for (let i = 0; i < 80; i++) start(flights, flight(i));
    expect(roomOf(flights, flight(1))).toBe(5);
    for (let i = 80; i < 85; i++) start(flights, flight(i));
    expect(roomOf(flights, flight(1))).toBe(0);
    expect(roomOf(flights, flight('other', 'mer_b'))).toBe(16);
  });

  it('of a merchant is what its 85 places leave, from whichever endpoint, down to nothing', () => {
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

  it('remembers failing endpoints up to a limit, so that deleted ones do not fill the memory', () => {
    const flights = new Flights();
    for (let i = 0; i < 10_001; i++) {
      start(flights, flight(i, `mer_${i}`));
      flights.land(flight(i, `mer_${i}`), false);
    }
    expect(flights.room().rooms.length).toBeLessThanOrEqual(10_000);
    expect(roomOf(flights, flight(10_000))).toBe(2);
  });

  it('of an endpoint whose last attempt failed is 2, until one succeeds', () => {
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

  it('is never below nothing, though an endpoint had more under way when it began to fail', () => {
    const flights = new Flights();
    for (let i = 0; i < 16; i++) start(flights);
    flights.land(flight(1), false);
    expect(roomOf(flights)).toBe(0);
  });

  it('forgets an endpoint that has nothing under way and did not fail', () => {
    const flights = new Flights();
    start(flights);
    flights.land(flight(1), true);
    expect(flights.room().rooms).toEqual([]);
  });
});

describe('waiting for all of them', () => {
  it('ends at once when nothing is being sent', async () => {
    await new Flights().landed();
  });

  it('ends when the last one has, those that started meanwhile included', async () => {
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
