import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { until } from '../../support/process.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../db/empty-database.ts';
import { expectRefusal } from './refusal.ts';
import { type SecondProcess, startSecondProcess } from './second-process.ts';

let database: EmptyDatabase;
let service: SecondProcess;
beforeAll(async () => {
  database = await createEmptyDatabase();
  service = await startSecondProcess(database.url);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

describe('health and metrics', () => {
  it('/readyz is 503 and names what is missing before the migrations, 200 after; /healthz is 200 throughout', async () => {
    const before = await service.call('GET', '/readyz');
    expectRefusal(before, 'SERVICE_UNAVAILABLE');
    expect(before.json.error.details.pending_migrations).toContain('0001_baseline.sql');
    expect((await service.call('GET', '/healthz')).json).toEqual({
      success: true,
      data: { status: 'alive' },
    });

    await migrate(service.ctx.db);
    const after = await service.call('GET', '/readyz');
    expect(after.status).toBe(200);
    expect(after.json).toEqual({ success: true, data: { status: 'ready' } });
    expect((await service.call('GET', '/healthz')).status).toBe(200);
  });

  it('/metrics counts a request under its route pattern, not under its path', async () => {
    await service.call('GET', '/api/v1/payments/pay_secretive');
    await service.call('GET', '/somewhere/else');
    const expected = [
      'causeway_http_request_duration_seconds_count{method="GET",route="/api/v1/payments/:payment_id",status="401"} 1',
      'causeway_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1',
    ];
    // A request is counted once its answer is out, so a moment after the client has it.
    let text = '';
    await until(async () => {
      const answer = await service.call('GET', '/metrics');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/plain');
      text = answer.text;
      return expected.every((line) => text.includes(line));
    });
    expect(text).toContain('# TYPE causeway_http_request_duration_seconds histogram');
    expect(text).toMatch(/causeway_http_request_duration_seconds_bucket\{le="0\.1",/);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('pay_secretive');
    expect(text).not.toContain('/somewhere/else');
  });

  it('/metrics says how long the event loop was held since the last time it was asked', async () => {
    const read = async () => {
      const { text } = await service.call('GET', '/metrics');
      const value = (name: string) =>
        Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]);
      return { p50: value('p50'), p99: value('p99'), max: value('max') };
    };
    await read();
    // After a reset the monitor's first tick only starts its measuring.
    await sleep(100);
    const heldUntil = performance.now() + 200;
    while (performance.now() < heldUntil);
    // The monitor notes the delay when its timer next fires.
    await sleep(50);
    const { p50, p99, max } = await read();
    expect(max).toBeGreaterThan(0.15);
    expect(p50).toBeLessThanOrEqual(p99);
    expect(p99).toBeLessThanOrEqual(max);
  });
});
