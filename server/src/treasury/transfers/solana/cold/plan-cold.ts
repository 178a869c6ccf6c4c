import type { Context } from '../../../../app/context.ts';
import { type Token, tokenDecimals } from '../../../../lib/chains/registry.ts';
import { dayMs } from '../../../../lib/durations.ts';
import { formatUnits } from '../../../../lib/money.ts';
import type { Sql } from '../../../../platform/db/client.ts';
import { rateDecimals } from '../../../prices/rates.ts';
import { seriesOf } from '../../pay-ids.ts';
import type { TransferRow } from '../../transfer.ts';
import { requestTransfer } from '../../transfers.ts';
import { type Funds, readFunds } from '../funds.ts';
import { type SolanaSender, treasuryReserve } from '../solana-sender.ts';
import { checkColdAddress } from './check-cold-address.ts';
import {
  deleteColdStatus,
  lockColdAddress,
  selectNeeded,
  selectOpenCold,
  sumAtDeposits,
  sumCold,
  upsertColdStatus,
} from './cold-store.ts';
import { excessOf, type HotMoney, spareOf, worthOf } from './excess.ts';

/** USDC first: SOL also pays for what the fee payer may lack one day. */
const hotTokens = ['USDC', 'SOL'] as const;
type HotToken = (typeof hotTokens)[number];

interface Hot extends HotMoney<HotToken> {
  /** What open refunds and payouts need now. */
  asked: bigint;
}

async function readHot({ ctx }: SolanaSender, funds: Funds): Promise<Hot[]> {
  const until = new Date(ctx.clock.nowMs() + dayMs);
  return Promise.all(
    hotTokens.map(async (token) => {
      const { booked, ...needed } = await selectNeeded(ctx.db, token, until);
      return {
        token,
        decimals: tokenDecimals('solana', token),
        held: funds.held[token],
        booked: token === 'SOL' ? booked - treasuryReserve : booked,
        usdPerToken: ctx.rates.live.usdPerToken(token),
        ...needed,
      };
    }),
  );
}

/**
 * Requests transfers of what the treasury has above the maximum and does not need, and notes what workers should tell the
 * operator. No-op while there is no cold address and nothing is cold.
 */
export async function lookAtCold(sender: SolanaSender): Promise<void> {
  const { ctx } = sender;
  const { solanaCold } = ctx.config;
  const cold = { USDC: await sumCold(ctx.db, 'USDC'), SOL: await sumCold(ctx.db, 'SOL') };
  if (solanaCold === null && cold.USDC <= 0n && cold.SOL <= 0n) return deleteColdStatus(ctx.db);
  const hot = await readHot(sender, await readFunds(sender));
  const worth = worthOf(hot);
  const problem = await problemOf(sender, worth);
  const refill = await refillNeeded(ctx.db, hot, cold);
  const hotUsd = worth === null ? null : worth / 10n ** BigInt(rateDecimals);
  await upsertColdStatus(
    ctx.db,
    { address: solanaCold?.address ?? null, problem, refill, hotUsd },
    ctx.clock.now(),
  );
  if (refill !== null) ctx.log.warn({ chain: 'solana', refill }, 'the treasury needs money back');
  if (problem !== null) ctx.log.error({ chain: 'solana', problem }, 'nothing goes to the cold address');
  if (solanaCold === null || problem !== null) return;
  for (const { token, units } of excessOf(hot, solanaCold.maxUsd))
    await ctx.db.begin((tx: Sql) => requestCold(ctx, tx, { address: solanaCold.address, token, units }));
}

async function problemOf(sender: SolanaSender, worth: bigint | null): Promise<string | null> {
  const { solanaCold } = sender.ctx.config;
  if (solanaCold === null) return null;
  const wrong = await checkColdAddress(sender, solanaCold.address);
  if (wrong !== null) return `SOLANA_COLD_ADDRESS cannot be used. ${wrong}`;
  return worth === null ? 'There is no price for what the treasury holds.' : null;
}

/** What the treasury lacks, also of balances that are paid out within a day. Money at deposit addresses is on its way. */
async function refillNeeded(
  sql: Sql,
  hot: readonly Hot[],
  cold: Record<HotToken, bigint>,
): Promise<string | null> {
  const lines: string[] = [];
  for (const { token, held, asked, needed, decimals } of hot) {
    const there = (held > 0n ? held : 0n) + (await sumAtDeposits(sql, token));
    if (needed <= there || cold[token] <= 0n) continue;
    const missing = `${formatUnits(needed - there, decimals)} ${token}`;
    lines.push(
      asked > there
        ? `refunds and payouts wait for ${missing}`
        : `refunds and payouts of the next day need ${missing} more than the treasury has`,
    );
  }
  return lines.length === 0 ? null : lines.join('; ');
}

/** Requests a transfer to the cold address, unless one of this token is under way. */
export async function requestCold(
  ctx: Pick<Context, 'clock' | 'ids'>,
  tx: Sql,
  { address, token, units }: { address: string; token: Token; units: bigint },
  mayRequest: (open: readonly bigint[]) => boolean = (open) => open.length === 0,
): Promise<void> {
  await lockColdAddress(tx, address, ctx.clock.now());
  const series = seriesOf.cold(address, token);
  if (!mayRequest(await selectOpenCold(tx, series))) return;
  const transferId = ctx.ids.next('trf');
  await requestTransfer(ctx, tx, {
    transferId,
    kind: 'cold',
    environment: 'live',
    merchantId: null,
    chain: 'solana',
    token,
    toAddress: address,
    units,
    source: transferId,
    series,
  });
}

/** Why a transfer to the cold address is not sent after all, as it was requested; null if it may be. */
export async function staleCold(
  sender: SolanaSender,
  { token, to_address, units }: TransferRow,
  funds: Funds,
): Promise<string | null> {
  if (sender.ctx.config.solanaCold?.address !== to_address)
    return `${to_address} is not the cold address of this worker.`;
  const wrong = await checkColdAddress(sender, to_address);
  if (wrong !== null) return wrong;
  const money = (await readHot(sender, funds)).find((one) => one.token === token);
  return money && spareOf(money) >= BigInt(units) ? null : 'The treasury needs it for refunds and payouts.';
}
