import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../../lib/caller.ts';
import { type Confirmation, confirmedBy } from '../../merchants/sign-in/confirm-identity.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import type { Sql } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { DashboardContext } from '../context.ts';
import { sessionOf } from './session.ts';

/** Needed in live mode. writeOnly: never repeated in an error. */
export const confirmationFields = {
  password: Type.Optional(Type.String({ writeOnly: true, maxLength: 1000 })),
  code: Type.Optional(Type.String({ writeOnly: true, maxLength: 100 })),
};

/** Does what can send live money to a new place, for a member who confirms it. Test money needs no confirmation. */
export async function confirmed<T>(
  ctx: DashboardContext,
  request: FastifyRequest,
  given: Confirmation,
  work: (tx: Sql, caller: Caller) => Promise<T>,
): Promise<T> {
  const caller = callerOf(request);
  if (caller.environment === 'test' || caller.kind !== 'session')
    return ctx.db.begin((tx) => work(tx, caller));
  const session = sessionOf(request);
  const done = await confirmedBy(ctx, session, given, request.ip, (tx) =>
    work(tx, { ...caller, confirmed_by: session.email }),
  );
  mailQueued(ctx);
  return done;
}
