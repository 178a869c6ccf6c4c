import { describe, expect, it } from 'vitest';
import { isAllowed, permissionsOf, roles } from './roles.ts';

describe('permissions', () => {
  it.each([
    ['read', 'owner developer finance approver viewer'],
    ['payments.write', 'owner developer finance'],
    ['payments.simulate', 'owner developer finance'],
    ['refunds.write', 'owner finance'],
    ['invoices.write', 'owner finance'],
    ['buttons.write', 'owner developer'],
    ['webhooks.write', 'owner developer'],
    ['keys.write', 'owner developer'],
    ['settings.write', 'owner'],
    ['payouts.write', 'owner finance'],
    ['members.write', 'owner'],
    ['approvals.write', 'owner finance approver'],
    ['audit.read', 'owner developer finance'],
  ] as const)('%s is granted to %s', (permission, allowed) => {
    expect(roles.filter((role) => isAllowed(role, permission)).join(' ')).toBe(allowed);
  });

  it('permissionsOf lists exactly the permissions of a role', () => {
    expect(permissionsOf('viewer')).toEqual(['read']);
    expect(permissionsOf('owner')).toHaveLength(13);
    expect(permissionsOf('developer')).not.toContain('refunds.write');
  });
});
