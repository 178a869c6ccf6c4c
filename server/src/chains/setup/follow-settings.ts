import type { Log } from '../../platform/log.ts';
import type { LiveChains } from './live-chains-port.ts';

const everyMs = 2000;

/** Keeps this process's state of live chains in sync with what workers store. */
export async function followChains(chains: LiveChains, log: Log): Promise<() => Promise<void>> {
  await chains.refresh();
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = chains
      .refresh()
      .catch((error: unknown) => log.debug({ err: error }, 'could not read the state of the live chains'));
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
