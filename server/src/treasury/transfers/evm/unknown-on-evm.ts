import type { SenderView } from '../../../chains/evm/sender-node.ts';
import { areBusy, bloomTest, shownLogs } from '../../../chains/evm/shown-logs.ts';
import type { Log } from '../../../chains/rpc/answers.ts';
import { filtersOf } from '../../../chains/watching/evm/arrivals-in-block.ts';
import { type Evidence, type PaidMoney, unexplainedAmong } from '../match-payments.ts';
import {
  hasUnexplained,
  noteStops,
  recordUnknown,
  type SearchProgress,
  unholdUnknown,
} from '../unknown-payments.ts';
import { selectBeforeArrivals, selectBlockMark, updateBlockMark } from '../unknown-store.ts';
import { finalNumber, type Sender } from './sender.ts';
import { isSame, paidFilter, paymentsIn } from './vault-calls.ts';

/** Most RPC providers accept this many blocks per request. */
const blocksAtOnce = 2000;

const evidence: Evidence<PaidMoney> = {
  isNamed: ({ key }, payId) => key === payId,
  isOf: ({ key }, { pay_id }) => key === pay_id,
};

/**
 * Whether the vault has made payments that the database does not know. Reads its events from the mark to the newest
 * block, and moves the mark to the newest final block. Throws where the events of a block may be there and no node shows
 * them: the mark stays before that block, and nothing is sent. Payments to the operator's own address fund routes and cannot be
 * refunds; reconciliation finds those that are not booked.
 */
export function hasPaidUnknown(sender: Sender, view: SenderView): Promise<boolean> {
  return noteStops(sender.ctx, sender.chain.id, (progress) => searchVault(sender, view, progress));
}

async function searchVault(sender: Sender, view: SenderView, progress: SearchProgress): Promise<boolean> {
  const { ctx, chain } = sender;
  const start = (await selectBlockMark(ctx.db, chain.id)) ?? (await selectBeforeArrivals(ctx.db, chain.id));
  // Nothing has arrived, so nothing can have been paid.
  if (start === null) return false;
  let mark: number = start;
  const final = finalNumber(chain, view);
  let isUnknown = false;
  for (let from = start + 1; from <= view.head.number; from += blocksAtOnce) {
    const to = Math.min(from + blocksAtOnce - 1, view.head.number);
    const unknown = await unknownBetween(sender, from, to, final);
    isUnknown ||= unknown.length > 0;
    const [before, reached] = [mark, Math.min(to, final)];
    if (reached <= before) continue;
    await recordUnknown(ctx, chain.id, unknown, (tx) => updateBlockMark(tx, chain.id, before, reached));
    mark = reached;
    progress.hasMoved = true;
  }
  isUnknown = (await hasUnexplained(ctx, chain.id, evidence)) || isUnknown;
  if (!isUnknown) await unholdUnknown(ctx, chain.id);
  return isUnknown;
}

async function unknownBetween(sender: Sender, from: number, to: number, final: number) {
  const { ctx, chain, vault, signer } = sender;
  const logs = await readPaid(sender, from, to);
  const payments = paymentsIn(chain, vault, logs)
    .filter(({ toAddress }) => !isSame(toAddress, signer.address))
    .map((payment) => ({ ...payment, isFinal: payment.blockNumber <= final }));
  return unexplainedAmong(ctx.db, chain.id, payments, evidence);
}

async function readPaid(sender: Sender, from: number, to: number): Promise<Log[]> {
  const { chain, vault, reads, headers } = sender;
  const filter = paidFilter(vault);
  const mayPay = bloomTest(filter);
  const blocks = await headers.read(reads, from, to);
  const filters = [filter, ...(areBusy(blocks) ? filtersOf(chain).transfers : [])];
  const answered = await reads.logsBetween(from, blocks.at(-1) ?? { number: to, hash: '' }, filters);
  const { logs, problem } = await shownLogs(
    reads,
    blocks,
    answered,
    (bloom, own) => mayPay(bloom) && !own.some(({ topics }) => topics[0] === filter.topic),
  );
  if (problem) throw problem;
  return logs;
}
