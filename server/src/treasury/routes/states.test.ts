import { describe, expect, it } from 'vitest';
import {
  type RouteState,
  routeMoves,
  routeStatuses,
  type StepState,
  stepMoves,
  stepStatuses,
} from './states.ts';

/** What routes may become. */
const routes: Record<RouteState, RouteState[]> = {
  processing: ['stuck', 'completed', 'failed'],
  stuck: ['processing'],
  completed: [],
  failed: [],
};

/** What steps may become. */
const steps: Record<StepState, StepState[]> = {
  planned: ['funding'],
  funding: ['planned', 'funded'],
  funded: ['approving', 'calling', 'called', 'returning'],
  approving: ['funded'],
  calling: ['funded', 'called'],
  called: ['funded', 'completed'],
  completed: [],
  returning: ['funded', 'returned'],
  returned: [],
};

const moves = (table: Record<string, { from: readonly string[]; to: string }>) =>
  Object.values(table).flatMap(({ from, to }) => from.map((one) => `${one} to ${to}`));
const listed = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([from, all]) => all.map((to) => `${from} to ${to}`));

describe('states', () => {
  it('of routes move as the table says', () => {
    expect(Object.keys(routes).sort()).toEqual([...routeStatuses].sort());
    expect([...new Set(moves(routeMoves))].sort()).toEqual(listed(routes).sort());
  });

  it('of steps move as the table says', () => {
    expect(Object.keys(steps).sort()).toEqual([...stepStatuses].sort());
    expect([...new Set(moves(stepMoves))].sort()).toEqual(listed(steps).sort());
  });
});
