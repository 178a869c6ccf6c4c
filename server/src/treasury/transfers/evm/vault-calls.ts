import type { Address, Hex } from 'viem';
import {
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
  toEventSelector,
} from 'viem/utils';
import { depositSalt, payFailures } from '../../../chains/evm/vault.ts';
import { vaultAbi } from '../../../chains/evm/vault-artifact.ts';
import type { Log } from '../../../chains/rpc/answers.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import type { Token } from '../../../lib/chains/registry.ts';
import type { NamedTransfer } from '../pay-ids.ts';
import type { TransferRow } from '../transfer.ts';

/** The vault's address for native money. */
export const nativeToken: Address = `0x${'00'.repeat(20)}`;
const erc20 = parseAbi(['function balanceOf(address account) view returns (uint256)']);

export type PayFailure = (typeof payFailures)[number];

/** The vault's log for one item of `pay`; null without one. */
type PayResult = 'paid' | { failure: PayFailure } | null;

/** Null if the token is not on this chain. */
export function contractOf(chain: LiveChain, token: Token): Address | null {
  const known = chain.tokens.find(({ symbol }) => symbol === token);
  return known ? ((known.address ?? nativeToken) as Address) : null;
}

export function encodePay(chain: LiveChain, transfers: readonly NamedTransfer[]): Hex {
  const payments = transfers.map(({ pay_id, token, to_address, units }) => ({
    id: pay_id as Hex,
    token: existing(chain, token),
    to: to_address as Address,
    amount: BigInt(units),
  }));
  return encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args: [payments] });
}

/** `source` of a sweep is the payment whose deposit address it empties. */
export function encodeFlush(chain: LiveChain, sweeps: readonly TransferRow[]): Hex {
  const tokens = [...new Set(sweeps.map(({ token }) => token))];
  const batches = tokens.map((token) => ({
    token: existing(chain, token),
    salts: sweeps.filter((sweep) => sweep.token === token).map(({ source }) => depositSalt(source)),
  }));
  return encodeFunctionData({ abi: vaultAbi, functionName: 'flush', args: [batches] });
}

function existing(chain: LiveChain, token: Token): Address {
  const contract = contractOf(chain, token);
  if (contract === null) throw new Error(`${chain.id} has no contract for ${token}`);
  return contract;
}

export function payResult(vault: string, id: string | null, logs: readonly Log[]): PayResult {
  for (const event of eventsOf(vault, logs)) {
    if (event.eventName === 'Paid' && event.args.id === id) return 'paid';
    if (event.eventName === 'PayFailed' && event.args.id === id)
      return { failure: payFailures[event.args.failure] ?? 'refused' };
  }
  return null;
}

/** Whether the flush of this deposit failed. No event means that it was empty: everything is in the vault. */
export function flushFailed(
  chain: LiveChain,
  vault: string,
  deposit: string,
  token: Token,
  logs: readonly Log[],
): boolean {
  const contract = contractOf(chain, token)?.toLowerCase();
  return eventsOf(vault, logs).some(
    (event) =>
      event.eventName === 'FlushFailed' &&
      event.args.deposit.toLowerCase() === deposit.toLowerCase() &&
      event.args.token.toLowerCase() === contract,
  );
}

function eventsOf(vault: string, logs: readonly Log[]) {
  return logs
    .filter(({ address }) => address === vault.toLowerCase())
    .map(({ topics, data, txHash, blockNumber }) => ({
      ...decodeEventLog({ abi: vaultAbi, topics: topics as [Hex, ...Hex[]], data }),
      txHash,
      blockNumber,
    }));
}

/** All payments in the vault's logs, in order. Unsupported tokens are named by their contract. */
export function paymentsIn(chain: LiveChain, vault: string, logs: readonly Log[]) {
  return eventsOf(vault, logs).flatMap((event) => {
    if (event.eventName !== 'Paid') return [];
    const { id: key, token, to: toAddress, amount: units } = event.args;
    const symbol = chain.tokens.find(({ symbol: one }) =>
      isSame(contractOf(chain, one) ?? '', token),
    )?.symbol;
    const { txHash, blockNumber } = event;
    return [{ key: key.toLowerCase(), txHash, blockNumber, token: symbol ?? token, toAddress, units }];
  });
}

export function isSame(address: string, other: string): boolean {
  return address.toLowerCase() === other.toLowerCase();
}

export function paidCall(vault: string, payId: string) {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'paid', args: [payId as Hex] });
  return { to: vault, data };
}

export function listedCall(vault: string, wallet: string) {
  const args = [wallet as Address] as const;
  return { to: vault, data: encodeFunctionData({ abi: vaultAbi, functionName: 'isPayoutWallet', args }) };
}

export function readListing(data: Hex): boolean {
  return decodeFunctionResult({ abi: vaultAbi, functionName: 'isPayoutWallet', data });
}

export function leftTodayCall(vault: string, token: Address) {
  return { to: vault, data: encodeFunctionData({ abi: vaultAbi, functionName: 'leftToday', args: [token] }) };
}

export function heldCall(vault: string, token: Address) {
  return { to: token, data: encodeFunctionData({ abi: erc20, args: [vault as Address] }) };
}

export function readBoolean(data: Hex): boolean {
  return decodeFunctionResult({ abi: vaultAbi, functionName: 'paid', data });
}

export function readAmount(data: Hex): bigint {
  return decodeFunctionResult({ abi: erc20, data });
}

const paidTopic = toEventSelector('Paid(bytes32,address,address,uint256)');

/** Filter for the vault's `Paid` events. */
export function paidFilter(vault: string) {
  return { addresses: [vault], topic: paidTopic, receivers: null };
}
