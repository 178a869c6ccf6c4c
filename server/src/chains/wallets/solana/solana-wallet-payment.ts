import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { tokenDecimals } from '../../../lib/chains/registry.ts';
import type { RequestedDeposit } from '../../chains.ts';
import type { OpenRpc, Rpc } from '../../rpc/rpc.ts';
import { createSolanaNode } from '../../solana/node.ts';
import { createSolanaRpc } from '../../solana/solana-rpc.ts';
import { tokenAccountOf } from '../../solana/token-account.ts';
import { countIn, objectIn, textIn } from '../../solana/transaction.ts';
import type { WalletTransaction } from '../../wallet-request.ts';
import type { SolanaLiveChain } from '../../watching/solana/solana-watcher.ts';

/** One signature, and room for a wallet that adds a priority fee. */
const feeLamports = 10_000n;

interface Asked extends Pick<RequestedDeposit, 'token' | 'address' | 'token_units'> {
  payer: string;
  treasury: string;
}

/**
 * The transaction with which a connected wallet pays a deposit: into the treasury, naming the deposit address as the
 * reference by which its payment is found. The wallet signs and sends it.
 */
export async function walletPayment(
  openRpc: OpenRpc,
  chain: SolanaLiveChain,
  nowMs: () => number,
  asked: Asked,
): Promise<WalletTransaction> {
  const rpc = createSolanaRpc(openRpc, chain.genesisHash, { urls: chain.rpcUrls, nowMs });
  try {
    const missing = await missingFor(rpc, chain, asked);
    if (missing) return { transaction: null, missing };
    // Known to whichever node the wallet sends it to, and on every fork.
    const answer = await rpc.run((node) => node.call('getLatestBlockhash', [{ commitment: 'finalized' }]));
    const { blockhash, lastValidBlockHeight } = objectIn(objectIn(answer)['value']);
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (one) => setTransactionMessageFeePayer(address(asked.payer), one),
      (one) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: textIn(blockhash) as Blockhash,
            lastValidBlockHeight: BigInt(countIn(lastValidBlockHeight)),
          },
          one,
        ),
    );
    const whole = appendTransactionMessageInstructions(await instructions(chain, asked), message);
    return { transaction: getBase64EncodedWireTransaction(compileTransaction(whole)), missing: null };
  } finally {
    await rpc.close();
  }
}

async function missingFor(
  rpc: Rpc,
  { usdcMint }: SolanaLiveChain,
  { token, payer, token_units }: Asked,
): Promise<WalletTransaction['missing']> {
  const tokens = { account: await tokenAccountOf(payer, usdcMint), mint: usdcMint };
  const balances = await createSolanaNode(rpc).balances([{ account: payer, mint: null }, tokens], 0);
  const [sol = 0n, usdc = 0n] = balances.map(({ units }) => units);
  const asked = BigInt(token_units);
  if ((token === 'SOL' ? sol : usdc) < asked) return 'tokens';
  return sol < feeLamports + (token === 'SOL' ? asked : 0n) ? 'fee' : null;
}

async function instructions(
  { usdcMint }: SolanaLiveChain,
  { token, payer, treasury, address: reference, token_units }: Asked,
): Promise<Instruction[]> {
  const authority = createNoopSigner(address(payer));
  const named = { address: address(reference), role: AccountRole.READONLY };
  const withReference = (one: Instruction): Instruction => ({
    ...one,
    accounts: [...(one.accounts ?? []), named],
  });
  const amount = BigInt(token_units);
  if (token === 'SOL') {
    const destination = address(treasury);
    return [withReference(getTransferSolInstruction({ source: authority, destination, amount }))];
  }
  const mint = address(usdcMint);
  const destination = address(await tokenAccountOf(treasury, usdcMint));
  return [
    // There since the treasury was set up. Without it the first payer's wallet would make it.
    getCreateAssociatedTokenIdempotentInstruction({
      payer: authority,
      owner: address(treasury),
      mint,
      ata: destination,
    }),
    withReference(
      getTransferCheckedInstruction({
        source: address(await tokenAccountOf(payer, usdcMint)),
        mint,
        destination,
        authority,
        amount,
        decimals: tokenDecimals('solana', 'USDC'),
      }),
    ),
  ];
}
