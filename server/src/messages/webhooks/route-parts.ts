import { Type } from 'typebox';

/** Shared by the webhook routes. */
export const tags = ['Webhooks'];
export const endpointParams = Type.Object({ endpoint_id: Type.String() });
export const unknownEndpoint = ['WEBHOOK_ENDPOINT_NOT_FOUND', 'KEY_ENVIRONMENT_MISMATCH'] as const;
