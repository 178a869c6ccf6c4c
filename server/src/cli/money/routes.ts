import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import type { RouteRow, RouteStepRow } from '../../treasury/routes/route.ts';
import { resumeRoute, selectNewestRoutes, showRoute } from '../../treasury/routes/route-balance.ts';
import { resumeRoutes, selectStops, stoppable, stopRoutes } from '../../treasury/routes/route-stops.ts';
import { routeStatuses } from '../../treasury/routes/states.ts';
import { type Command, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';
import { bookSwap } from './forgotten-swaps.ts';

const shownAtOnce = 100;

export const routeCommands: Command[] = [
  {
    name: 'routes list',
    usage: '[--status STATUS]',
    summary:
      'List routes of all merchants, newest first: balances exchanged into the asset they are paid in.',
    help: [`--status STATUS  only these: ${routeStatuses.join(', ')}`],
    options: { status: { type: 'string' } },
    args: [],
    async run(values) {
      const status = statusIn(values);
      const rows = await withContext((ctx) => selectNewestRoutes(ctx.db, status, shownAtOnce));
      print(values, rows.map(asLine));
    },
  },
  {
    name: 'routes show',
    usage: 'ROUTE_ID',
    summary: 'Show one route with its steps, and why it waits.',
    options: {},
    args: ['route_id'],
    async run(values, { route_id: id = '' }) {
      const found = await withContext((ctx) => showRoute(ctx, id));
      if (!found) throw new UsageError(`There is no route ${id}.`);
      const { route, steps } = found;
      const shown = steps.map(asStep);
      print(values, {
        ...asLine(route),
        explanation: route.explanation,
        steps: values['json'] ? shown : shown.map((step) => Object.values(step).join(', ')),
      });
    },
  },
  {
    name: 'routes retry',
    usage: 'ROUTE_ID',
    summary: 'Go on with a route that is stuck, after you have looked at what its transactions did.',
    options: {},
    args: ['route_id'],
    async run(values, { route_id: id = '' }) {
      const route = await withContext(async (ctx) => {
        if (!(await resumeRoute(ctx, id))) throw new UsageError(`${id} is not a route that is stuck.`);
        return (await showRoute(ctx, id))?.route;
      });
      if (route) print(values, asLine(route));
    },
  },
  {
    name: 'routes book',
    usage: 'TX_HASH --chain CHAIN (--route ROUTE_ID | --merchant MERCHANT_ID) [--yes]',
    summary:
      'Book a swap that was made and that the database does not know, as after a restored backup. Shows it and asks first.',
    help: [
      '--chain CHAIN           the chain of the transaction',
      '--route ROUTE_ID        the route that is stuck, and whose swap it was',
      '--merchant MERCHANT_ID  whose balance it exchanged, when the database does not know the route either',
      '--yes                   do not ask',
    ],
    options: {
      chain: { type: 'string' },
      route: { type: 'string' },
      merchant: { type: 'string' },
      yes: { type: 'boolean' },
    },
    args: ['tx_hash'],
    async run(values, { tx_hash: hash = '' }) {
      print(values, await withContext((ctx) => bookSwap(ctx, values, hash)));
    },
  },
  {
    name: 'routes stop',
    usage: 'PROVIDER|CHAIN',
    summary: 'Start no more steps by a provider (uniswap, cctp, lifi) or on a chain.',
    options: {},
    args: ['name'],
    async run(values, { name = '' }) {
      const kind = kindOf(name);
      await withContext((ctx) => stopRoutes(ctx, kind, name));
      print(values, { stopped: name });
    },
  },
  {
    name: 'routes resume',
    usage: 'PROVIDER|CHAIN',
    summary: 'Undo "routes stop".',
    options: {},
    args: ['name'],
    async run(values, { name = '' }) {
      const kind = kindOf(name);
      const isResumed = await withContext((ctx) => resumeRoutes(ctx, kind, name));
      if (!isResumed) throw new UsageError(`${name} is not stopped.`);
      print(values, { resumed: name });
    },
  },
  {
    name: 'routes stops',
    usage: '',
    summary: 'List the providers and chains that are stopped.',
    options: {},
    args: [],
    async run(values) {
      const stops = await withContext(({ db }) => selectStops(db));
      print(
        values,
        stops.map(({ kind, name, stopped_at }) => ({ kind, name, since: stopped_at.toISOString() })),
      );
    },
  },
];

function kindOf(name: string) {
  const kind = stoppable(name);
  if (kind === null) throw new UsageError(`"${name}" is neither a provider nor a chain.`);
  return kind;
}

function statusIn(values: Values) {
  const given = values['status'];
  if (given === undefined) return null;
  const status = routeStatuses.find((one) => one === given);
  if (!status) throw new UsageError(`--status must be one of ${routeStatuses.join(', ')}.`);
  return status;
}

function asLine(row: RouteRow) {
  const amount = formatTokenAmount(BigInt(row.token_units), tokenDecimals(row.chain, row.token));
  return {
    route_id: row.route_id,
    merchant_id: row.merchant_id,
    status: row.status,
    from: `${amount} ${row.token} on ${row.chain}`,
    to: `${row.to_token} on ${row.to_chain}`,
    created_at: row.created_at.toISOString(),
    problem: row.problem ?? row.failure_message,
  };
}

function asStep({ step, provider, status, call_hash, tries }: RouteStepRow) {
  return { step, provider, status, attempts: tries + 1, tx_hash: call_hash };
}
