import { tokenDecimals } from '../../../lib/chains/registry.ts';
import { formatTokenAmount } from '../../../lib/money.ts';
import type { Connection } from '../../rpc/connection.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import { solanaChain } from '../../solana/solana-chain.ts';
import { tokenAccountBytes } from '../../solana/token-account.ts';
import { countIn, listIn, objectIn, textIn } from '../../solana/transaction.ts';
import type { SolanaLiveChain } from '../../watching/solana/solana-watcher.ts';
import type { Finding } from '../checks.ts';

const usdcDecimals = 6;
const mintBytes = 82;
const decimalsAt = 44;
/** Lamports for the signatures of fee payer and treasury. */
const paymentFee = 10_000n;

/** Compares Solana with what we expect. Never rejects: an unreachable node is a finding. */
export async function checkSolana(
  rpc: Rpc,
  chain: SolanaLiveChain,
  free: number,
  feePayer: string | null,
): Promise<Finding[]> {
  try {
    return await rpc.run(async (connection) => [
      await checkGenesis(connection, chain),
      await checkUsdc(connection, chain),
      await checkFinalized(connection),
      checkPool(free),
      ...(feePayer === null ? [] : [await checkFeePayer(connection, feePayer)]),
    ]);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    const todo = 'Check SOLANA_RPC_URL: the node must answer JSON-RPC of Solana.';
    return [{ what: 'node', found, todo }];
  }
}

async function checkGenesis(connection: Connection, chain: SolanaLiveChain): Promise<Finding> {
  const found = String(await connection.call('getGenesisHash', []));
  const isRight = found === chain.genesisHash;
  return {
    what: 'genesis hash',
    found: isRight ? found : `${found}, not ${chain.genesisHash}`,
    todo: isRight ? null : 'Set the RPC URL of the right chain.',
  };
}

async function checkUsdc(connection: Connection, { usdcMint }: SolanaLiveChain): Promise<Finding> {
  const config = { encoding: 'base64', commitment: 'confirmed' };
  const { value } = objectIn(await connection.call('getAccountInfo', [usdcMint, config]));
  const todo = 'Correct tokens.USDC of solana in CHAINS_FILE.';
  if (value === null) return { what: 'USDC', found: `no mint at ${usdcMint}`, todo };
  const { owner, data } = objectIn(value);
  const bytes = Buffer.from(textIn(listIn(data)[0]), 'base64');
  if (owner !== solanaChain.tokenProgram || bytes.length !== mintBytes)
    return { what: 'USDC', found: `${usdcMint} is no mint of the token program`, todo };
  const decimals = bytes[decimalsAt];
  return decimals === usdcDecimals
    ? { what: 'USDC', found: `${usdcMint}, ${decimals} decimals`, todo: null }
    : { what: 'USDC', found: `${usdcMint} has ${decimals} decimals, not ${usdcDecimals}`, todo };
}

/** A cluster finalizes within half a minute. A node further behind than this does not keep up with it. */
const maxUnfinalizedSlots = 300;

async function checkFinalized(connection: Connection): Promise<Finding> {
  const slotAt = async (commitment: string) => Number(await connection.call('getSlot', [{ commitment }]));
  const behind = (await slotAt('confirmed')) - (await slotAt('finalized'));
  const isNear = behind <= maxUnfinalizedSlots;
  return {
    what: 'finalized',
    found: `${behind} slots behind`,
    todo: isNear ? null : 'Use a node that keeps up with the cluster.',
  };
}

function checkPool(free: number): Finding {
  const todo = 'Start a worker with WALLET_FILE: it makes deposit addresses ahead.';
  return { what: 'deposit addresses', found: `${free} ready`, todo: free > 0 ? null : todo };
}

/** Never turns the chain off: payments arrive without gas. Only refunds and sweeps wait. */
async function checkFeePayer(connection: Connection, feePayer: string): Promise<Finding> {
  const answer = objectIn(await connection.call('getBalance', [feePayer, { commitment: 'confirmed' }]));
  const lamports = BigInt(countIn(answer['value']));
  const amount = formatTokenAmount(lamports, tokenDecimals('solana', 'SOL'));
  const hint = lamports === 0n ? 'refunds wait until you send some' : await coveredBy(connection, lamports);
  return { what: 'fee payer', found: `${feePayer} has ${amount} SOL: ${hint}`, todo: null };
}

/**
 * How many payments the lamports cover, at the highest cost without priority fees: each creates the receiver's token
 * account.
 */
async function coveredBy(connection: Connection, lamports: bigint): Promise<string> {
  const rentFor = async (bytes: number) =>
    BigInt(countIn(await connection.call('getMinimumBalanceForRentExemption', [bytes])));
  const spare = lamports - (await rentFor(0));
  const count = spare / (paymentFee + (await rentFor(tokenAccountBytes)));
  return `enough for ${count > 0n ? count : 0n} transfers or more`;
}
