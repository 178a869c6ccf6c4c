import type { FastifyInstance } from 'fastify';
import type { Context } from '../../app/context.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { bareClaimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { bareAnswers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { settlePayment, supportedKinds, verifyPayment } from './facilitator.ts';
import { facilitatorBody, namedSettlement, namedSupported, namedVerification } from './facilitator-schema.ts';

const tags = ['x402'];

/** A facilitator for servers of x402: verifies and settles signatures that pay a payment of the key's merchant. */
export function facilitatorRoutes(ctx: Context) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get(
      '/x402/supported',
      {
        config: { permission: 'payments.read' },
        schema: {
          operationId: 'getX402Supported',
          summary: 'List the networks on which x402 payments are settled',
          tags,
          response: bareAnswers(namedSupported, []),
        },
      },
      async (request) => supportedKinds(ctx, callerOf(request)),
    );

    api.post(
      '/x402/verify',
      {
        config: { permission: 'payments.write' },
        schema: {
          operationId: 'verifyX402Payment',
          summary: 'Say whether an x402 payment would be settled',
          description: 'Changes nothing. A signature that was settled is not valid any more.',
          tags,
          headers: idempotencyHeaders,
          body: facilitatorBody,
          response: bareAnswers(namedVerification, bodyErrors),
        },
      },
      async (request) => verifyPayment(ctx, callerOf(request), parseBody(facilitatorBody, request.body)),
    );

    api.post(
      '/x402/settle',
      {
        config: { permission: 'payments.write' },
        schema: {
          operationId: 'settleX402Payment',
          summary: 'Settle an x402 payment',
          description:
            'Waits at most 30 seconds until the payment is `processing`. Each payment is answered with success once, whichever signature paid it; with an `Idempotency-Key`, that answer is repeated.',
          tags,
          headers: idempotencyHeaders,
          body: facilitatorBody,
          response: bareAnswers(namedSettlement, bodyErrors),
        },
      },
      async (request) => {
        const asked = parseBody(facilitatorBody, request.body);
        return settlePayment(ctx, callerOf(request), asked, bareClaimOf(request));
      },
    );
  };
}
