/** Resources of the dashboard's own routes, as they come. */

export type Environment = 'test' | 'live';
export type Role = 'owner' | 'developer' | 'finance' | 'viewer';

export type Permission =
  | 'read'
  | 'payments.write'
  | 'payments.simulate'
  | 'refunds.write'
  | 'invoices.write'
  | 'buttons.write'
  | 'webhooks.write'
  | 'keys.write'
  | 'settings.write'
  | 'payouts.write'
  | 'members.write'
  | 'audit.read';

export interface Member {
  member_id: string;
  email: string;
  role: Role;
  status: 'active' | 'invited';
  totp_enabled: boolean;
  last_seen_at: string | null;
  created_at: string;
}

export interface Session {
  member: Member;
  merchant: { merchant_id: string; name: string; logo_url: string | null; status: 'active' | 'suspended' };
  permissions: Permission[];
  sign_up_open: boolean;
}

export interface PaymentRow {
  payment_id: string;
  status: string;
  amount: string;
  currency: string;
  description: string | null;
  customer_email: string | null;
  reference_id: string | null;
  chain?: string;
  token?: string;
  token_amount?: string;
  created_at: string;
  completed_at?: string;
}
