import { type Address, type Hex, parseAbi } from 'viem';
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import { payId } from '../../../server/src/chains/evm/vault.ts';
import { vaultAbi } from '../../../server/src/chains/evm/vault-artifact.ts';
import { tokenAbi } from './contracts.ts';
import type { VaultModel } from './model.ts';
import { transferIds } from './steps.ts';
import { native, type TestVault } from './vault.ts';

const readerAbi = parseAbi([
  'function read((address target, bytes data)[] questions) view returns (uint256[])',
  'function nativeOf(address account) view returns (uint256)',
]);

/** Who takes part. */
export interface Cast {
  reader: Address;
  tokens: Address[];
  /** Whom the vault may be told to pay. */
  recipients: Address[];
  /** All that hold money. */
  accounts: Address[];
}

interface State {
  balances: bigint[];
  paid: bigint[];
  left: bigint[];
  listed: bigint[];
  roles: bigint[];
}

export function stateOf(model: VaultModel, { tokens, recipients, accounts }: Cast): State {
  return {
    balances: tokens.flatMap((token) => accounts.map((account) => model.balance(token, account))),
    paid: transferIds.map((id) => BigInt(model.paid.has(id))),
    left: tokens.map((token) => model.leftToday(token)),
    listed: recipients.map((wallet) => BigInt(model.listed.has(wallet))),
    roles: [model.operator, model.owner, model.offeredOwner].map(BigInt),
  };
}

/** The same from the chain, in one call. */
export async function readState(vault: TestVault, cast: Cast): Promise<State> {
  const questions = questionsOf(vault.address, cast);
  const all = Object.values(questions).flat();
  const data = encodeFunctionData({ abi: readerAbi, functionName: 'read', args: [all] });
  const answer = await vault.chain.call({ to: cast.reader, data });
  const words = [...decodeFunctionResult({ abi: readerAbi, functionName: 'read', data: answer })];
  const take = (list: unknown[]) => words.splice(0, list.length);
  return {
    balances: take(questions.balances),
    paid: take(questions.paid),
    left: take(questions.left),
    listed: take(questions.listed),
    roles: take(questions.roles),
  };
}

function questionsOf(vault: Address, { reader, tokens, recipients, accounts }: Cast) {
  const abi = vaultAbi;
  const ask = (data: Hex, target = vault) => ({ target, data });
  const balance = (token: Address, account: Address) =>
    token === native
      ? ask(encodeFunctionData({ abi: readerAbi, functionName: 'nativeOf', args: [account] }), reader)
      : ask(encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account] }), token);
  return {
    balances: tokens.flatMap((token) => accounts.map((account) => balance(token, account))),
    paid: transferIds.map((id) => ask(encodeFunctionData({ abi, functionName: 'paid', args: [payId(id)] }))),
    left: tokens.map((token) => ask(encodeFunctionData({ abi, functionName: 'leftToday', args: [token] }))),
    listed: recipients.map((wallet) =>
      ask(encodeFunctionData({ abi, functionName: 'isPayoutWallet', args: [wallet] })),
    ),
    roles: (['operator', 'owner', 'offeredOwner'] as const).map((functionName) =>
      ask(encodeFunctionData({ abi, functionName })),
    ),
  };
}
