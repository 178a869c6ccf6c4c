import { keyOf, type Signed } from '../chain/authorizations.ts';
import { balanceOf, canonical, type ModelBlock, type SignedTransaction } from '../chain/block.ts';
import type { ModelChain } from '../chain/model-chain.ts';
import type { Simulation } from '../simulation.ts';

/** As the guide says: for so long an authorization must be valid when its transaction is sent. Less what clocks differ by. */
const leastSeconds = 30 - 3;

/** A transaction of the settling key, in a block. */
interface Settled {
  transaction: SignedTransaction;
  block: ModelBlock;
  signed: Signed | null;
  isReverted: boolean;
}

/**
 * The settling key carries out what customers signed and nothing else, for each payment once, and burns no gas on what could
 * not succeed: whatever is under way.
 */
export async function checkSignatures(simulation: Simulation): Promise<string[]> {
  return simulation.world.chains.flatMap((chain) => {
    const all = settledOn(chain);
    return [...all.flatMap((one) => badSettled(simulation, chain, one, all)), ...paidTwice(simulation, all)];
  });
}

function settledOn({ tip, authorizations }: ModelChain): Settled[] {
  return canonical(tip).flatMap((block) =>
    block.transactions.flatMap((transaction) =>
      transaction.kind === 'signed' && authorizations.isOfSettler(transaction)
        ? [
            {
              transaction,
              block,
              signed: authorizations.in(transaction),
              isReverted: block.failed.has(transaction),
            },
          ]
        : [],
    ),
  );
}

function badSettled(
  simulation: Simulation,
  chain: ModelChain,
  one: Settled,
  all: readonly Settled[],
): string[] {
  const { transaction, block, signed, isReverted } = one;
  if (!signed || transaction.value !== 0n) return [`signatures: ${transaction.hash} is none that was signed`];
  // A restored backup has forgotten what was sent.
  if (!isReverted || simulation.isRestored) return [];
  const isOwn = all.some(
    (other) => other !== one && !other.isReverted && other.signed && keyOf(other.signed) === keyOf(signed),
  );
  if (isOwn) return [`gas: ${keyOf(signed)} was sent twice, and ${transaction.hash} reverted`];
  const left = chain.authorizations.rehearsed.get(keyOf(signed)) ?? [];
  if (left.length === 0) return [`gas: ${transaction.hash} reverted, and was not rehearsed`];
  const isOver = BigInt(block.timeMs / 1000) >= signed.validBefore;
  if (isOver && left.every((seconds) => seconds < leastSeconds))
    return [`gas: ${transaction.hash} reverted, and was sent ${Math.max(...left)} s before it ended`];
  return isOverdrawnByUs(chain, one, all, Math.max(...left))
    ? [`gas: ${transaction.hash} reverted, since we sent more of ${signed.from} than it had`]
    : [];
}

/** Whether nobody but we moved the payer's money since this was first rehearsed, and it was not enough. */
function isOverdrawnByUs(
  { facts, authorizations, tip }: ModelChain,
  { block, signed, transaction }: Settled,
  all: readonly Settled[],
  left: number,
): boolean {
  if (!signed || balanceOf(block.state, facts.usdc, signed.from) >= signed.units) return false;
  const rehearsedMs = (Number(signed.validBefore) - left) * 1000;
  const since = canonical(tip).filter(({ timeMs, number }) => timeMs > rehearsedMs && number <= block.number);
  const isMovedByPayer = since.some(({ transactions }) =>
    transactions.some(
      (other) =>
        other.from === signed.from ||
        (other.kind !== 'payment' &&
          !authorizations.isOfSettler(other) &&
          authorizations.in(other)?.from === signed.from),
    ),
  );
  return (
    !isMovedByPayer &&
    all.some(
      (other) =>
        other.transaction !== transaction &&
        !other.isReverted &&
        other.signed?.from === signed.from &&
        since.includes(other.block),
    )
  );
}

function paidTwice({ isRestored }: Simulation, all: readonly Settled[]): string[] {
  const paid = all.flatMap(({ signed, isReverted }) => (signed && !isReverted ? [signed.to] : []));
  const twice = paid.filter((to, index) => paid.indexOf(to) !== index);
  return isRestored ? [] : twice.map((to) => `signatures: we carried out two for ${to}`);
}

interface Row {
  chain: string;
  from_address: string;
  nonce: string;
  status: string;
  failure_reason: string | null;
  tx_hash: string | null;
}

/** What became of each signature that was taken is what the chain says. */
export async function checkSignaturesAtRest({
  world,
  isRestored,
  signingCustomers,
}: Simulation): Promise<string[]> {
  if (isRestored || !signingCustomers) return [];
  const rows = await world.database.query<Row>(`
    select a.chain, a.from_address, a.nonce, t.status, t.failure_reason, t.tx_hash
    from authorizations a join transfers t using (transfer_id)`);
  const nameOf = (chain: string, key: string) => `${key} on ${chain}`;
  const known = new Set(rows.map((row) => nameOf(row.chain, keyOf(signedIn(row)))));
  const forgotten = signingCustomers.gifts.flatMap(({ state, order, signed }) =>
    state === 'taken' && !known.has(nameOf(order.chain.facts.id, keyOf(signed)))
      ? [`signatures: ${keyOf(signed)} was taken and is not there`]
      : [],
  );
  const wrong = world.chains.flatMap((chain) => {
    const settled = settledOn(chain);
    return rows
      .filter((row) => row.chain === chain.facts.id)
      .flatMap((row) => wrongEnd(row, chain.tip.state.used, settled));
  });
  return [...forgotten, ...wrong];
}

function signedIn({ from_address, nonce }: Row): Pick<Signed, 'from' | 'nonce'> {
  return { from: from_address, nonce } as Pick<Signed, 'from' | 'nonce'>;
}

function wrongEnd(row: Row, used: ReadonlySet<string>, settled: readonly Settled[]): string[] {
  const key = keyOf(signedIn(row));
  const own = settled.find(({ signed, isReverted }) => !isReverted && signed && keyOf(signed) === key);
  const ended = `${row.status} ${row.failure_reason ?? ''}`.trim();
  if ((row.status === 'completed') !== (own !== undefined))
    return [
      `signatures: ${key} is ${ended}, and ${own?.transaction.hash ?? 'nothing of ours'} carried it out`,
    ];
  if (own && own.transaction.hash !== row.tx_hash)
    return [`signatures: ${key} names ${row.tx_hash}, and ${own.transaction.hash} carried it out`];
  return row.failure_reason === 'AUTHORIZATION_USED' && !used.has(key)
    ? [`signatures: ${key} is ${ended}, and nobody has used it`]
    : [];
}
