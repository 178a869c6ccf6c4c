import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { connect } from '../../src/platform/db/client.ts';
import { call } from '../support/call.ts';
import { isListening } from '../support/free-port.ts';
import { until } from '../support/process.ts';
import { type Block, isOfPage } from './blocks.ts';
import { embeddedUrl } from './embedded-url.ts';
import type { Reader } from './reader.ts';
import { differences, type Envelope, envelopesIn } from './shapes.ts';
import type { Terminal } from './terminal.ts';

/** What each program that a guide leaves running comes to print before its reader ends it. */
const heardBy: Record<string, string[][]> = {
  'docs/quick-start.md': [[' 0.01\n', 'refund.completed pay_']],
  'docs/webhooks.md': [["'x-service-event': 'payment.completed'"], [' payment.completed pay_']],
  'docs/testing.md': [['--> payment.completed', '--> refund.failed']],
  'docs/cli.md': [['--> payment.completed']],
};

/** Does what the guide says, from the first block to the last. */
export async function follow(reader: Reader, blocks: Block[], terminal: Terminal): Promise<void> {
  let answers: Envelope[] = [];
  let programs = 0;
  for (const [index, block] of blocks.entries()) {
    const where = `${block.guide}:${block.line}`;
    if (block.file) writeFileSync(join(reader.folder, block.file), reader.here(block.code));
    else if (block.language === 'json') await compare(reader, block, answers);
    else if (block.background) {
      await hear(block.guide, programs++, terminal);
      await runBeside(reader, block, block.background, terminal);
    } else if (block.language === 'sql') await query(reader, block);
    else if (block.language === 'sh') {
      answers = envelopesIn(await terminal.run(reader.here(block.code)));
      if (showsRefusal(blocks[index + 1])) continue;
      for (const answer of answers) expect(answer, where).toMatchObject({ success: true });
    }
  }
  await hear(blocks[0]?.guide ?? '', programs, terminal);
  const modules = blocks.filter((block) => ['js', 'ts'].includes(block.language) && !block.file);
  await runModules(
    reader,
    modules.filter((block) => !isOfPage(block)),
  );
}

/** Waits for what the last of so many programs has to say. */
async function hear(guide: string, programs: number, terminal: Terminal): Promise<void> {
  for (const words of heardBy[guide]?.[programs - 1] ?? []) {
    const isSaid = () => terminal.printedBeside().includes(words);
    await until(isSaid, 60_000, () => `${words} is not in\n${terminal.printedBeside()}`);
  }
}

function showsRefusal(block: Block | undefined): boolean {
  return block?.language === 'json' && JSON.parse(block.code).success === false;
}

async function compare(reader: Reader, block: Block, answers: Envelope[]): Promise<void> {
  const where = `${block.guide}:${block.line}`;
  const shown = JSON.parse(block.code);
  // The answer to a payment comes before its event.
  if (block.isEvent) await until(async () => (await eventsOf(reader, shown.type)).length > 0, 30_000);
  const real = block.isEvent ? await eventsOf(reader, shown.type) : answers;
  expect(real, `${where}: nothing before it printed an answer of the API`).not.toEqual([]);
  const found = real.map((answer) => differences(shown, answer));
  const [closest] = found.sort((one, other) => one.length - other.length);
  expect(closest, where).toEqual([]);
}

async function eventsOf({ service }: Reader, type: string): Promise<{ id: string }[]> {
  const url = `${service.url}/api/v1/events?type=${type}&limit=5`;
  return (await call(url, 'GET', { key: service.testKey })).json.data;
}

/** A receiver is ready when it listens, any other program when it has said something. */
function runBeside(reader: Reader, { code }: Block, name: string, terminal: Terminal): Promise<void> {
  const port = { receiver: reader.receiverPort, shop: reader.shopPort }[name];
  return terminal.runBeside(name, reader.here(code), async (printed) =>
    port ? isListening(port) : printed !== '',
  );
}

async function query(reader: Reader, { code }: Block): Promise<void> {
  const db = connect(embeddedUrl(reader.folder), { poolSize: 1 });
  await db.unsafe(code);
  await db.end();
}

/** All of a guide's are one module, as its reader would type them. */
async function runModules(reader: Reader, blocks: Block[]): Promise<void> {
  if (blocks.length === 0) return;
  const lastEventId = await anEvent(reader);
  const own = `const order = { id: '1002' }, lastEventId = '${lastEventId}', ship = async () => {};\n`;
  const code = own + reader.here(blocks.map((block) => block.code).join('\n'));
  await reader.runModule(code, {
    CAUSEWAY_API_KEY: reader.service.testKey,
    CAUSEWAY_WEBHOOK_SECRET: 'whsec_dGVzdA==',
  });
}

async function anEvent(reader: Reader): Promise<string> {
  const { testKey: key, url } = reader.service;
  const payments = `${url}/api/v1/payments`;
  const { json } = await call(payments, 'POST', { key, body: { amount: '4.04', currency: 'USD' } });
  await call(`${payments}/${json.data.payment_id}/simulate`, 'POST', { key, body: { outcome: 'expire' } });
  const [event] = await eventsOf(reader, 'payment.expired');
  return event?.id ?? '';
}
