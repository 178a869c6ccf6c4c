import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { namedApproval, toApproval } from '../../merchants/approvals/approval-schema.ts';
import type { Asked } from '../../merchants/approvals/approvals.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ref } from '../route-options.ts';
import { sessionOf } from '../session/session.ts';

const pending = Type.Object({ pending_approval: ref(namedApproval) });

/** The `response` part of a route whose work a second member may have to approve: 200 if it is done, 202 if it was asked for. */
export function asked<Data extends TSchema>(data: Data) {
  return {
    response: {
      200: Type.Object({ success: Type.Literal(true), data }),
      202: Type.Object({ success: Type.Literal(true), data: pending }),
    },
  };
}

export function answerOrAsked<T>(request: FastifyRequest, reply: FastifyReply, outcome: { done: T } | Asked) {
  if ('done' in outcome) return ok(outcome.done);
  const approval = toApproval(outcome.asked, sessionOf(request).member_id);
  reply.code(202);
  return ok({ pending_approval: approval });
}
