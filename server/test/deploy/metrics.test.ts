import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveChains } from '../../src/chains/setup/live-chains.ts';
import { reconcile } from '../../src/treasury/reconciliation/reconcile-task.ts';
import { type LiveService, startLiveService } from '../live/live-service.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningCommand, serve, start, until } from '../support/process.ts';
import { findOrSay } from '../support/programs.ts';

/*
 * The recommended layout beside a local chain: the built `serve --no-workers` and `work`, each with a port for metrics, and a
 * real Prometheus that asks both.
 */

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

let live: LiveService<'base'>;
let processes: { end(signal: NodeJS.Signals): Promise<unknown> }[] = [];
let ports: { serve: number; work: number };
let resume: () => void;
let whole: Promise<void>;

/** From the log, since any free port was asked for. */
async function metricsPortOf({ output }: Pick<RunningCommand, 'output'>): Promise<number> {
  const find = () => /"port":(\d+)[^\n]*"msg":"serving metrics"/.exec(output())?.[1];
  await until(() => find() !== undefined, 60_000, output);
  return Number(find());
}

const metricsAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

beforeAll(async () => {
  live = await startLiveService('base');
  await makeWork();
  const dead = `http://127.0.0.1:${await freePort()}`;
  const env = {
    ...live.env,
    // The first node is dead, so that there are errors to count.
    BASE_RPC_URL: `${dead},${live.chains.urls.base}`,
    RATES_SOURCES: 'none',
    RATES_FIXED: 'ETH=3000,USDC=1,USDT=1,DAI=1,EUR=1.1,GBP=1.3,CAD=0.7,AUD=0.7',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
  };
  await new Promise<void>((started, failed) => {
    // The workers of the test's own process rest meanwhile: one process at a time watches a chain.
    whole = live.withoutWorkers(async () => {
      try {
        const work = start(['work'], env);
        processes = [work];
        const service = await serve(env, ['--no-workers']);
        processes.push(service);
        ports = { serve: await metricsPortOf(service), work: await metricsPortOf(work) };
        await fetch(`${service.url}/api/v1/payments`);
        const isRead = async () => /causeway_gas_transfers_left\{/.test(await metricsAt(ports.work));
        await until(isRead, 60_000, work.output);
        started();
        await new Promise<void>((done) => (resume = done));
      } catch (error) {
        failed(error);
      }
    });
  });
}, 240_000);

afterAll(async () => {
  for (const one of processes) await one.end('SIGTERM');
  resume?.();
  await whole;
  await live?.stop();
});

/** A payment to watch, a refund that waits for the operator, and a payment that nobody knows. */
async function makeWork(): Promise<void> {
  await live.open('base', 'USDC');
  const now = new Date();
  await live.untilRead('base');
  await live.chains.mine('base', 5);
  await live.untilRead('base');
  const [chain] = liveChains(live.ctx.config.chains, live.vault);
  if (chain) await reconcile(live.ctx, chain, live.vault);
  await live.ctx.db`
    insert into transfers (transfer_id, kind, environment, merchant_id, chain, token, to_address, units, source, series, status, due_at,
      held_reason, created_at)
    values ('trf_held', 'refund', 'live', ${live.merchantId}, 'base', 'USDC', '0x0', 1, 'refund ref_1', 'refund:pay_1', 'waiting', ${now}, 'test', ${now})`;
  await live.ctx.db`
    insert into unknown_payments (chain, payment_key, tx_hash, token, units, block_number, found_at)
    values ('base', 'key', '0x1', 'USDC', 1, 1, ${now})`;
}

describe('metrics of the recommended layout', () => {
  it('both kinds of process answer at METRICS_PORT, and nothing but that is there', async () => {
    for (const port of [ports.serve, ports.work]) {
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      expect((await ask('/healthz')).status).toBe(200);
      expect((await ask('/readyz')).status).toBe(200);
      const elsewhere = await ask('/api/v1/payments');
      expect(elsewhere.status).toBe(404);
      expect(await elsewhere.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    }
  });

  it('every metric that a guide, an alert or the dashboard names is there', async () => {
    const guides = readdirSync(new URL('docs', root)).filter((name) => name.endsWith('.md'));
    const texts = [
      read('README.md'),
      read('deploy/prometheus/alerts.yml'),
      read('deploy/grafana/causeway.json'),
      ...guides.map((name) => read(`docs/${name}`)),
    ];
    const named = new Set(
      texts.flatMap((text) => [...text.matchAll(/\b(?:causeway|nodejs|process)_[a-z0-9_]+\b/g)].map(String)),
    );
    // The cookie of the dashboard, and the databases of tests, are no metrics.
    for (const other of named)
      if (/^causeway_(session|test|template|causeway$)/.test(other)) named.delete(other);
    const both = (await metricsAt(ports.serve)) + (await metricsAt(ports.work));
    const families = new Set([...both.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const isThere = (name: string) =>
      families.has(name) || families.has(name.replace(/_(bucket|count|sum)$/, ''));
    expect([...named].filter((name) => !isThere(name))).toEqual([]);
    expect(named.size).toBeGreaterThan(30);
  });

  it('money that needs the operator is counted by processes without workers too', async () => {
    for (const port of [ports.serve, ports.work]) {
      let text = '';
      // A value that the database does not give within a second is left out.
      await until(async () => {
        text = await metricsAt(port);
        return /causeway_unknown_payments\{/.test(text) && /causeway_alarms\{kind="unknown"\} \d/.test(text);
      });
      expect(text).toContain('causeway_unknown_payments{chain="base"} 1');
      expect(text).toContain('causeway_transfers_open{chain="base",state="held"} 1');
      expect(text).toContain('causeway_alarms{kind="unknown"} 1');
      expect(text).toMatch(/causeway_chain_head_age_seconds\{chain="base"\} \d/);
      expect(text).toMatch(/causeway_database_connections\{state="open"\} [1-9]/);
    }
  });

  it('hosts of nodes are named without the rest of their address', async () => {
    const text = await metricsAt(ports.work);
    expect(text).toMatch(
      /causeway_rpc_errors_total\{chain="base",host="127\.0\.0\.1:\d+",problem="\w+"\} [1-9]/,
    );
  });
});

const prometheus = findOrSay('prometheus');

describe.runIf(prometheus)('Prometheus beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-prometheus-'));
  let child: ChildProcess;
  let url = '';
  beforeAll(async () => {
    const config = read('deploy/prometheus/prometheus.yml')
      .replace('serve:9100, work:9100', `"127.0.0.1:${ports.serve}", "127.0.0.1:${ports.work}"`)
      .replaceAll('15s', '1s');
    writeFileSync(join(folder, 'prometheus.yml'), config);
    writeFileSync(join(folder, 'alerts.yml'), read('deploy/prometheus/alerts.yml'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}/api/v1`;
    child = spawn(
      prometheus ?? '',
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const ready = () => fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null);
    await until(async () => (await ready())?.status === 200);
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  interface Result {
    status: string;
    error?: string;
    data: { result: unknown[] };
  }
  const ask = async (query: string): Promise<Result> => {
    const answer = await fetch(`${url}/query?query=${encodeURIComponent(query)}`).catch(() => null);
    return answer ? ((await answer.json()) as Result) : { status: 'down', data: { result: [] } };
  };

  it('answers every query of the dashboard with a series', async () => {
    const { panels } = JSON.parse(read('deploy/grafana/causeway.json'));
    const queries: string[] = panels.flatMap((panel: { targets: { expr: string }[] }) =>
      panel.targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
    );
    expect(queries.length).toBeGreaterThan(20);
    for (const query of queries) {
      let last: unknown = null;
      await until(
        async () => {
          const answer = await ask(query);
          last = answer;
          if (answer.status === 'error') throw new Error(`${query}: ${answer.error}`);
          return answer.data.result.length > 0;
        },
        30_000,
        () => `${query}: ${JSON.stringify(last)}`,
      );
    }
  });

  it('has loaded every alert, and an alarm of the service is pending', async () => {
    const rules = read('deploy/prometheus/alerts.yml').match(/- alert:/g)?.length;
    const { data } = (await (await fetch(`${url}/rules`)).json()) as {
      data: { groups: { rules: { lastError?: string }[] }[] };
    };
    const loaded = data.groups.flatMap((group) => group.rules);
    expect(loaded).toHaveLength(rules ?? 0);
    expect(loaded.filter((rule) => rule.lastError)).toEqual([]);
    const pending = 'ALERTS{alertname="CausewayAlarm",kind="unknown"}';
    await until(async () => (await ask(pending)).data.result.length > 0, 30_000);
  });
});
