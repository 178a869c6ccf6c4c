import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmKinds } from '../../src/messages/alarms/alarms.ts';
import { findOrSay } from '../support/programs.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '');

const alerts = all(read('deploy/prometheus/alerts.yml'), /- alert: (\w+)/g);
const sections = all(read('docs/alerts.md'), /^### (\w+)$/gm);

describe('alerts', () => {
  it('each has a section that says what to do, and each section an alert', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect([...sections].sort()).toEqual([...alarmKinds, ...alerts].sort());
  });

  it('every alarm that can be raised is of a known kind, so that it is counted', () => {
    const statement = read('server/src/messages/alarms/store.ts');
    const ids = statement.match(/(?<=concat_ws\(' ', ')\w+|(?<=select ')\w+(?= ' \|\|)/g);
    expect([...new Set(ids)].sort()).toEqual([...alarmKinds]);
  });

  it('each names its section', () => {
    const guides = all(read('deploy/prometheus/alerts.yml'), /guide: docs\/alerts\.md#(\w+)/g);
    expect(guides).toEqual(alerts.map((name) => name.toLowerCase()));
  });

  it('each has a test in which it fires, and one in which it does not', () => {
    const tests = read('deploy/prometheus/alerts.test.yml');
    const once = (found: string[]) => [...new Set(found)].sort();
    expect(once(all(tests, /^ {8}alertname: (\w+)$/gm))).toEqual([...alerts].sort());
    expect(once(all(tests, /alertname: (\w+), exp_alerts: \[\]/g))).toEqual([...alerts].sort());
  });

  it('every kind of alarm pages or can wait, as the guide says', () => {
    const [paging = '', waiting = ''] = all(
      read('deploy/prometheus/alerts.yml'),
      /causeway_alarms\{kind[!=]~"([a-z|]+)"\}/g,
    );
    const tickets = waiting.split('|');
    expect(alarmKinds).toEqual(expect.arrayContaining(tickets));
    // What does not page is a ticket, or has an alert of its own.
    expect(paging.split('|').sort()).toEqual([...tickets, 'reversed'].sort());
    const [, said = ''] = /^Those that can wait [^:]*: ([^.]+)\./m.exec(read('docs/alerts.md')) ?? [];
    expect(all(said, /`(\w+)`/g)).toEqual(tickets);
  });
});

const promtool = findOrSay('promtool');

describe.runIf(promtool)('promtool', () => {
  const run = (...args: string[]) =>
    execFileSync(promtool ?? '', args, { cwd: new URL('deploy/prometheus/', root), encoding: 'utf8' });

  it('accepts the rules and the configuration', () => {
    expect(run('check', 'rules', 'alerts.yml')).toContain(`${alerts.length} rules found`);
    expect(run('check', 'config', 'prometheus.yml')).toContain('is valid prometheus config');
  });

  it('accepts what the guide says for pods, which then have the job that alerts look for', () => {
    const block = /```text\n(scrape_configs:[^`]*)```/.exec(read('docs/alerts.md'))?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'causeway-prometheus-'));
    try {
      // Debian's Prometheus is built without Kubernetes.
      const checked = block.replace('kubernetes_sd_configs: [{ role: pod }]', 'static_configs: []');
      expect(checked).not.toBe(block);
      writeFileSync(join(folder, 'pods.yml'), checked);
      expect(run('check', 'config', '--syntax-only', join(folder, 'pods.yml'))).toContain('is valid');
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(block).toContain('__meta_kubernetes_pod_label_app]');
    const jobs = all(read('deploy/prometheus/alerts.yml'), /job="(\w+)"/g);
    const pods = all(
      read('deploy/kubernetes/causeway.yaml'),
      /labels: \{ app: (\w+), part: \w+ \}\n {6}annotations: \{ prometheus/g,
    );
    expect(pods).toHaveLength(2);
    expect([...new Set([...jobs, ...pods])]).toEqual(['causeway']);
  });

  it('sees each alert fire on its series', () => {
    expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});

const amtool = findOrSay('amtool');

describe.runIf(amtool)('amtool', () => {
  it('accepts the configuration of Alertmanager', () => {
    const args = ['check-config', 'deploy/prometheus/alertmanager.yml'];
    expect(execFileSync(amtool ?? '', args, { cwd: root, encoding: 'utf8' })).toContain('SUCCESS');
  });

  it.each([
    ['page', 'pages'],
    ['ticket', 'tickets'],
  ])('a %s goes to the receiver %s', (severity, receiver) => {
    const config = '--config.file=deploy/prometheus/alertmanager.yml';
    const args = ['config', 'routes', 'test', config, `severity=${severity}`, 'alertname=CausewayAlarm'];
    expect(execFileSync(amtool ?? '', args, { cwd: root, encoding: 'utf8' }).trim()).toBe(receiver);
  });
});
