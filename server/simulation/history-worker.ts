import { openSingle } from './history-pool.ts';
import type { Answer, Job } from './history-process.ts';

/** A process that runs histories for another one, which sends them. */
const [url = '', name, file] = process.argv.slice(2);
const pool = openSingle(url, name && file ? { name, file } : null);

const answer = (text: Answer) => new Promise((sent) => process.send?.(text, sent));

process.on('message', async (job: Job) => {
  const { run } = await pool;
  await answer({ outcome: await run(job) });
});
// Also a rejection that nobody handles, of the simulator or of the service.
process.on('uncaughtException', async (error) => {
  await answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exit(1);
});
process.on('disconnect', () => process.exit());
