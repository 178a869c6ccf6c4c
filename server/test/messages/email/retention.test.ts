import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailTasks } from '../../../src/messages/email/tasks.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outbox, queue } from './support.ts';

const dayMs = 24 * 3_600_000;
const clock = manualClock();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, env: { RETENTION_DAYS: '30' } });
});
afterAll(() => service.stop());

describe('emails', () => {
  it('go in batches once they are older than RETENTION_DAYS, whatever became of them, and the others stay', async () => {
    await queue(service, ...Array.from({ length: 2500 }, () => ({})));
    await service.ctx.db`update emails set status = 'sent', next_attempt_at = null where email_id > ''`;
    await queue(service, {});
    clock.advance(30 * dayMs);
    await queue(service, {});
    await service.runDue();
    expect(await outbox(service)).toHaveLength(2502);
    clock.advance(1);
    const forget = emailTasks().find((task) => task.name === 'forget-old-emails');
    expect(await forget?.run(service.ctx)).toBe(1000);
    await Promise.all([service.runDue(), service.runDue()]);
    expect(await outbox(service)).toHaveLength(1);
  });
});
