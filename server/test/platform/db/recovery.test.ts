import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/lib/durations.ts';
import { createKey, createMerchant } from '../../../src/merchants/merchants.ts';
import { eventTables } from '../../../src/messages/webhooks/event-store.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { turnPartitions } from '../../../src/platform/db/partitions.ts';
import { drill } from '../../docs/drills.ts';
import { findDebianPostgres, openPostgresShell, type PostgresShell } from '../../support/debian-postgres.ts';
import { freePort } from '../../support/free-port.ts';
import { type SecondProcess, startSecondProcess } from '../http/second-process.ts';

const programs = findDebianPostgres();
if (!programs)
  process.stderr.write('NOT RUN: there is no Postgres of Debian on this machine; see CONTRIBUTING.md.\n');

describe.runIf(programs)('the commands of docs/operating.md', () => {
  let shell: PostgresShell;
  /** What the guide's commands refer to. */
  let env: Record<string, string>;
  let key: string;

  beforeAll(async () => {
    shell = openPostgresShell(programs ?? '');
    const recoveredPort = await freePort();
    const PRIMARY_DATA = join(shell.folder, 'primary');
    const PRIMARY_URL = await shell.startServer(PRIMARY_DATA, await freePort());
    env = {
      PRIMARY_DATA,
      PRIMARY_URL,
      DATABASE_URL: PRIMARY_URL,
      ARCHIVE: join(shell.folder, 'archive'),
      BASE_BACKUP: join(shell.folder, 'base-backup'),
      RECOVERED_DATA: join(shell.folder, 'recovered'),
      RECOVERED_PORT: String(recoveredPort),
      RECOVERED_URL: `postgres://postgres:secret@127.0.0.1:${recoveredPort}/postgres`,
    };
    await shell.run('mkdir "$ARCHIVE"', env);
    await withService(PRIMARY_URL, async ({ ctx }) => {
      await migrate(ctx.db);
      const merchant = { name: 'Shop', email: 'a@b.example' };
      const { merchant_id: merchantId } = await createMerchant(ctx, ctx.db, merchant);
      const rest = { environment: 'test', kind: 'secret' } as const;
      ({ key } = await createKey(ctx, ctx.db, { merchantId, allowedIps: [], ...rest }));
    });
  });
  afterAll(() => shell.remove(env['PRIMARY_DATA'] ?? '', env['RECOVERED_DATA'] ?? ''));

  async function withService<T>(url: string, work: (service: SecondProcess) => Promise<T>): Promise<T> {
    const service = await startSecondProcess(url, { env: { MASTER_KEY: 'ab'.repeat(32) } });
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  }
  const run = async (name: string) => {
    for (const code of drill(name)) await shell.run(code, env);
  };
  /** The exact answer, whether the request is new or repeated. */
  const create = async ({ call }: SecondProcess, reference_id: string): Promise<string> => {
    const body = { amount: '4.04', currency: 'USD', reference_id };
    const headers = { 'idempotency-key': reference_id };
    return (await call('POST', '/api/v1/payments', { key, body, headers })).text;
  };
  const count = async ({ call }: SecondProcess, reference_id: string): Promise<number> => {
    const { json } = await call('GET', `/api/v1/payments?reference_id=${reference_id}`, { key });
    return json.data.length;
  };

  const turn = async ({ db, log }: SecondProcess['ctx'], days: number) => {
    const nowMs = Date.now() + days * dayMs;
    const clock = { nowMs: () => nowMs, now: () => new Date(nowMs) };
    expect(await turnPartitions({ db, log, clock }, eventTables, 90)).toBeGreaterThan(0);
  };

  it('restore a dump: what it has is there, and its keys replay', async () => {
    const url = env['PRIMARY_URL'] ?? '';
    const first = await withService(url, async (service) => {
      const answer = await create(service, 'before-the-dump');
      await turn(service.ctx, 0);
      await run('dump');
      // Drops the partitions that the dump has, and makes others.
      await turn(service.ctx, 400);
      await create(service, 'after-the-dump');
      return answer;
    });
    await run('restore');
    await withService(url, async (service) => {
      expect(await create(service, 'before-the-dump')).toBe(first);
      expect(await count(service, 'before-the-dump')).toBe(1);
      expect(await count(service, 'after-the-dump')).toBe(0);
    });
  });

  it('recover a moment after the base backup, and nothing later', async () => {
    await run('archive');
    const kept = await withService(env['PRIMARY_URL'] ?? '', async (service) => {
      const { db } = service.ctx;
      const answer = await create(service, 'after-the-base-backup');
      const [now] = await db<{ text: string }[]>`select clock_timestamp()::text as text`;
      env['TARGET_TIME'] = now?.text ?? '';
      await create(service, 'after-the-moment');
      // As `archive_timeout` does after a minute.
      await db`select pg_switch_wal()`;
      return answer;
    });
    await shell.run('pg_ctl --pgdata="$PRIMARY_DATA" --mode=fast --wait stop', env);
    await run('recover');
    await withService(env['RECOVERED_URL'] ?? '', async (service) => {
      expect(await create(service, 'after-the-base-backup')).toBe(kept);
      expect(await count(service, 'after-the-base-backup')).toBe(1);
      expect(await count(service, 'after-the-moment')).toBe(0);
    });
  });
});
