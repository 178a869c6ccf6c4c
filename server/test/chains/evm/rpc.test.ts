import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRpc, type Rpc, type RpcOptions } from '../../../src/chains/rpc/rpc.ts';
import type { RpcError } from '../../../src/chains/rpc/rpc-error.ts';
import { RpcFailure, type RpcRequest, type RpcServer, startRpcServer } from '../watching/model/rpc-server.ts';

/** Two addresses of one chain, the first preferred. */
let first: RpcServer;
let second: RpcServer;
let nowMs = 0;
const open: Rpc[] = [];

const handler = (name: string) => (request: RpcRequest) => {
  if (request.method === 'eth_chainId') return '0x1';
  if (request.method === 'eth_fail') throw new RpcFailure(-32000, 'header not found');
  return `${name} ${JSON.stringify(request.params)}`;
};

beforeEach(async () => {
  nowMs = 1_000_000;
  first = await startRpcServer(handler('first'));
  second = await startRpcServer(handler('second'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((rpc) => rpc.close()));
  await Promise.all([first.stop(), second.stop()]);
});

function create(options: Partial<RpcOptions> = {}): Rpc {
  const rpc = createRpc({ urls: [first.url, second.url], chainId: 1, nowMs: () => nowMs, ...options });
  open.push(rpc);
  return rpc;
}

const ask = (rpc: Rpc) => rpc.run((connection) => connection.call('eth_ask', [1]));
const failure = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: RpcError) => error,
  );

/** What an address may do wrong. Each is an error of that address, and the next one answers. */
const faults: [string, NonNullable<RpcServer['interfere']>][] = [
  ['answers HTML', (_calls, reply) => Boolean(reply.end('<html>502</html>'))],
  ['answers 500', (_calls, reply) => Boolean(reply.writeHead(500).end('down'))],
  ['redirects', (_calls, reply) => Boolean(reply.writeHead(302, { location: '/' }).end())],
  [
    'answers another id',
    (_calls, reply) => Boolean(reply.end(JSON.stringify({ jsonrpc: '2.0', id: -1, result: '0x1' }))),
  ],
  [
    'answers without a result',
    ([call], reply) => Boolean(reply.end(JSON.stringify({ jsonrpc: '2.0', id: call?.id }))),
  ],
  ['answers nothing', (_calls, reply) => Boolean(reply.end())],
  ['answers a list for one call', (_calls, reply) => Boolean(reply.end('[]'))],
  [
    'closes the connection in mid answer',
    (_calls, reply) => {
      reply.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => reply.destroy());
      return true;
    },
  ],
  ['never answers', () => true],
  ['answers 429', (_calls, reply) => Boolean(reply.writeHead(429, { 'retry-after': '7' }).end())],
  [
    'is over its limit, in JSON',
    ([call], reply) =>
      Boolean(
        reply.end(
          JSON.stringify({ id: call?.id, error: { code: -32005, message: 'daily request count exceeded' } }),
        ),
      ),
  ],
  [
    'has another chain',
    ([call], reply) => Boolean(reply.end(JSON.stringify({ jsonrpc: '2.0', id: call?.id, result: '0x89' }))),
  ],
];

describe('an address that', () => {
  it.each(faults)('%s is put aside, and the next one answers', async (name, interfere) => {
    first.interfere = interfere;
    const aside: string[] = [];
    const deadlineMs = name === 'never answers' ? 1000 : 10_000;
    const rpc = create({ deadlineMs, onPutAside: (error) => aside.push(error.message) });
    expect(await ask(rpc)).toBe('second [1]');
    const asked = first.requests.length;
    expect(await ask(rpc)).toBe('second [1]');
    expect(first.requests.length).toBe(asked);
    expect(aside).toHaveLength(1);
    expect(aside[0]).toMatch(/^127\.0\.0\.1:\d+: /);
    expect(aside[0]).not.toContain('secret-key');
  });

  it('refuses connections is put aside too', async () => {
    await first.stop();
    expect(await ask(create())).toBe('second [1]');
  });

  it('answers more than the limit is cut off', async () => {
    first.interfere = ([call], reply) =>
      call?.method === 'eth_ask' &&
      Boolean(reply.end(JSON.stringify({ id: call.id, result: 'x'.repeat(5000) })));
    expect(await ask(create({ maxBytes: 2000 }))).toBe('second [1]');
  });
});

describe('the preferred address', () => {
  it('is returned to when its rest is over, which doubles with each failure', async () => {
    const rests: number[] = [];
    const rpc = create({ onPutAside: (_error, restMs) => rests.push(restMs) });
    first.interfere = (_calls, reply) => Boolean(reply.writeHead(503).end());
    for (const restMs of [1000, 2000, 4000]) {
      expect(await ask(rpc)).toBe('second [1]');
      nowMs += restMs;
    }
    expect(rests).toEqual([1000, 2000, 4000]);
    first.interfere = null;
    expect(await ask(rpc)).toBe('first [1]');
  });

  it('rests as long as Retry-After says', async () => {
    const rpc = create();
    first.interfere = (_calls, reply) => Boolean(reply.writeHead(429, { 'retry-after': '30' }).end());
    await ask(rpc);
    first.interfere = null;
    nowMs += 29_000;
    expect(await ask(rpc)).toBe('second [1]');
    nowMs += 1000;
    expect(await ask(rpc)).toBe('first [1]');
  });

  it('is checked for its chain again after a failure', async () => {
    const rpc = create({ urls: [first.url] });
    await ask(rpc);
    first.interfere = (_calls, reply) => Boolean(reply.writeHead(503).end());
    expect((await failure(ask(rpc)))?.problem).toBe('unreachable');
    first.interfere = null;
    first.requests.length = 0;
    await ask(rpc);
    expect(first.requests.map(([call]) => call?.method)).toEqual(['eth_chainId', 'eth_ask']);
  });
});

