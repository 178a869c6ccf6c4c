import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../test/support/test-postgres.ts';

/**
 * Holds the Postgres and the folder of a run, and removes both when the run ends in whatever way: when the process that
 * started this one is killed, the channel between them closes. It is in a session of its own, so that Ctrl-C reaches only
 * the others.
 */
// Heard more than once: a second signal must not end this before Postgres has stopped.
const left = new Promise<void>((resolve) => {
  for (const end of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(end, () => resolve());
});
const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
const postgres = await openEmbedded({ durable: true });
if (process.connected) process.send?.({ url: postgres.url, folder });
await left;
await postgres.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
