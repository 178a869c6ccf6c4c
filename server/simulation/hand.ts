import { type Job, openSingle } from './crew.ts';

/** A process that runs histories for another one, which sends them. */
const [url = ''] = process.argv.slice(2);
const crew = openSingle(url);

process.on('message', async (job: Job) => {
  const { run } = await crew;
  process.send?.(await run(job));
});
process.on('disconnect', () => process.exit());
