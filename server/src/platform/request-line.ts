import { symbols } from 'pino';
import type { Caller } from '../lib/caller.ts';
import type { Log } from './log.ts';
import { timeNow } from './time-now.ts';

interface RequestLine {
  request_id: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  ip: string;
  caller: Caller | null;
}

/**
 * Writes the log line of a request without pino's serializer. Serves the bench row `GET /payments/:id`: with `log.info`
 * a read costs the service 30 % more CPU time (152 against 117 µs). Only the path can contain what JSON must escape.
 */
export function createRequestLog(log: Log): (line: RequestLine) => void {
  const stream: { write(line: string): void } = Reflect.get(log, symbols.streamSym);
  return (line) => {
    if (!log.isLevelEnabled('info')) return;
    stream.write(
      `{"level":"info","time":"${timeNow()}","request_id":"${line.request_id}","method":"${line.method}",` +
        `"path":${JSON.stringify(line.path)},"status":${line.status},"ms":${line.ms.toFixed(2)},"ip":"${line.ip}"${callerPart(line.caller)},"msg":"request"}\n`,
    );
  };
}

function callerPart(caller: Caller | null): string {
  if (!caller) return '';
  const id =
    caller.kind === 'session' ? `"session_id":"${caller.session_id}"` : `"key_id":"${caller.key_id}"`;
  return `,"merchant_id":"${caller.merchant_id}",${id}`;
}
