import type { components } from '../../../sdk/src/generated/openapi.ts';
import type { Permission, Role } from '../../../server/src/identity/permissions.ts';

/**
 * Every type that comes from the server is imported here. Types of the public API come from the OpenAPI document, which
 * is generated from the server's schemas. `Member` and `Session` have no type on the server and are written out.
 */

export type {
  PaymentDetail,
  PaymentListItem,
} from '../../../server/src/dashboard/payment-schema.ts';
export type { Environment } from '../../../server/src/environment.ts';
export type { Settings } from '../../../server/src/merchants/settings-schema.ts';
export type { TimelineEntry } from '../../../server/src/timeline/schema.ts';
export type { Permission, Role };

type Schemas = components['schemas'];
export type Payment = Schemas['Payment'];
export type Refund = Schemas['Refund'];
export type UnappliedFund = Schemas['UnappliedFund'];
export type Invoice = Schemas['Invoice'];
export type InvoiceListItem = Schemas['InvoiceListItem'];
export type Button = Schemas['Button'];
export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['Delivery'];
export type Attempt = Delivery['attempts'][number];
export type TestDelivery = Schemas['TestDelivery'];
/** The body that endpoints receive. */
export type EventBody = Schemas['Event'];

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
  merchant: {
    merchant_id: string;
    name: string;
    logo_url: string | null;
    status: 'active' | 'suspended';
    /** False until the link that is mailed at sign-up was opened. */
    email_verified: boolean;
  };
  permissions: Permission[];
  sign_up_open: boolean;
}
