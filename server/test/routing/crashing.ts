import type { Context } from '../../src/context.ts';

export interface MortalWorker {
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
