import type { Bench } from './bench.ts';
import { startChild } from './child.ts';
import { commitToFirstByte, percentile } from './latency.ts';
import { compare } from './measure.ts';
import { sized } from './sizes.ts';
import type { Row } from './table.ts';
import { makeEndpoints, recordMany, wakeWorkers } from './webhooks.ts';

const hostileMerchants = sized(1000, 10);
const eventsEach = 10;
const rounds = 1;

/**
 * p99 of a healthy merchant beside 1,000 hostile ones, compared with none. Each of the five kinds has the same share:
 * names that never resolve, connections that are never completed, responses that never come, headers without end, and
 * ports that nobody listens on. All have deliveries due all the time.
 */
export async function compareHostile({ db, startService, startReceiver }: Bench): Promise<Row[]> {
  const others = await startChild('hostile.js', {});
  const { silent = '', headers = '', dns = '' } = others.message;
  await startService({ BENCH_DNS: dns });
  const receiver = (await startReceiver()).message['url'] ?? '';
  const [merchant = ''] = await makeEndpoints(db, [`${receiver}/timed/healthy`], 1);
  const kinds = [
    (n: number) => `http://n${n}.hang.test/`,
    () => `https://${silent}/`,
    () => `http://${silent}/`,
    () => `http://${headers}/`,
    () => 'http://127.0.0.1:1/',
  ];
  const urls = Array.from({ length: hostileMerchants }, (_, n) => kinds[n % kinds.length]?.(n) ?? '');
  const hostile = await makeEndpoints(db, urls, 1);
  const p99 = async () => Math.max(1, percentile(await commitToFirstByte(db, receiver, merchant), 0.99));
  const setHostile = async (status: 'enabled' | 'disabled') => {
    await db`update webhook_endpoints set status = ${status} where merchant_id = any(${hostile}::text[])`;
    if (status === 'enabled') await recordMany(db, hostile, eventsEach);
    await wakeWorkers(db);
    // Until attempts under way have ended, or until all slots that hostile endpoints may have are in use.
    await new Promise((resolve) =>
      setTimeout(resolve, status === 'enabled' ? sized(3000, 300) : sized(12_000, 300)),
    );
  };
  const { subject, baseline, ratio } = await compare(
    rounds,
    async () => {
      await setHostile('enabled');
      return p99();
    },
    async () => {
      await setHostile('disabled');
      return p99();
    },
  );
  await others.stop();
  return [
    {
      what: 'p99 to a healthy merchant beside 1,000 hostile ones, vs none',
      subject: `${subject} ms`,
      baseline: `${baseline} ms`,
      ratio,
      goal: 'at most 2.0',
      met: ratio <= 2,
    },
  ];
}
