import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { transactionUrl } from '../../chains/explorers.ts';
import type { ChainId } from '../../lib/chains/registry.ts';
import { doOrAsk } from '../../merchants/approvals/approvals.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody, parseQuery } from '../../platform/http/schema/validation.ts';
import { balanceOutlook } from '../../treasury/payouts/outlook.ts';
import { toPayoutWithSteps } from '../../treasury/payouts/payout-schema.ts';
import { getPayout } from '../../treasury/payouts/payouts.ts';
import { namedBalanceOutlook } from '../../treasury/payouts/schema.ts';
import { changeSettlement, possibleTargets, settlementOf } from '../../treasury/payouts/settings/settings.ts';
import {
  namedSettlement,
  namedWalletEntry,
  settlementBody,
  toSettlement,
  toWalletEntry,
  walletBody,
  walletParams,
} from '../../treasury/payouts/settings/settings-schema.ts';
import {
  cancelWallet,
  setWallet,
  walletHistory,
  walletsOf,
} from '../../treasury/payouts/settings/wallets.ts';
import { answerOrAsked, asked } from '../approvals/asked.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, memberRoute, pathIds, ref } from '../route-options.ts';
import { confirmationFields } from '../schema.ts';
import { confirmedInLive } from '../session/confirmation.ts';
import { sessionOf } from '../session/session.ts';
import { actorOf } from './audit.ts';
import { namedPayoutDetail } from './payout-schema.ts';
import { selectPayoutStarter } from './payout-starter-store.ts';

const settlement = answer(ref(namedSettlement));
const confirmedSettlementBody = Type.Object({ ...settlementBody.properties, ...confirmationFields });
const confirmedWalletBody = Type.Object({ ...walletBody.properties, ...confirmationFields });

/** Where a merchant's money goes. Only people change that, and confirm live wallets: no key can. */
export function dashboardSettlementRoutes(ctx: DashboardContext) {
  const shown = async (request: FastifyRequest, sql: Sql) => {
    const own = callerOf(request);
    const [row, wallets] = [await settlementOf(ctx, sql, own), await walletsOf(ctx, sql, own)];
    return toSettlement(row, wallets, possibleTargets(ctx, own), ctx.clock.now());
  };

  /** A change that also writes to the audit log, in the same transaction. */
  const audited =
    (
      request: FastifyRequest,
      action: string,
      details: Record<string, unknown>,
      change: (tx: Sql) => Promise<string>,
    ) =>
    async (tx: Sql) => {
      const resourceId = await change(tx);
      const actor = actorOf(request, callerOf(request).environment);
      await recordAudit(ctx, tx, actor, { action, resourceId, details });
      return shown(request, tx);
    };

  return async (api: DashboardApi): Promise<void> => {
    api.patch(
      '/settlement',
      memberRoute('updateSettlement', 'payouts.write', {
        body: confirmedSettlementBody,
        ...asked(ref(namedSettlement)),
      }),
      async (request, reply) => {
        const { password, code, passkey, ...body } = parseBody(confirmedSettlementBody, request.body);
        const own = callerOf(request);
        const change = audited(request, 'updateSettlement', body, async (tx) => {
          await changeSettlement(ctx, tx, own, body);
          return own.merchant_id;
        });
        const actor = actorOf(request, own.environment);
        const given = { password, code, passkey };
        const outcome = await confirmedInLive(ctx, request, given, 'if_on', (tx) =>
          doOrAsk(ctx, tx, actor, change),
        );
        ctx.wake.at('request-payouts', ctx.clock.now());
        return answerOrAsked(request, reply, outcome);
      },
    );

    api.put(
      '/settlement/wallets/:family',
      memberRoute('setPayoutWallet', 'payouts.write', {
        params: walletParams,
        body: confirmedWalletBody,
        ...asked(ref(namedSettlement)),
      }),
      async (request, reply) => {
        const { family } = parseQuery(walletParams, request.params);
        const { address, ...given } = parseBody(confirmedWalletBody, request.body);
        const { email } = sessionOf(request);
        const change = audited(request, 'setPayoutWallet', { family, address }, async (tx) => {
          const own = callerOf(request);
          return (await setWallet(ctx, tx, own, family, address, email)).wallet_id;
        });
        const actor = actorOf(request, callerOf(request).environment);
        const outcome = await confirmedInLive(ctx, request, given, 'if_on', (tx) =>
          doOrAsk(ctx, tx, actor, change),
        );
        return answerOrAsked(request, reply, outcome);
      },
    );

    // Back to the wallet that holds: nothing that a stranger gains by, so no password.
    api.delete(
      '/settlement/wallets/:family/change',
      memberRoute('cancelPayoutWallet', 'payouts.write', { params: walletParams, ...settlement }),
      async (request) => {
        const { family } = parseQuery(walletParams, request.params);
        const change = audited(request, 'cancelPayoutWallet', { family }, async (tx) => {
          const own = callerOf(request);
          return (await cancelWallet(ctx, tx, own, family))?.wallet_id ?? own.merchant_id;
        });
        return ok(await ctx.db.begin(change));
      },
    );

    api.get(
      '/settlement/wallets',
      memberRoute('listPayoutWallets', 'read', answer(Type.Array(ref(namedWalletEntry)))),
      async (request) => {
        const own = callerOf(request);
        const active = (await walletsOf(ctx, ctx.db, own)).map(({ wallet_id }) => wallet_id);
        const now = ctx.clock.now();
        return ok((await walletHistory(ctx.db, own)).map((row) => toWalletEntry(row, active, now)));
      },
    );

    api.get(
      '/payouts/:payout_id',
      memberRoute('getPayoutDetail', 'read', {
        params: pathIds('payout_id'),
        ...answer(ref(namedPayoutDetail)),
      }),
      async (request) => {
        const view = await getPayout(ctx, callerOf(request), request.params.payout_id);
        const { payout, steps, routes } = view;
        const link = (chain: ChainId, hash: string | null) =>
          hash === null ? null : transactionUrl(ctx.config, payout.environment, chain, hash);
        return ok({
          payout: toPayoutWithSteps(view),
          started_by: payout.initiator === 'manual' ? await selectPayoutStarter(ctx.db, payout) : null,
          tx_urls: steps.map(({ chain, tx_hash }) => link(chain, tx_hash)),
          route_tx_urls: routes.map((route) => route.steps.map((step) => link(step.chain, step.call_hash))),
        });
      },
    );

    api.get(
      '/balances',
      memberRoute('listBalanceOutlook', 'read', answer(Type.Array(ref(namedBalanceOutlook)))),
      async (request) => ok(await balanceOutlook(ctx, callerOf(request))),
    );
  };
}
