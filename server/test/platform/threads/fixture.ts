import { parentPort } from 'node:worker_threads';

/** A thread for tests: echoes, or fails in the way that it is told. */
function work(job: string): void {
  if (job === 'hang') for (;;);
  if (job === 'throw') throw new Error('uncaught');
  if (job === 'grow')
    for (const kept: string[][] = []; ; ) kept.push(Array(10_000).fill(String(kept.length)));
  parentPort?.postMessage(job === 'refuse' ? { error: 'refused' } : { result: job.toUpperCase() });
}

parentPort?.on('message', work);
parentPort?.postMessage('ready');
