import { type BackgroundWriter, createBackgroundWriter } from '../db/background-writer.ts';
import type { Db } from '../db/client.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { insertRequests, type RequestRow } from './store.ts';

const maxRowsPerSecond = 100;

/** Writes requests to the log merchants see, a second's worth at a time. Under load the rest is counted and left out. */
export function createRequestWriter(db: Db, log: Log, metrics: Metrics): BackgroundWriter<RequestRow> {
  return createBackgroundWriter<RequestRow>({
    write: (rows) => insertRequests(db, rows),
    maxRows: maxRowsPerSecond,
    everyMs: 1000,
    onLeftOut: () => metrics.requestsLeftOut.inc(),
    onError: (error) => log.debug({ err: error }, 'requests not logged'),
  });
}
