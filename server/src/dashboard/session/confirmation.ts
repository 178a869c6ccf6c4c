import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../lib/caller.ts';
import {
  type Confirmation,
  confirmedBy,
  type SecondFactorRule,
} from '../../merchants/sign-in/confirm-identity.ts';
import { mailQueued } from '../../messages/email/emails.ts';
import type { TransactionSql } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { DashboardContext } from '../context.ts';
import { sessionOf } from './session.ts';

/** Does what a stolen session must not do, for a member who confirms it. */
export async function confirmed<T>(
  ctx: DashboardContext,
  request: FastifyRequest,
  given: Confirmation,
  rule: SecondFactorRule,
  work: (tx: TransactionSql, caller: Caller) => Promise<T>,
): Promise<T> {
  const session = sessionOf(request);
  const caller = { ...callerOf(request), confirmed_by: session.email };
  const done = await confirmedBy(ctx, session, given, rule, request.ip, (tx) => work(tx, caller));
  mailQueued(ctx);
  return done;
}

/** The same for live money. Test money needs no confirmation. */
export function confirmedInLive<T>(
  ctx: DashboardContext,
  request: FastifyRequest,
  given: Confirmation,
  rule: SecondFactorRule,
  work: (tx: TransactionSql, caller: Caller) => Promise<T>,
): Promise<T> {
  const caller = callerOf(request);
  if (caller.environment === 'live') return confirmed(ctx, request, given, rule, work);
  return ctx.db.begin((tx) => work(tx, caller));
}
