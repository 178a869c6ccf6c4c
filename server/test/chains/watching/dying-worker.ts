import type { Context } from '../../../src/app/context.ts';

/** A worker that dies, as by SIGKILL, right after its next commit that wakes others, once it is `doomed`. */
export interface DyingWorker {
  ctx: Context;
  isDoomed: boolean;
  readonly isDead: boolean;
}

export function dyingWorker(ctx: Context): DyingWorker {
  let isDead = false;
  const assertAlive = () => {
    if (isDead) throw new Error('killed');
  };
  const db = new Proxy(ctx.db, {
    apply(target, self, args) {
      assertAlive();
      return Reflect.apply(target, self, args);
    },
    get(target, key, self) {
      if (key === 'begin') assertAlive();
      return Reflect.get(target, key, self);
    },
  });
  const worker = {
    isDoomed: false,
    get isDead() {
      return isDead;
    },
    ctx: {
      ...ctx,
      db,
      wake: {
        ...ctx.wake,
        at() {
          isDead ||= worker.isDoomed;
        },
      },
      openRpc: (options: Parameters<Context['openRpc']>[0]) => {
        const rpc = ctx.openRpc(options);
        const whileAlive: typeof rpc = {
          ...rpc,
          run: async (work, signal) => {
            assertAlive();
            return rpc.run(work, signal);
          },
          everywhere: async (work, signal) => {
            assertAlive();
            return rpc.everywhere(work, signal);
          },
        };
        return whileAlive;
      },
    },
  };
  return worker;
}
