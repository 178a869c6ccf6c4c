/** Time as the service sees it. SQL never asks the database for the time: tests hold this clock. */
export interface Clock {
  now(): Date;
  nowMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
};
