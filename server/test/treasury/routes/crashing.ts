import type { Context } from '../../../src/app/context.ts';
import type { RoutingService } from './routing-service.ts';

interface MortalWorker {
  ctx: Context;
  hasDied(): boolean;
}

/**
 * A worker that dies at a transaction or request: `dies` is asked before and after each of them. Nothing it does afterwards
 * has an effect.
 */
export function crashing(ctx: Context, dies: () => boolean): MortalWorker {
  let isDead = false;
  const mayDie = () => {
    if (!isDead && dies()) isDead = true;
    if (isDead) throw new Error('killed');
  };
  const through = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    mayDie();
    const result = await work();
    mayDie();
    return result;
  };
  type Begin = (...args: unknown[]) => Promise<unknown>;
  const watched = <T extends object>(sql: T): T =>
    new Proxy(sql, {
      apply(target, self, args: unknown[]) {
        // Parts of statements are made by the same call, and do nothing yet.
        if (isDead) throw new Error('killed');
        return Reflect.apply(target as never, self, args);
      },
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'begin') return value;
        return (...args: unknown[]) => {
          const work = args.at(-1) as (tx: object) => Promise<unknown>;
          const inside = async (tx: object) => {
            const result = await work(watched(tx));
            mayDie();
            return result;
          };
          return through(() => (value as Begin).call(target, ...args.slice(0, -1), inside));
        };
      },
    });
  const openRpc: Context['openRpc'] = (options) => {
    const rpc = ctx.openRpc(options);
    return { ...rpc, run: (work, signal) => through(() => rpc.run(work, signal)) };
  };
  return { ctx: { ...ctx, db: watched(ctx.db), openRpc }, hasDied: () => isDead };
}

const maxSteps = 2000;

/** Workers go on, one after the other, until all of these routes have ended. What goes wrong on purpose is not logged. */
export async function workMortally(
  service: RoutingService,
  routeIds: readonly string[],
  dies: () => boolean,
  before = async () => {},
): Promise<{ kills: number; steps: number }> {
  const silent = { ...service.ctx, log: service.ctx.log.child({}, { level: 'silent' }) };
  const isOpen = async () => {
    const found = await Promise.all(routeIds.map((id) => service.shown(id)));
    return found.some(({ route }) => route.status === 'processing');
  };
  const counts = { kills: 0, steps: 0 };
  let worker = crashing(silent, dies);
  for (; counts.steps < maxSteps && (await isOpen()); counts.steps++) {
    await before();
    await service.step({ ctx: worker.ctx }).catch(() => undefined);
    if (!worker.hasDied()) continue;
    counts.kills++;
    worker = crashing(silent, dies);
    // The claim of a worker that was killed ends.
    service.pass(60_000);
  }
  return counts;
}
