import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../messages/email/mail-server.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/process.ts';
import { findOrSay } from '../support/programs.ts';

/* The way of an alert to its operator: the files of deploy/prometheus in a real Prometheus and Alertmanager, and a mail server. */

const read = (name: string) =>
  readFileSync(new URL(`../../../deploy/prometheus/${name}`, import.meta.url), 'utf8');
const prometheus = findOrSay('prometheus');
const alertmanager = findOrSay('prometheus-alertmanager', 'alertmanager');

/** Both were true for longer than an alert waits. */
const metrics = `causeway_alarms{kind="difference"} 1
causeway_alarms{kind="owner"} 1
`;

describe.runIf(prometheus && alertmanager)('an alert', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-alertmanager-'));
  const children: { child: ChildProcess; ended: Promise<unknown> }[] = [];
  let printed = '';
  let mails: MailServer;
  let service: Server;

  function run(program: string | undefined, ...args: string[]): void {
    const child = spawn(program ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
    children.push({ child, ended: once(child, 'exit') });
  }

  /** The file as it is, with what an operator fills in, and with waits that a test has time for. */
  function write(name: string, ...changes: [from: string | RegExp, to: string][]): string {
    const path = join(folder, name);
    const text = changes.reduce((before, [from, to]) => {
      const after = before.replaceAll(from, to);
      expect(after, `${name}: ${from}`).not.toBe(before);
      return after;
    }, read(name));
    writeFileSync(path, text);
    return path;
  }

  beforeAll(async () => {
    mails = await startMailServer({ allowInsecureAuth: true });
    service = createServer((_, response) => response.end(metrics)).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const metricsPort = (service.address() as AddressInfo).port;
    const [alertsPort, prometheusPort] = [await freePort(), await freePort()];
    const receiving = write(
      'alertmanager.yml',
      [
        'smtp_smarthost: smtp.example.com:587',
        `smtp_smarthost: 127.0.0.1:${mails.port}\n  smtp_require_tls: false`,
      ],
      [/group_wait: \w+/g, 'group_wait: 0s'],
    );
    const sending = write(
      'prometheus.yml',
      ['alertmanager:9093', `"127.0.0.1:${alertsPort}"`],
      ['serve:9100, work:9100', `"127.0.0.1:${metricsPort}"`],
      ['15s', '1s'],
    );
    write('alerts.yml', [/for: \w+/g, 'for: 0s']);
    const listening = `--web.listen-address=127.0.0.1:`;
    run(
      alertmanager,
      `--config.file=${receiving}`,
      `--storage.path=${folder}/alerts`,
      `${listening}${alertsPort}`,
      '--cluster.listen-address=',
    );
    run(
      prometheus,
      `--config.file=${sending}`,
      `--storage.tsdb.path=${folder}/data`,
      `${listening}${prometheusPort}`,
    );
  });
  afterAll(async () => {
    await Promise.all(
      children.map(({ child, ended }) => {
        child.kill('SIGTERM');
        return ended;
      }),
    );
    service.close();
    await mails.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is mailed to the operator, with what to do, as a page or as a ticket', async () => {
    const subjects = () => mails.received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1]);
    const expected = ['FIRING page: CausewayAlarm difference ', 'FIRING ticket: CausewayAlarmTicket owner '];
    await until(
      () => expected.every((one) => subjects().includes(one)),
      60_000,
      () => printed,
    );
    const page = mails.received[subjects().indexOf(expected[0])];
    expect(page).toMatchObject({
      from: 'alerts@example.com',
      to: ['operator@example.com'],
      user: 'alerts@example.com',
    });
    const text = page?.raw.toString().replaceAll('=\r\n', '');
    expect(text).toContain('1 alarm(s) of kind difference need you.');
    expect(text).toContain('docs/alerts.md#causewayalarm');
  });
});
