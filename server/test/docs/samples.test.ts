import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort, isListening } from '../support/free-port.ts';
import { until } from '../support/process.ts';
import { blocksOf, guides } from './blocks.ts';
import { type Delivery, isHere, judge, type Runtime, runtimes } from './samples.ts';

// Go compiles its standard library first.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = JSON.stringify({
  id: 'evt_1',
  type: 'payment.completed',
  data: { metadata: { name: 'Zoë 🚀' } },
});
const sign = (key: string, text = body) => createHmac('sha256', key).update(text).digest('hex');
const secondsFromNow = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

interface Change {
  body?: string;
  secret?: string;
  signature?: string;
  previous?: string;
  timestamp?: string;
}

function delivery(change: Change = {}): Delivery {
  const headers: Record<string, string> = {
    'X-Service-Signature': change.signature ?? sign(secret),
    'X-Service-Timestamp': change.timestamp ?? secondsFromNow(0),
  };
  if (change.previous) headers['X-Service-Signature-Previous'] = change.previous;
  return { body: change.body ?? body, secret: change.secret ?? secret, headers };
}

/** What gets nearer to the limit while the judge starts is a minute from it, which leaves room for a slow machine. */
const cases: [string, boolean, () => Delivery][] = [
  ['good', true, () => delivery()],
  [
    'signed with the old secret too, during a rotation',
    true,
    () => delivery({ signature: sign(other), previous: sign(secret) }),
  ],
  ['240 seconds old', true, () => delivery({ timestamp: secondsFromNow(-240) })],
  ['290 seconds ahead', true, () => delivery({ timestamp: secondsFromNow(290) })],
  ['changed', false, () => delivery({ body: body.replace('evt_1', 'evt_2') })],
  ['cut', false, () => delivery({ body: body.slice(0, -1) })],
  ['signed with another secret', false, () => delivery({ signature: sign(other) })],
  ['judged with another secret', false, () => delivery({ secret: other })],
  ['signed with a secret without its prefix', false, () => delivery({ signature: sign(secret.slice(6)) })],
  ['too old', false, () => delivery({ timestamp: secondsFromNow(-310) })],
  ['too far ahead', false, () => delivery({ timestamp: secondsFromNow(360) })],
  ['without a signature', false, () => delivery({ signature: '' })],
  ['with a short signature', false, () => delivery({ signature: sign(secret).slice(0, 32) })],
  ['with a signature that is not hex', false, () => delivery({ signature: 'zoë' })],
  ['without a time', false, () => delivery({ timestamp: '' })],
  ['with a time that is none', false, () => delivery({ timestamp: 'NaN' })],
];

const samples = guides()
  .flatMap((guide) => blocksOf(guide))
  .filter(({ language, notRun }) => notRun === null && ['python', 'php', 'go', 'ruby'].includes(language));

function runtimeOf(language: string, file: string | null): Runtime {
  const found = runtimes.find((runtime) => runtime.language === language && runtime.file === file);
  if (!found) throw new Error(`The tests have no driver for ${language} in a file ${file}: see samples.ts.`);
  return found;
}

/** Named, so that a failure says which delivery was judged wrongly. */
const named = (list: (boolean | undefined)[]) => cases.map(([name], index) => [name, list[index]]);
const rightly = named(cases.map(([, isGood]) => isGood));

describe('a sample that verifies webhooks', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-samples-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(samples.map((block) => [`${block.guide}, ${block.language}`, block] as const))(
    'judges each delivery rightly: %s',
    (_name, { language, file, code }) => {
      const runtime = runtimeOf(language, file);
      if (!isHere(runtime)) {
        process.stderr.write(`NOT RUN: ${language} is not on this machine, so ${file} was not tried.\n`);
        return;
      }
      const place = join(folder, language, runtime.place ?? '', runtime.file);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, code);
      const verdicts = judge(
        runtime,
        join(folder, language),
        cases.map(([, , make]) => make()),
      );
      expect(named(verdicts)).toEqual(rightly);
    },
  );

  it('judges each delivery rightly: the receiver in docs/webhooks.md', async () => {
    const [receiver] = blocksOf('docs/webhooks.md').filter(({ file }) => file === 'receiver.mjs');
    const running = await Promise.all([secret, other].map((key) => startReceiver(receiver?.code ?? '', key)));
    const verdicts = [];
    for (const [, , make] of cases) {
      const given = make();
      const url = running.find(({ key }) => key === given.secret)?.url ?? '';
      const answer = await fetch(url, { method: 'POST', body: given.body, headers: given.headers });
      verdicts.push(answer.status === 200);
    }
    for (const { child } of running) child.kill();
    expect(named(verdicts)).toEqual(rightly);
  });

  async function startReceiver(code: string, key: string) {
    const port = await freePort();
    const path = join(folder, `receiver-${port}.mjs`);
    writeFileSync(path, code.replaceAll('4500', String(port)));
    const child = spawn(process.execPath, [path], { env: { WEBHOOK_SECRET: key }, stdio: 'ignore' });
    await until(() => isListening(port), 60_000);
    return { key, child, url: `http://127.0.0.1:${port}/hook` };
  }

  it('is there for each language that has a driver', () => {
    expect(samples.map(({ language }) => language).sort()).toEqual(
      runtimes.map(({ language }) => language).sort(),
    );
  });
});
