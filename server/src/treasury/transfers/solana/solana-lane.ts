import type { Context } from '../../../app/context.ts';
import type { SolanaSigner } from '../../../chains/solana/solana-signer.ts';
import { tokenAccountBytes } from '../../../chains/solana/token-account.ts';
import type { SolanaLiveChain } from '../../../chains/watching/solana/solana-watcher.ts';
import { createAlarms } from '../gas-alarms.ts';
import { putOffDue } from '../refused-signatures.ts';
import { soonMs } from '../retry-delays.ts';
import { laneOf, lookEveryMs, type SendingLane } from '../sending-lane.ts';
import { lookAtCold } from './cold/plan-cold.ts';
import { followBatches } from './follow-batch.ts';
import { reserveInstruction } from './messages/instructions.ts';
import { unsignedTransaction } from './messages/transfer-messages.ts';
import { nonceAccounts } from './nonces.ts';
import { planCalls } from './plan-calls.ts';
import { planPayments } from './plan-payments.ts';
import { planSweeps, requestWorthySweeps } from './plan-sweeps.ts';
import { searchTreasuries } from './search/unknown-on-solana.ts';
import { setUp } from './set-up-accounts.ts';
import { openSolanaSender, type SolanaSender, solanaRules } from './solana-sender.ts';
import { selectOpenSolana } from './solana-store.ts';

/** The fee payer's and the treasury's. The most expensive payment also creates the receiver's token account. */
const signaturesPerPayment = 2n;

/** The sending loop of Solana in one worker. Workers need no lease: row locks and unique nonces keep them apart. */
export function createSolanaSendingLane(
  ctx: Context,
  chain: SolanaLiveChain,
  signer: SolanaSigner,
  rules = solanaRules,
): SendingLane {
  const { clock, log } = ctx;
  const begin = openSolanaSender(ctx, chain, signer, rules);
  const alarms = createAlarms(ctx, chain, signer.feePayer);
  const nonces = nonceAccounts(signer.feePayer);
  let isSetUp = false;

  async function look(sender: SolanaSender): Promise<void> {
    const { accounts, slot } = await sender.node.accounts([signer.feePayer]);
    const { message } = unsignedTransaction(
      signer,
      [reserveInstruction(signer, 1n)],
      await sender.node.blockhash(),
    );
    const fee = await sender.node.feeOf(message);
    const rent = await sender.node.rentFor(tokenAccountBytes);
    await alarms.noteGas(accounts[0]?.lamports ?? 0n, fee * signaturesPerPayment + rent);
    await requestWorthySweeps(sender, fee);
    await searchTreasuries(sender, slot);
    // Payments go on without it.
    await lookAtCold(sender).catch((error: unknown) =>
      log.error({ err: error, chain: chain.id }, 'could not look at what should be cold'),
    );
  }

  return laneOf(ctx, chain, async (lane, signal) => {
    const begun = await begin(signal);
    if (!begun) return;
    const { sender } = begun;
    if (lane.nextLookMs <= clock.nowMs()) {
      lane.nextLookMs = clock.nowMs() + lookEveryMs;
      await look(sender);
    }
    const refused = await begun.refusal();
    if (refused !== null) await putOffDue(ctx, chain, refused);
    else if (!isSetUp) isSetUp = await setUp(sender, nonces);
    if (!isSetUp) lane.nextLookMs = Math.min(lane.nextLookMs, clock.nowMs() + soonMs(chain));
    // Follow open batches first. Errors of open and of new batches must not block each other.
    const open = await selectOpenSolana(ctx.db);
    alarms.noteOpen(open);
    const problems = await followBatches(sender, open);
    if (refused === null) {
      await planSweeps(sender);
      await planPayments(sender, nonces);
      await planCalls(sender);
    }
    const known = new Set(open.map(({ batch_id }) => batch_id));
    const added = (await selectOpenSolana(ctx.db)).filter(({ batch_id }) => !known.has(batch_id));
    problems.push(...(await followBatches(sender, added)));
    if (problems.length === open.length + added.length && problems.length > 0) throw problems[0];
    for (const error of problems)
      log.warn({ err: error, chain: chain.id }, 'could not follow a transaction, will retry');
  });
}
