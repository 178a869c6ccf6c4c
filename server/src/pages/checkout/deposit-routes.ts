import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../app/context.ts';
import { chainIds, tokenDecimals, tokens } from '../../lib/chains/registry.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import { type PaymentOption, selectDeposits } from '../../payments/deposits/deposits.ts';
import type { PaymentBatches } from '../../payments/payment/batches.ts';
import type { PaymentRow } from '../../payments/payment/payment.ts';
import { getPayment } from '../../payments/payment/payments.ts';
import type { Sql } from '../../platform/db/client.ts';
import { underClaim } from '../../platform/db/idempotency.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { ok, page } from '../../platform/http/envelope.ts';
import { claimOf, idempotencyHeaders } from '../../platform/http/idempotency.ts';
import { answers, bodyErrors } from '../../platform/http/schema/openapi.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { offered } from '../../treasury/prices/quotes.ts';
import { chooseOption, loadPayable } from './checkout.ts';
import { paymentOptions } from './options.ts';
import { optionBody } from './schema.ts';
import { signatureProblem, signatureProblems } from './signed-offers.ts';
import type { CheckoutRow } from './store.ts';

const depositResource = Type.Object({
  payment_id: Type.String(),
  chain: oneOf(chainIds),
  token: oneOf(tokens),
  token_amount: Type.String({ description: 'Six decimals. What the customer has to send.' }),
  address: Type.String({ description: 'Where to send it.' }),
  payment_uri: nullable(
    Type.String({ description: 'Opens a wallet with the payment filled in. Null in test mode.' }),
  ),
  quote_expires_at: Type.String({ format: 'date-time', description: 'Until when `token_amount` holds.' }),
});

type Deposit = Static<typeof depositResource>;

const optionResource = Type.Object({
  chain: oneOf(chainIds),
  token: oneOf(tokens),
  by_signature: Type.Boolean({
    description:
      'Whether the payer can sign instead of sending, without gas: at the checkout on EVM chains, and by x402.',
  }),
  signature_problem: nullable(
    oneOf(signatureProblems, {
      description:
        'Why not: `NOT_PAYABLE`, the payment does not wait for money; `PARTLY_PAID`, what came in parts is completed by a transaction; `TOKEN_NOT_SUPPORTED`, only USDC takes signatures; `TEST_MODE`; `CHAIN_UNAVAILABLE`, the operator does not take signatures there now; `GAS_TOO_EXPENSIVE` for this amount.',
    }),
  ),
});

/** Named in the OpenAPI document. */
const namedDeposit = { name: 'Deposit', schema: depositResource };
const namedOption = { name: 'DepositOption', schema: optionResource };
export const depositResources = [namedDeposit, namedOption];

/** For merchants with a checkout of their own. */
export function depositRoutes(ctx: Context & PaymentBatches) {
  return async (api: FastifyInstance): Promise<void> => {
    api.get<{ Params: { payment_id: string } }>(
      '/payments/:payment_id/deposits',
      {
        config: { permission: 'payments.read' },
        schema: {
          operationId: 'listDepositOptions',
          summary: 'List how a payment can be paid now, and where without gas',
          tags: ['Payments'],
          params: Type.Object({ payment_id: Type.String() }),
          response: answers({ status: 200, data: namedOption, list: true }, [
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
          ]),
        },
      },
      async (request) => {
        const { payment_id } = await getPayment(ctx, callerOf(request), request.params.payment_id);
        return page(optionsOf(ctx, await loadPayable(ctx, payment_id)), false);
      },
    );
    api.post<{ Params: { payment_id: string } }>(
      '/payments/:payment_id/deposits',
      {
        config: { permission: 'payments.write' },
        schema: {
          operationId: 'createDeposit',
          summary: 'Choose how a payment is paid, and get the address',
          description: 'Choosing the same chain and token again returns the same address and amount.',
          tags: ['Payments'],
          headers: idempotencyHeaders,
          params: Type.Object({ payment_id: Type.String() }),
          body: optionBody,
          response: answers({ status: 200, data: namedDeposit }, [
            ...bodyErrors,
            'PAYMENT_NOT_FOUND',
            'KEY_ENVIRONMENT_MISMATCH',
            'INVALID_CHAIN',
            'INVALID_TOKEN',
            'PAYMENT_EXPIRED',
            'PAYMENT_ALREADY_COMPLETED',
            'SERVICE_UNAVAILABLE',
          ]),
        },
      },
      async (request) => {
        const option = parseBody(optionBody, request.body);
        const payment = await getPayment(ctx, callerOf(request), request.params.payment_id);
        let opened: Deposit | undefined;
        await chooseOption(ctx, payment.payment_id, option, (change) =>
          ctx.db.begin((tx) =>
            underClaim(tx, claimOf(request, 200), async () => {
              await change(tx);
              opened = await depositOf(ctx, tx, payment, option);
              return opened;
            }),
          ),
        );
        return ok(opened);
      },
    );
  };
}

function optionsOf(ctx: Context, row: CheckoutRow): Static<typeof optionResource>[] {
  const quoted = offered(ctx.rates[row.environment], row.currency);
  return paymentOptions(ctx, row).flatMap(({ chain, tokens: accepted }) =>
    accepted
      .filter((token) => quoted.includes(token))
      .map((token) => {
        const problem = signatureProblem(ctx, row, { chain, token });
        return { chain, token, by_signature: problem === null, signature_problem: problem };
      }),
  );
}

async function depositOf(
  ctx: Context,
  tx: Sql,
  payment: Readonly<PaymentRow>,
  { chain, token }: PaymentOption,
): Promise<Deposit> {
  const deposits = await selectDeposits(tx, [payment]);
  const chosen = deposits.find((deposit) => deposit.chain === chain && deposit.token === token);
  if (!chosen) throw new Error(`the deposit of ${payment.payment_id} is gone`);
  return {
    payment_id: payment.payment_id,
    chain,
    token,
    token_amount: formatTokenAmount(BigInt(chosen.token_units), tokenDecimals(chain, token)),
    address: chosen.address,
    payment_uri: ctx.chains.requestUri(chosen),
    quote_expires_at: (chosen.quote_expires_at ?? payment.expires_at).toISOString(),
  };
}
