import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createSender,
  type Sender,
  type SendResult,
} from '../../../src/messages/webhooks/deliveries/sender.ts';
import { until } from '../../support/process.ts';
import { startRawReceiver } from './raw-receiver.ts';
import { startReceiver } from './receiver.ts';
import { selfSigned } from './self-signed.ts';

const dayMs = 24 * 60 * 60 * 1000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

let sender: Sender;
let server: Server | undefined;
let requests = 0;
beforeAll(() => {
  sender = createSender();
});
afterAll(() => sender.close());
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  requests = 0;
});

/** A receiver with a certificate of its own making; its URL, and the certificate. */
async function startTls(hosts: string[], fromDays: number, toDays: number, options = {}) {
  const made = selfSigned({ hosts, from: daysFromNow(fromDays), to: daysFromNow(toDays) });
  const https = createServer({ ...made, ...options }, (_request, response) => {
    requests++;
    response.end('ok');
  });
  server = https;
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  return { url: `https://127.0.0.1:${(https.address() as AddressInfo).port}/`, cert: made.cert };
}

const send = (url: string) =>
  sender.send({ merchantId: null, environment: 'test', url, headers: {}, body: Buffer.from('{}') });

/** One attempt by a process that trusts this certificate. */
async function sendTrusting({ url, cert }: { url: string; cert: string }): Promise<SendResult> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-ca-'));
  writeFileSync(join(folder, 'ca.pem'), cert);
  const source = fileURLToPath(
    new URL('../../../src/messages/webhooks/deliveries/sender.ts', import.meta.url),
  );
  const script = `
    import { createSender } from ${JSON.stringify(source)};
    const sender = createSender();
    const outgoing = { merchantId: null, environment: 'test', url: ${JSON.stringify(url)}, headers: {}, body: Buffer.from('{}') };
    process.stdout.write(JSON.stringify(await sender.send(outgoing)));
    await sender.close();`;
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
  });
  rmSync(folder, { recursive: true });
  return JSON.parse(output);
}

describe('a certificate', () => {
  it('that is trusted, in its time and for this host is accepted', async () => {
    const result = await sendTrusting(await startTls(['127.0.0.1'], -1, 1));
    expect(result).toMatchObject({ httpStatus: 200, responseBody: 'ok', error: null });
  });

  it('that is trusted but expired is refused, and nothing is sent', async () => {
    const result = await sendTrusting(await startTls(['127.0.0.1'], -10, -1));
    expect(result).toMatchObject({ httpStatus: null, error: expect.stringMatching(/expired/) });
    expect(requests).toBe(0);
  });

  it('that is trusted but not valid yet is refused, and nothing is sent', async () => {
    const result = await sendTrusting(await startTls(['127.0.0.1'], 1, 10));
    expect(result).toMatchObject({ httpStatus: null, error: expect.stringMatching(/not yet valid/) });
    expect(requests).toBe(0);
  });

  it('that is trusted but for another host is refused, and nothing is sent', async () => {
    const result = await sendTrusting(await startTls(['shop.example'], -1, 1));
    expect(result).toMatchObject({ httpStatus: null, error: expect.stringMatching(/does not match/) });
    expect(requests).toBe(0);
  });

  it('that vouches for itself alone is refused, and nothing is sent', async () => {
    const { url } = await startTls(['127.0.0.1'], -1, 1);
    expect(await send(url)).toMatchObject({
      httpStatus: null,
      responseBody: null,
      error: expect.stringMatching(/self-signed certificate/),
    });
    expect(requests).toBe(0);
  });
});

describe('TLS that is not right', () => {
  it('is refused when it is too old', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    const { url } = await startTls(['127.0.0.1'], -1, 1, old);
    const { httpStatus, error } = await send(url);
    expect(httpStatus).toBeNull();
    expect(error).toMatch(/protocol version|alert/i);
  });

  it('is told when the receiver speaks plain HTTP', async () => {
    const plain = await startReceiver();
    const { httpStatus, error } = await send(plain.url.replace('http:', 'https:'));
    expect(httpStatus).toBeNull();
    expect(error).toMatch(/SSL|wrong version/i);
    expect(plain.received).toEqual([]);
    await plain.close();
  });

  it('is told when the receiver hangs up in the middle of the greeting', async () => {
    const raw = await startRawReceiver(() => {});
    const { hostname, port } = new URL(raw.url);
    const sending = send(`https://${hostname}:${port}/`);
    await until(() => raw.connections() === 1, 60_000);
    await raw.close();
    const { httpStatus, error } = await sending;
    expect(httpStatus).toBeNull();
    expect(error).toMatch(/disconnected|ECONNRESET|closed/);
  });

  it('is told when HTTPS is spoken to where HTTP was asked for', async () => {
    const { url } = await startTls(['127.0.0.1'], -1, 1);
    const { error } = await send(url.replace('https:', 'http:'));
    expect(error).not.toBeNull();
    expect(requests).toBe(0);
  });
});
