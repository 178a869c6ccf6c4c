import { type BackgroundWriter, createBackgroundWriter } from '../db/background-writer.ts';
import type { Db } from '../db/client.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { insertRequests, type RequestDetail } from './store.ts';

const maxRowsPerSecond = 100;

/** Writes the merchants' request log once per second. Requests above the limit are dropped and counted. */
export function createRequestWriter(db: Db, log: Log, metrics: Metrics): BackgroundWriter<RequestDetail> {
  return createBackgroundWriter<RequestDetail>({
    write: (rows) => insertRequests(db, rows),
    maxRows: maxRowsPerSecond,
    everyMs: 1000,
    onLeftOut: () => metrics.requestsLeftOut.inc(),
    onError: (error) => log.debug({ err: error }, 'could not write the request log'),
  });
}
