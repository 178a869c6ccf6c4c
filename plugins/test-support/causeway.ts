import { call } from '../../server/test/support/call.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { causeway, makeDataDir, type RunningService, serve } from '../../server/test/support/process.ts';

/** The built service in a process of its own, in test mode, that can be stopped and started again with its data. */
export interface Causeway {
  url: string;
  testKey: string;
  call<Data>(method: string, path: string, body?: object): Promise<Data>;
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** The clock of the test, if it moves one, is also that of the service. */
export async function startCauseway(clock: Record<string, string> = {}): Promise<Causeway> {
  const data = makeDataDir();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { DATA_DIR: data.path, PORT: String(port), LOG_LEVEL: 'error', ...clock };
  let running: RunningService | null = await serve(env);
  const { testKey } = running;
  // The browser is the customer.
  const merchants = JSON.parse((await causeway(['merchants', 'list', '--json'], env)).stdout);
  await causeway(['merchants', 'update', merchants[0].merchant_id, '--simulated-customer', 'off'], env);
  async function down(): Promise<void> {
    await running?.end('SIGTERM');
    running = null;
  }
  return {
    url,
    testKey,
    async call(method, path, body) {
      const { json } = await call(`${url}/api/v1${path}`, method, {
        key: testKey,
        ...(body ? { body } : {}),
      });
      if (!json.success) throw new Error(`${method} ${path}: ${JSON.stringify(json.error)}`);
      return json.data;
    },
    down,
    async up() {
      running ??= await serve(env);
    },
    async stop() {
      await down();
      data.remove();
    },
  };
}
