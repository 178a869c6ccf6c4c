import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanEnv, until } from '../support/process.ts';
import type { Build } from './builds.ts';

/** Workers that make and refund payments one after the other. */
const workers = 4;
const patienceMs = 120_000;

interface Running {
  child: ChildProcess;
  url: string;
}

/** Payments and refunds, asked of all running processes in turn. Each is read from another process than it was made at. */
export interface Load {
  /** Starts `serve` of a build, and uses it once it is ready. */
  start(name: string, build: Build): Promise<void>;
  /** Takes it out of use, and kills it. */
  kill(name: string): Promise<void>;
  /** Until so many more payments were made. */
  untilMade(count: number): Promise<void>;
  /** Ends the load, waits until every payment is refunded, and returns how many there are. */
  stop(): Promise<number>;
  /** Answers and log lines that should not be. */
  problems: string[];
  end(): Promise<void>;
}

export function startLoad(env: Record<string, string>): Load {
  const processes = new Map<string, Running>();
  const problems: string[] = [];
  const made: string[] = [];
  let asked = 0;
  let isOn = true;
  let key = '';

  async function ask(method: string, path: string, body?: object): Promise<Record<string, string>> {
    for (;;) {
      const names = [...processes.keys()];
      const name = names[asked++ % Math.max(1, names.length)];
      const at = name === undefined ? undefined : processes.get(name);
      if (!name || !at) {
        await sleep(20);
        continue;
      }
      try {
        const response = await fetch(`${at.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        if (!response.ok) problems.push(`${name} ${method} ${path} ${response.status} ${text}`);
        return JSON.parse(text).data ?? {};
      } catch (error) {
        // Of a process that was killed meanwhile. What it changed is not known, so reads are asked again of another one.
        const isKilled = processes.get(name) !== at;
        if (isKilled && method === 'GET') continue;
        if (isKilled) return {};
        problems.push(`${name} ${method} ${path} ${error}`);
        return {};
      }
    }
  }

  /** Payments are `refunded` as soon as the refund is made; it is complete two seconds later. */
  const isRefunded = async (id: string) =>
    (await refundsOf(id)).some((refund) => refund['status'] === 'completed');

  async function refundsOf(id: string): Promise<Record<string, string>[]> {
    const refunds = (await ask('GET', `/refunds?payment_id=${id}`)) as unknown;
    return Array.isArray(refunds) ? refunds : [];
  }

  async function work(number: number): Promise<void> {
    for (let n = 0; isOn; n++) {
      const reference_id = `order-${number}-${n}`;
      await ask('POST', '/payments', { amount: '0.01', currency: 'USD', reference_id });
      const id = await paymentOf(reference_id);
      if (id === null) continue;
      made.push(id);
      await until(async () => (await ask('GET', `/payments/${id}`))['status'] === 'completed', patienceMs);
      await ask('POST', '/refunds', { payment_id: id });
    }
  }

  async function paymentOf(reference: string): Promise<string | null> {
    const found = (await ask('GET', `/payments?reference_id=${reference}`)) as unknown;
    return Array.isArray(found) ? (found[0]?.payment_id ?? null) : null;
  }

  let working: Promise<unknown> = Promise.resolve();
  const begin = () => {
    working = Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
  };

  return {
    problems,
    async start(name, build) {
      const child = spawn(process.execPath, [build.cli, 'serve', '--json'], {
        env: cleanEnv({ ...env, PORT: '0' }),
        stdio: 'pipe',
      });
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
          for (const line of text.split('\n'))
            if (/"level":(50|60)|"level":"(error|fatal)"/.test(line)) problems.push(`${name} ${line}`);
        });
      const base = () => /"base_url":"([^"]+)"/.exec(printed)?.[1];
      await until(
        () => base() !== undefined || child.exitCode !== null,
        patienceMs,
        () => printed,
      );
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${printed}`);
      const isFirst = key === '';
      key = JSON.parse(readFileSync(join(env['DATA_DIR'] ?? '', 'dev-credentials.json'), 'utf8')).test_key;
      const url = base() ?? '';
      const ready = await fetch(`${new URL(url).origin}/readyz`);
      if (!ready.ok) throw new Error(`${name} is not ready: ${await ready.text()}`);
      processes.set(name, { child, url });
      if (isFirst) begin();
    },
    async kill(name) {
      const at = processes.get(name);
      processes.delete(name);
      const ended = new Promise((resolve) => at?.child.once('exit', resolve));
      at?.child.kill('SIGKILL');
      await ended;
    },
    async untilMade(count) {
      const goal = made.length + count;
      await until(
        () => made.length >= goal || problems.length > 0,
        patienceMs,
        () => `${made.length} of ${goal}`,
      );
    },
    async stop() {
      isOn = false;
      await working;
      for (const id of made) {
        // A refund whose answer was lost with a killed process may not have been made.
        if (!(await isRefunded(id))) await refundOnce(id);
        await until(() => isRefunded(id), patienceMs);
      }
      return made.length;
    },
    async end() {
      isOn = false;
      await Promise.all([...processes.keys()].map((name) => this.kill(name)));
    },
  };

  async function refundOnce(id: string): Promise<void> {
    if ((await refundsOf(id)).length === 0) await ask('POST', '/refunds', { payment_id: id });
  }
}
