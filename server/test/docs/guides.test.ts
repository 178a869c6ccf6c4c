import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { type Block, blocksOf, guides } from './blocks.ts';
import { follow } from './follow.ts';
import { type Reader, welcomeReader } from './reader.ts';

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
      await follow(reader, blocksOf(guide).filter(isRunHere), terminal);
    } finally {
      await terminal.close();
    }
  });
});

/** Samples in other languages have tests of their own, and so have pages (web/e2e/guides.test.ts) and drills (platform/db/). */
function isRunHere({ language, notRun, drill, file }: Block): boolean {
  if (notRun !== null || drill !== null) return false;
  return ['sh', 'js', 'ts', 'json', 'sql'].includes(language) || (language === 'html' && file !== null);
}
