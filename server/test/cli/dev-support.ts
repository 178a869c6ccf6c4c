import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { type RunningCommand, start, until } from '../support/process.ts';
import type { TestService } from '../support/service.ts';

export const patienceMs = 60_000;

/**
 * Time for tests that start processes, some of them several, on a machine that may be busy with others. Each test file
 * calls it: at the top of this module it would hold for the first file alone, since files share modules.
 */
export function allowForProcesses(): void {
  vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });
}

export interface Laptop {
  env: Record<string, string>;
  configHome: string;
  remove(): void;
}

/** The environment of a developer's machine that knows a test key of the service, and nothing of its database. */
export function makeLaptop(service: TestService): Laptop {
  const configHome = mkdtempSync(join(tmpdir(), 'causeway-config-'));
  return {
    env: {
      XDG_CONFIG_HOME: configHome,
      DATA_DIR: join(configHome, 'no-data'),
      CAUSEWAY_API_URL: `${service.url}/api/v1`,
      CAUSEWAY_API_KEY: service.testKey,
    },
    configHome,
    remove: () => rmSync(configHome, { recursive: true, force: true }),
  };
}

export interface Listener extends RunningCommand {
  secret: string;
  lines(): string[];
}

/** `webhooks listen`, once it is ready. */
export async function startListening(
  laptop: Laptop,
  args: string[],
  env: Record<string, string> = {},
): Promise<Listener> {
  const command = start(['webhooks', 'listen', ...args], { ...laptop.env, ...env });
  await until(
    () => /whsec_/.test(command.stdout()) || command.child.exitCode !== null,
    patienceMs,
    command.output,
  );
  return {
    ...command,
    secret: /whsec_[0-9A-Za-z+/=]+/.exec(command.stdout())?.[0] ?? '',
    lines: () => command.stdout().split('\n').filter(Boolean),
  };
}

/** Drives a new payment to its end. Two events follow, processing and completed; one for the other ends. */
export async function pay(service: TestService, body: object = {}): Promise<string> {
  const created = await service.call('POST', '/payments', {
    body: { amount: '4.04', currency: 'USD', ...body },
  });
  const { payment_id: id } = created.json.data;
  const done = await service.call('POST', `/payments/${id}/simulate`, { body: { outcome: 'complete' } });
  expect(done.status, done.text).toBe(200);
  return id;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Door {
  url: string;
  /** How many requests came. */
  count(): number;
  /** What to do with requests from now on; null lets them through. */
  behave(handler: Handler | null): void;
  /** What lets requests through says from now on that it is this time. */
  stopClock(at: Date): void;
  close(): Promise<void>;
}

/** What stands between a developer and the service: it lets requests through until it is told otherwise. */
export async function startDoor(service: TestService): Promise<Door> {
  let handler: Handler | null = null;
  let count = 0;
  let date: Record<string, string> = {};
  const server = createServer(async (request, response) => {
    count++;
    if (handler) return handler(request, response);
    const answer = await fetch(`${service.url}${request.url}`, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    const headers = { 'content-type': 'application/json', ...date };
    return response.writeHead(answer.status, headers).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    count: () => count,
    behave(next) {
      handler = next;
    },
    stopClock(at) {
      date = { date: at.toUTCString() };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
