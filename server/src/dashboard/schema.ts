import { type Static, Type } from 'typebox';
import { emailField, nullable, oneOf } from '../lib/fields.ts';
import { permissions, roles } from '../lib/roles.ts';
import type { Invitation } from '../merchants/members/invitations.ts';
import type { Member } from '../merchants/members/members.ts';
import { assertion, attestation } from '../merchants/passkeys/passkey-schema.ts';
import type { AuditEntry } from '../platform/audit.ts';
import type { Config } from '../platform/config/config.ts';
import { pageParameters } from '../platform/db/pagination.ts';
import { ref } from './route-options.ts';

/** writeOnly: never repeated in an error. `password-rules.ts` has the rules for new passwords. */
const passwordField = () => Type.String({ writeOnly: true });
const existingPasswordField = () => Type.String({ writeOnly: true, maxLength: 1000 });
const codeField = () => Type.String({ writeOnly: true, maxLength: 100 });
const linkTokenField = () => Type.String({ writeOnly: true, maxLength: 200 });
const memberEmailField = () => emailField('E-mail address of the member.');

/** Optional, since test money needs none; `confirmedBy` says which are missing. */
export const confirmationFields = {
  password: Type.Optional(existingPasswordField()),
  code: Type.Optional(codeField()),
  passkey: Type.Optional(assertion),
};
export const confirmationBody = Type.Object(confirmationFields);

export const signUpBody = Type.Object({
  merchant_name: Type.String({ minLength: 1, maxLength: 200, format: 'one-line' }),
  email: memberEmailField(),
  password: passwordField(),
});
export const signInBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: existingPasswordField(),
  code: Type.Optional(codeField()),
  passkey: Type.Optional(assertion),
});
export const passkeySignInBody = Type.Object({ passkey: assertion });
export const newPasskeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, format: 'one-line' }),
  credential: attestation,
});
export const changePasswordBody = Type.Object({ new_password: passwordField(), ...confirmationFields });
export const forgotPasswordBody = Type.Object({ email: memberEmailField() });
export const resetPasswordBody = Type.Object({ token: linkTokenField(), new_password: passwordField() });
export const verifyEmailBody = Type.Object({ token: linkTokenField() });
export const codeBody = Type.Object({ code: codeField() });
export const inviteBody = Type.Object({
  email: memberEmailField(),
  role: oneOf(roles),
  ...confirmationFields,
});
export const roleBody = Type.Object({ role: oneOf(roles), ...confirmationFields });
export const restoreBody = Type.Object({ token: linkTokenField() });
export const acceptBody = Type.Object({ password: passwordField() });
export const auditQuery = Type.Object(pageParameters);

const memberResource = Type.Object({
  member_id: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  status: oneOf(['active', 'invited']),
  totp_enabled: Type.Boolean(),
  passkeys: Type.Integer({ description: 'How many passkeys the member has.' }),
  last_seen_at: nullable(Type.String()),
  created_at: Type.String(),
});
type MemberView = Static<typeof memberResource>;
export const namedMember = { name: 'Member', schema: memberResource };

const invitation = Type.Object({
  merchant_name: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
});

const sessionResource = Type.Object({
  member: ref(namedMember),
  merchant: Type.Object({
    merchant_id: Type.String(),
    name: Type.String(),
    logo_url: nullable(Type.String()),
    status: oneOf(['active', 'suspended']),
    email_verified: Type.Boolean({
      description: 'False until the link that is mailed at sign-up was opened.',
    }),
  }),
  permissions: Type.Array(oneOf(permissions)),
  sign_up_open: Type.Boolean(),
  sends_mail: Type.Boolean({ description: 'False without a mail server: e-mails stay in the outbox.' }),
  is_operator: Type.Boolean({
    description: 'Whether the member runs the service, and sees what is for the operator.',
  }),
});
const signedUp = Type.Object({
  ...sessionResource.properties,
  test_key: Type.String({ description: 'The secret test key of the new merchant. Shown this once.' }),
});

export type SessionView = Static<typeof sessionResource>;

const auditEntry = Type.Object({
  audit_id: Type.String(),
  member_id: nullable(Type.String()),
  member_email: nullable(Type.String()),
  action: Type.String(),
  resource_id: nullable(Type.String()),
  environment: nullable(oneOf(['test', 'live'])),
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  ip: Type.String(),
  created_at: Type.String(),
});

/** Named in the OpenAPI document of the dashboard. */
export const namedInvitation = { name: 'Invitation', schema: invitation };
export const namedSession = { name: 'Session', schema: sessionResource };
export const namedSignedUp = { name: 'SignedUp', schema: signedUp };
export const namedAuditEntry = { name: 'AuditEntry', schema: auditEntry };

export function toMember(row: Member): MemberView {
  return {
    member_id: row.member_id,
    email: row.email,
    role: row.role,
    status: 'active',
    totp_enabled: row.totp_enabled,
    passkeys: row.passkeys,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function toInvitedMember(row: Invitation): MemberView {
  return {
    member_id: row.member_id,
    email: row.email,
    role: row.role,
    status: 'invited',
    totp_enabled: false,
    passkeys: 0,
    last_seen_at: null,
    created_at: row.created_at.toISOString(),
  };
}

/** `outcome` is 'attempted' if the service crashed before it recorded the outcome. */
export function toAuditEntry(row: AuditEntry): Static<typeof auditEntry> {
  return {
    audit_id: row.audit_id,
    member_id: row.member_id,
    member_email: row.member_email,
    action: row.action,
    resource_id: row.resource_id,
    environment: row.environment,
    details: row.outcome === 'attempted' ? { ...row.details, outcome: 'attempted' } : row.details,
    ip: row.ip,
    created_at: row.created_at.toISOString(),
  };
}

export function logoUrl(config: Pick<Config, 'publicUrl'>, digest: string | null): string | null {
  return digest === null ? null : `${config.publicUrl}/logos/${digest}`;
}