describe('when every address fails', () => {
  it('the error names the host and the problem', async () => {
    for (const server of [first, second]) server.interfere = (_calls, reply) => Boolean(reply.end('<html>'));
    const error = await failure(ask(create()));
    expect(error).toMatchObject({ problem: 'garbage', host: new URL(second.url).host });
  });

  it('nobody is asked while all providers asked for a rest', async () => {
    for (const server of [first, second])
      server.interfere = (_calls, reply) => Boolean(reply.writeHead(429, { 'retry-after': '5' }).end());
    const rpc = create();
    expect((await failure(ask(rpc)))?.problem).toBe('rate-limited');
    const asked = first.requests.length + second.requests.length;
    expect((await failure(ask(rpc)))?.problem).toBe('rate-limited');
    expect(first.requests.length + second.requests.length).toBe(asked);
  });

  it('an error that the node answers is tried at each address, and puts none aside', async () => {
    const aside: unknown[] = [];
    const rpc = create({ onPutAside: (error) => aside.push(error) });
    const error = await failure(rpc.run((connection) => connection.call('eth_fail', [])));
    expect(error).toMatchObject({ problem: 'node', code: -32000 });
    expect(aside).toEqual([]);
    expect(await ask(rpc)).toBe('first [1]');
  });
});

describe('a batch', () => {
  const calls = Array.from({ length: 120 }, (_, index) => ({ method: 'eth_ask', params: [index] }));
  const batch = (rpc: Rpc) => rpc.run((connection) => connection.batch(calls));

  it('is answered in the order of its calls, in parts', async () => {
    expect(await batch(create())).toEqual(calls.map(({ params }) => `first ${JSON.stringify(params)}`));
    expect(first.requests.map((request) => request.length)).toEqual([1, 50, 50, 20]);
  });

  it('gets smaller where a provider refuses it, and stays small', async () => {
    first.interfere = (requests, reply) =>
      requests.length > 10 &&
      Boolean(
        reply.end(JSON.stringify({ id: null, error: { code: -32600, message: 'batch size too large' } })),
      );
    const rpc = create();
    expect(await batch(rpc)).toHaveLength(120);
    first.requests.length = 0;
    await batch(rpc);
    expect(Math.max(...first.requests.map((request) => request.length))).toBeLessThanOrEqual(10);
    expect(second.requests).toEqual([]);
  });

  it('with an answer missing is an error of that address', async () => {
    first.interfere = (requests, reply) =>
      requests.length > 1 && Boolean(reply.end(JSON.stringify([{ id: requests[0]?.id, result: 1 }])));
    expect((await batch(create()))[0]).toBe('second [0]');
  });
});

describe('requests', () => {
  it('are counted with their host, time and problem', async () => {
    const counted: [string, number, string | null][] = [];
    const rpc = create({
      onRequest: (host, seconds, calls, error) => {
        expect(seconds).toBeGreaterThanOrEqual(0);
        counted.push([host, calls, error?.problem ?? null]);
      },
    });
    first.interfere = (_calls, reply) => Boolean(reply.writeHead(500).end());
    await ask(rpc);
    const [one, two] = [new URL(first.url).host, new URL(second.url).host];
    expect(counted).toEqual([
      ...Array.from({ length: 3 }, () => [one, 1, 'unreachable']),
      [two, 1, null],
      [two, 1, null],
    ]);
  });

  it('end at once when the caller gives up, and blame nobody', async () => {
    const aside: unknown[] = [];
    const rpc = create({ onPutAside: (error) => aside.push(error) });
    await ask(rpc);
    first.interfere = () => true;
    const giving = new AbortController();
    const running = failure(rpc.run((connection) => connection.call('eth_ask', []), giving.signal));
    setImmediate(() => giving.abort());
    expect((await running)?.problem).toBe('aborted');
    expect(aside).toEqual([]);
    expect(
      (await failure(rpc.run((connection) => connection.call('eth_ask', []), giving.signal)))?.problem,
    ).toBe('aborted');
  });

  it('carry the user and password of the URL, and errors leave out what is in its path', async () => {
    let authorization: string | undefined;
    first.interfere = (calls, reply, request) => {
      authorization = request.headers.authorization;
      return (
        calls[0]?.method === 'eth_ask' &&
        Boolean(
          reply.end(
            JSON.stringify({
              id: calls[0].id,
              error: { code: -1, message: `bad ${request.url} for eth_ask` },
            }),
          ),
        )
      );
    };
    const error = await failure(ask(create({ urls: [first.url.replace('//', '//operator:pass%20word@')] })));
    expect(authorization).toBe(`Basic ${Buffer.from('operator:pass word').toString('base64')}`);
    expect(error?.message).toContain('for eth_ask');
    expect(error?.message).not.toContain('secret-key');
  });
});
