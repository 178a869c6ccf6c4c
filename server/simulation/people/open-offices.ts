import { timeOfId } from '../../src/lib/ids.ts';
import { recordAudit } from '../../src/platform/audit.ts';
import type { BaseMerchant } from '../base.ts';
import { chanceFrom } from '../chance.ts';
import type { Simulation } from '../simulation.ts';

const weekMs = 7 * 86_400_000;
const ownSeed = 0xa11;
/** Of histories that can have them. */
const share = 0.4;

/** Whether merchants of a history have members and rules, by a choice of its own. */
export function hasOffices(seed: number): boolean {
  return chanceFrom(seed ^ ownSeed).happens(share);
}

/** Writes down who has been in the offices for a week, and who made the keys. */
export async function openOffices(
  { world, merchants, processes }: Simulation,
  bases: readonly BaseMerchant[],
): Promise<void> {
  const { database, clock } = world;
  const since = new Date(clock.nowMs() - weekMs).toISOString();
  for (const { office, merchantId } of merchants) {
    const keyId = bases.find((base) => base.merchantId === merchantId)?.keyId;
    if (!office || !processes.api || keyId === undefined) continue;
    const values = office.members.map(
      ({ id, email, role }) => `('${id}', '${merchantId}', '${email}', 'none', '${role}', '${since}')`,
    );
    await database.query(`
      insert into members (member_id, merchant_id, email, password_hash, role, created_at) values ${values.join(', ')}`);
    const [owner] = office.members;
    const atMs = timeOfId(keyId) ?? 0;
    const then = { nowMs: () => atMs, now: () => new Date(atMs) };
    const actor = { merchantId, memberId: owner.id, memberEmail: owner.email, environment: null };
    await recordAudit(
      { ...processes.api.ctx, clock: then },
      database.direct,
      { ...actor, requestId: null, ip: 'office' },
      { action: 'createKey', resourceId: keyId },
    );
  }
}
