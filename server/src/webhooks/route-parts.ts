import { Type } from 'typebox';

/** What the webhook routes have in common. */
export const tags = ['Webhooks'];
export const endpointParams = Type.Object({ endpoint_id: Type.String() });
export const unknownEndpoint = ['WEBHOOK_ENDPOINT_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'] as const;
