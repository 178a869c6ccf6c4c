import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { freePort, isListening } from '../support/free-port.ts';
import { makeDataDir, type RunningService, serve, until } from '../support/process.ts';
import { findOrSay } from '../support/programs.ts';

/* Two cells behind one host name, with the router's file of docs/scaling.md: nothing of ours is on the way. */

const nginx = findOrSay('nginx');
const names = ['a', 'b'] as const;
type Name = (typeof names)[number];
const config = new URL('../../../deploy/cells/nginx.conf', import.meta.url);

describe.runIf(nginx)('two cells behind one router', () => {
  const folders = { a: makeDataDir(), b: makeDataDir(), router: makeDataDir() };
  const cells = new Map<Name, RunningService>();
  let router: ChildProcess;
  let origin = '';

  const cell = (name: Name) => {
    const found = cells.get(name);
    if (!found) throw new Error(`no cell ${name}`);
    return found;
  };
  const ask = (name: Name, method: string, path: string, body?: object, key?: string) =>
    call(`${origin}/api/v1${path}`, method, {
      key: cell(name).testKey,
      ...(body ? { body } : {}),
      ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
    });
  const create = (name: Name, key: string) =>
    ask(name, 'POST', '/payments', { amount: '10.00', currency: 'USD', reference_id: 'ORDER-1' }, key);

  /** Each has a Postgres, a master key and a merchant of its own. */
  async function startCell(name: Name, port: number): Promise<void> {
    const env = {
      DATA_DIR: folders[name].path,
      PORT: String(port),
      PUBLIC_URL: `${origin}/${name}`,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    };
    cells.set(name, await serve(env));
  }

  /** The file of the repository, with the ports of this test. */
  async function startRouter(front: number, ports: Record<Name, number>): Promise<void> {
    const folder = folders.router.path;
    const replaced = (text: string, from: string, to: number) => {
      expect(text).toContain(from);
      return text.replace(from, `127.0.0.1:${to}`);
    };
    let text = readFileSync(config, 'utf8');
    text = replaced(text, '127.0.0.1:8080', front);
    text = replaced(text, '127.0.0.1:4001', ports.a);
    text = replaced(text, '127.0.0.1:4002', ports.b);
    writeFileSync(join(folder, 'cells.conf'), text);
    const known = cell('b').testKey.slice('svc_test_'.length).slice(0, 8);
    writeFileSync(join(folder, 'keys.map'), `"~^Bearer svc_(pub_)?(test|live)_${known}" cell_b;\n`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = temporary.map((one) => `${one}_temp_path ${folder}/${one};`).join(' ');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/nginx.pid; error_log stderr crit;\nevents {}\nhttp { access_log off; ${paths}\ninclude cells.conf; }\n`,
    );
    if (!nginx) throw new Error('no nginx');
    router = spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
    await until(() => isListening(front));
  }

  beforeAll(async () => {
    const [front, a, b] = [await freePort(), await freePort(), await freePort()];
    origin = `http://127.0.0.1:${front}`;
    await startCell('a', a);
    await startCell('b', b);
    await startRouter(front, { a, b });
  }, 240_000);

  afterAll(async () => {
    for (const one of cells.values()) await one.end('SIGTERM');
    if (router) {
      router.kill('SIGTERM');
      await once(router, 'exit');
    }
    for (const folder of Object.values(folders)) folder.remove();
  }, 60_000);

  it('each merchant is served by its own cell, whatever the other one has', async () => {
    const created = { a: await create('a', 'order-1'), b: await create('b', 'order-1') };
    for (const name of names) {
      // Neither the key nor the reference is taken: the cells share nothing.
      expect(created[name].status, created[name].text).toBe(201);
      const { payment_id, checkout_url } = created[name].json.data;
      expect(checkout_url).toBe(`${origin}/${name}/checkout/${payment_id}`);
      const again = await create(name, 'order-1');
      expect(again.text).toBe(created[name].text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const listed = await ask(name, 'GET', '/payments');
      expect(listed.json.data.map((one: { payment_id: string }) => one.payment_id)).toEqual([payment_id]);
    }
    const others = await ask('a', 'GET', `/payments/${created.b.json.data.payment_id}`);
    expect(others.json.error.code).toBe('PAYMENT_NOT_FOUND');
  }, 60_000);

  it('customers reach the checkout of either cell, and its files, at the one host name', async () => {
    for (const name of names) {
      const listed = await ask(name, 'GET', '/payments');
      const { payment_id } = listed.json.data[0];
      const page = await fetch(`${origin}/${name}/checkout/${payment_id}`);
      expect(page.status).toBe(200);
      const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(await page.text()) ?? [];
      expect(script.startsWith(`/${name}/`), script).toBe(true);
      expect((await fetch(new URL(script, origin))).status).toBe(200);
    }
  }, 60_000);

  it('a key that no cell knows is refused', async () => {
    const { status, json } = await call(`${origin}/api/v1/payments`, 'GET', {
      key: `svc_test_${'x'.repeat(38)}`,
    });
    expect([status, json.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('a cell that is gone takes nothing with it', async () => {
    await cell('a').end('SIGKILL');
    expect(
      (
        await fetch(`${origin}/api/v1/payments`, {
          headers: { authorization: `Bearer ${cell('a').testKey}` },
        })
      ).status,
    ).toBe(502);
    const { status } = await ask('b', 'POST', '/payments', { amount: '10.00', currency: 'USD' });
    expect(status).toBe(201);
  }, 60_000);
});
