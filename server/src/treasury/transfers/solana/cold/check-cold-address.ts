import { address as addressOf, isOffCurveAddress } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import { nonceAccounts } from '../nonces.ts';
import { refusal } from '../rehearse-payment.ts';
import type { SolanaSender } from '../solana-sender.ts';
import { selectKnownAs } from './cold-store.ts';

/**
 * Why nothing may go to the cold address; null if it can be one. What is there must belong to somebody who can send it back,
 * and to nobody else.
 */
export async function checkColdAddress(sender: SolanaSender, address: string): Promise<string | null> {
  const { ctx, chain, signer, node } = sender;
  const { treasury, feePayer, trader } = signer;
  const own: Record<string, string> = {
    [treasury]: 'the treasury',
    [feePayer]: 'the fee payer',
    [trader]: 'the address that exchanges',
    [await tokenAccountOf(treasury, chain.usdcMint)]: 'a token account of the treasury',
    ...Object.fromEntries(nonceAccounts(feePayer).map((one) => [one, 'an account of the fee payer'])),
  };
  const known = own[address] ?? (await selectKnownAs(ctx.db, address));
  if (known !== null) return `${address} is ${known}.`;
  const tokens = await tokenAccountOf(address, chain.usdcMint);
  const { accounts } = await node.accounts([address, tokens]);
  const [account = null, tokenAccount = null] = accounts;
  const rent = { empty: 0n, token: 0n };
  const refused = refusal({ token: 'USDC', units: '1' }, account, tokenAccount, { rent });
  if (refused) return refused.message;
  if (account && account.program !== SYSTEM_PROGRAM_ADDRESS)
    return `${address} belongs to the program ${account.program}, and is no wallet.`;
  // The vault of a multisig has no key of its own. Neither has the token account of somebody, before it is made.
  if (!account && isOffCurveAddress(addressOf(address)))
    return `${address} has no key, and nothing is there: if it is the vault of a multisig, send it some SOL first.`;
  return null;
}
