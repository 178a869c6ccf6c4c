import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../lib/fields.ts';
import { pageParameters } from '../../platform/db/pagination.ts';

const emailStatuses = ['queued', 'sent', 'failed'] as const;

export const emailsQuery = Type.Object({
  status: Type.Optional(oneOf(emailStatuses)),
  ...pageParameters,
});

const emailResource = Type.Object({
  email_id: Type.String(),
  kind: Type.String(),
  to: Type.String(),
  status: oneOf(emailStatuses),
  attempts: Type.Integer(),
  last_error: nullable(Type.String()),
  resource_id: Type.String(),
  created_at: Type.String(),
  sent_at: nullable(Type.String()),
});
export type EmailView = Static<typeof emailResource>;

const emailContent = Type.Object({
  ...emailResource.properties,
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
});

/** Named in the OpenAPI document of the dashboard. */
export const namedEmail = { name: 'Email', schema: emailResource };
export const namedEmailContent = { name: 'EmailContent', schema: emailContent };
