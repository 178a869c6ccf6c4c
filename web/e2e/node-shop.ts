import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/support/free-port.ts';
import { until } from '../../server/test/support/process.ts';
import type { TestService } from '../../server/test/support/service.ts';

const program = fileURLToPath(new URL('../../examples/node-shop/shop.js', import.meta.url));

interface Order {
  id: string;
  status: string;
  paymentId: string;
  shipments: string[];
}

/** The example shop, run as a separate process. */
export interface NodeShop {
  url: string;
  dataFile: string;
  child: ChildProcess;
  /** Everything printed since the last start. */
  output(): string;
  /** Reads an order from the data file. */
  order(id: string): Order;
  /** Stops the shop and starts it again with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when the shop is ready or has exited. */
export async function startNodeShop(env: Record<string, string>, givenPort?: number): Promise<NodeShop> {
  const port = givenPort ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'causeway-shop-'));
  const settings = {
    SHOP_PORT: String(port),
    SHOP_DATA: join(folder, 'shop.json'),
    DATA_DIR: folder,
    ...env,
  };
  let output = '';
  async function launch(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [program], { cwd: folder, env: settings, stdio: 'pipe' });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    // `close` fires after all output was read, `exit` does not.
    let ended = false;
    child.once('close', () => {
      ended = true;
    });
    await until(
      () => /Ctrl-C/.test(output) || ended,
      60_000,
      () => output,
    );
    return child;
  }
  const shop: NodeShop = {
    url: `http://localhost:${port}`,
    dataFile: settings.SHOP_DATA,
    child: await launch(),
    output: () => output,
    order: (id) => JSON.parse(readFileSync(settings.SHOP_DATA, 'utf8')).orders[id],
    async restart() {
      await end(shop.child);
      output = '';
      shop.child = await launch();
    },
    async stop() {
      await end(shop.child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  // Another process took the port first.
  if (givenPort === undefined && /set SHOP_PORT/.test(output)) {
    await shop.stop();
    return startNodeShop(env);
  }
  return shop;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
}

export function credentials(service: TestService): Record<string, string> {
  return { CAUSEWAY_API_KEY: service.testKey, CAUSEWAY_API_URL: `${service.url}/api/v1` };
}
