import { AccountRole, address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getCreateAccountWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { SolanaSigner } from '../../../../chains/solana/solana-signer.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import type { SolanaLiveChain } from '../../../../chains/watching/solana/solana-watcher.ts';
import { tokenDecimals } from '../../../../lib/chains/registry.ts';
import type { TransferRow } from '../../transfer.ts';
import { nonceSeed, referenceOf } from '../nonces.ts';

const nonceBytes = 80;

/** Creates the owner's token account unless it exists. The fee payer pays the rent. */
export async function tokenAccountInstruction(
  { usdcMint }: SolanaLiveChain,
  { feePayer }: Pick<SolanaSigner, 'feePayer'>,
  owner: string,
): Promise<Instruction> {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(address(feePayer)),
    owner: address(owner),
    mint: address(usdcMint),
    ata: address(await tokenAccountOf(owner, usdcMint)),
  });
}

export async function moveInstruction(
  { usdcMint }: SolanaLiveChain,
  token: TransferRow['token'],
  from: string,
  to: string,
  units: bigint,
): Promise<Instruction> {
  const authority = createNoopSigner(address(from));
  if (token === 'SOL')
    return getTransferSolInstruction({ source: authority, destination: address(to), amount: units });
  return getTransferCheckedInstruction({
    source: address(await tokenAccountOf(from, usdcMint)),
    mint: address(usdcMint),
    destination: address(await tokenAccountOf(to, usdcMint)),
    authority,
    amount: units,
    decimals: tokenDecimals('solana', 'USDC'),
  });
}

/**
 * Pays from the treasury. Names the transfer's reference, so that the payment can be found in the reference's history.
 */
export async function payInstructions(
  chain: SolanaLiveChain,
  signer: SolanaSigner,
  { pay_id, token, to_address, units }: TransferRow,
): Promise<Instruction[]> {
  const moved = await moveInstruction(chain, token, signer.treasury, to_address, BigInt(units));
  const reference = { address: address(referenceOf(pay_id ?? '')), role: AccountRole.READONLY };
  const named = { ...moved, accounts: [...(moved.accounts ?? []), reference] };
  return token === 'SOL' ? [named] : [await tokenAccountInstruction(chain, signer, to_address), named];
}

export function sweepInstruction(
  chain: SolanaLiveChain,
  { treasury }: SolanaSigner,
  from: string,
  { token, units }: TransferRow,
): Promise<Instruction> {
  return moveInstruction(chain, token, from, treasury, BigInt(units));
}

/**
 * Closes an empty token account and refunds its rent to the fee payer. Fails the whole transaction if it is not empty.
 */
export async function closeInstruction(
  { usdcMint }: SolanaLiveChain,
  { feePayer }: SolanaSigner,
  owner: string,
): Promise<Instruction> {
  return getCloseAccountInstruction({
    account: address(await tokenAccountOf(owner, usdcMint)),
    destination: address(feePayer),
    owner: createNoopSigner(address(owner)),
  });
}

export function nonceInstructions(
  { feePayer }: SolanaSigner,
  account: string,
  number: number,
  rent: bigint,
): Instruction[] {
  const payer = createNoopSigner(address(feePayer));
  return [
    getCreateAccountWithSeedInstruction({
      payer,
      newAccount: address(account),
      base: payer.address,
      seed: nonceSeed(number),
      amount: rent,
      space: nonceBytes,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
    getInitializeNonceAccountInstruction({ nonceAccount: address(account), nonceAuthority: payer.address }),
  ];
}

export function reserveInstruction({ feePayer, treasury }: SolanaSigner, lamports: bigint): Instruction {
  return getTransferSolInstruction({
    source: createNoopSigner(address(feePayer)),
    destination: address(treasury),
    amount: lamports,
  });
}
