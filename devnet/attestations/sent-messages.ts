import type { Hex } from 'viem';
import { chainOf, sentMessage } from '../../server/src/treasury/routes/cctp/contracts.ts';
import type { EvmChain } from '../evm/chain-specs.ts';
import type { EvmChains } from '../evm/evm-chains.ts';
import { mark, transmitterProgram } from '../solana/cctp/accounts.ts';
import type { SolanaChain } from '../solana/start-solana.ts';
import type { ReadMessages } from './attestation-server.ts';

/** Reads messages from local chains, which are started later: the stand-in is served beside them. */
export function sentMessages<C extends EvmChain>(
  chains: () => EvmChains<C>,
  solana: () => SolanaChain | null = () => null,
): ReadMessages {
  return async (domain, txHash) => {
    const id = chainOf(domain);
    const onSolana = id === 'solana' ? solana() : null;
    if (onSolana) return messagesOnSolana(onSolana, txHash);
    const name = chains().names.find((one) => one === id);
    if (!name) return null;
    const receipt = await chains().rpc(name, 'eth_getTransactionReceipt', [txHash]);
    const logs = (receipt as { logs: Parameters<typeof sentMessage>[0][] } | null)?.logs ?? [];
    return logs.flatMap((log) => sentMessage(log) ?? []);
  };
}

/** Before the message in the account that a burn makes. */
const messageAt = 52;

/** In the accounts that the finalized transaction made. */
function messagesOnSolana(chain: SolanaChain, signature: string): Hex[] | null {
  const finalized = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const { result: found } = chain.answer('getTransaction', [signature, finalized]) as {
    result: { transaction: { message: { accountKeys: string[] } } } | null;
  };
  if (!found) return null;
  const config = { commitment: 'finalized', encoding: 'base64' };
  const { result } = chain.answer('getMultipleAccounts', [found.transaction.message.accountKeys, config]) as {
    result: { value: ({ owner: string; data: [string, string] } | null)[] };
  };
  return result.value.flatMap((account) => {
    const data = Buffer.from(account?.data[0] ?? '', 'base64');
    const isMessage =
      account?.owner === transmitterProgram && data.subarray(0, 8).equals(mark('account', 'MessageSent'));
    return isMessage ? [`0x${data.toString('hex', messageAt)}` as Hex] : [];
  });
}
