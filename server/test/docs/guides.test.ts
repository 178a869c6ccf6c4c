import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../src/db/client.ts';
import { call } from '../support/call.ts';
import { type Block, blocksOf, guides } from './blocks.ts';
import { embeddedUrl } from './embedded-url.ts';
import { type Reader, welcomeReader } from './reader.ts';
import { differences, type Envelope, envelopesIn } from './shapes.ts';
import { isListening, type Terminal } from './terminal.ts';

// Each block of shell starts processes, on a machine that may be busy with others.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let reader: Reader;
beforeAll(async () => {
  reader = await welcomeReader();
});
afterAll(() => reader.leave());

describe('what a guide tells its reader to do works, and what it shows is what comes back', () => {
  it.each(guides().filter((guide) => blocksOf(guide).some(isRunHere)))('%s', async (guide) => {
    const terminal = reader.openTerminal();
    try {
      await follow(blocksOf(guide).filter(isRunHere), terminal);
    } finally {
      await terminal.close();
    }
  });
});

/** Samples in other languages and pages have tests of their own. */
function isRunHere({ language, notRun }: Block): boolean {
  return notRun === null && ['sh', 'js', 'ts', 'json', 'sql'].includes(language);
}

/** Does what the guide says, from the first block to the last. */
async function follow(blocks: Block[], terminal: Terminal): Promise<void> {
  let answers: Envelope[] = [];
  for (const [index, block] of blocks.entries()) {
    const where = `${block.guide}:${block.line}`;
    if (block.file) writeFileSync(join(reader.folder, block.file), reader.here(block.code));
    else if (block.language === 'json') await compare(block, answers);
    else if (block.background) await runBeside(block, block.background, terminal);
    else if (block.language === 'sql') await query(block);
    else if (block.language === 'sh') {
      answers = envelopesIn(await terminal.run(reader.here(block.code)));
      if (showsRefusal(blocks[index + 1])) continue;
      for (const answer of answers) expect(answer, where).toMatchObject({ success: true });
    }
  }
  await runModules(blocks.filter(({ language, file }) => !file && (language === 'js' || language === 'ts')));
}

function showsRefusal(block: Block | undefined): boolean {
  return block?.language === 'json' && JSON.parse(block.code).success === false;
}

async function compare(block: Block, answers: Envelope[]): Promise<void> {
  const where = `${block.guide}:${block.line}`;
  const shown = JSON.parse(block.code);
  const real = block.isEvent ? await eventsOf(shown.type) : answers;
  expect(real, `${where}: nothing before it printed an answer of the API`).not.toEqual([]);
  const found = real.map((answer) => differences(shown, answer));
  const [closest] = found.sort((one, other) => one.length - other.length);
  expect(closest, where).toEqual([]);
}

async function eventsOf(type: string): Promise<{ id: string }[]> {
  const { url, testKey } = reader.service;
  return (await call(`${url}/api/v1/events?type=${type}&limit=5`, 'GET', { key: testKey })).json.data;
}

/** A receiver is ready when it listens, any other program when it has said something. */
function runBeside({ code }: Block, name: string, terminal: Terminal): Promise<void> {
  const port = { receiver: reader.receiverPort, shop: reader.shopPort }[name];
  return terminal.runBeside(name, reader.here(code), async (printed) =>
    port ? isListening(port) : printed !== '',
  );
}

async function query({ code }: Block): Promise<void> {
  const db = connect(embeddedUrl(reader.folder), { poolSize: 1 });
  await db.unsafe(code);
  await db.end();
}

/** All of a guide's are one module, as its reader would type them. */
async function runModules(blocks: Block[]): Promise<void> {
  if (blocks.length === 0) return;
  const own = `const order = { id: '1002' }, lastEventId = '${await anEvent()}', ship = async () => {};\n`;
  const code = own + reader.here(blocks.map((block) => block.code).join('\n'));
  await reader.runModule(code, {
    CAUSEWAY_API_KEY: reader.service.testKey,
    CAUSEWAY_WEBHOOK_SECRET: 'whsec_dGVzdA==',
  });
}

async function anEvent(): Promise<string> {
  const { testKey: key, url } = reader.service;
  const payments = `${url}/api/v1/payments`;
  const { json } = await call(payments, 'POST', { key, body: { amount: '4.04', currency: 'USD' } });
  await call(`${payments}/${json.data.payment_id}/simulate`, 'POST', { key, body: { outcome: 'expire' } });
  const [event] = await eventsOf('payment.expired');
  return event?.id ?? '';
}
