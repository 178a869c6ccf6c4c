import { writeFileSync } from 'node:fs';
import type { Address, Hex, TransactionSerialized } from 'viem';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { decodeFunctionData, isAddressEqual } from 'viem/utils';
import type { Context } from '../app/context.ts';
import type { Signer } from '../chains/evm/signer.ts';
import { vaultAbi } from '../chains/evm/vault-artifact.ts';
import type { Rpc } from '../chains/rpc/rpc.ts';
import { planAlone, sendAlone } from '../chains/setup/evm/deploy-vault.ts';
import {
  makeOwnerAction,
  type OwnerAction,
  ownerActions,
  walletsOf,
} from '../chains/setup/evm/owner-actions.ts';
import { readVaultKeys, type VaultKeys } from '../chains/setup/evm/vault-keys.ts';
import { openOperatorSigner } from '../chains/signers/open-signers.ts';
import { createLocalSigner } from '../chains/wallets/evm/local-signer.ts';
import type { WalletRow } from '../chains/wallets/wallet-row.ts';
import { loadWallet, selectedWallet } from '../chains/wallets/wallets.ts';
import type { LiveChain } from '../chains/watching/live-chain.ts';
import { type Token, tokenDecimals } from '../lib/chains/registry.ts';
import { formatTokenAmount } from '../lib/money.ts';
import { ask } from './ask.ts';
import { amountOn, configured, withRpc } from './chains.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { withContext } from './database.ts';
import { print } from './output.ts';

const ways = [
  '--safe FILE  also write it as a batch for the Transaction Builder of a Safe',
  '--send       send it from here, if the key of the owner is in WALLET_FILE or OPERATOR_SIGNER; shows the cost and asks',
  '--yes        do not ask',
];

export const vaultCommands: Command[] = [
  {
    name: 'vault show',
    usage: 'CHAIN',
    summary: 'Show who owns a vault, who pays from it, and the daily caps.',
    options: {},
    args: ['chain'],
    async run(values, { chain: name = '' }) {
      const row = await withVault(name, [], async ({ chain, keys }) => ({
        chain: chain.id,
        owner: keys.owner,
        offered_owner: keys.offered,
        operator: keys.operator,
        caps: chain.tokens.map(({ symbol }) => `${symbol} ${capOf(chain, keys, symbol)}`),
      }));
      print(values, row);
    },
  },
  ...(Object.keys(ownerActions) as (keyof typeof ownerActions)[]).map(actionCommand),
  {
    name: 'vault send',
    usage: 'CHAIN SIGNED_TRANSACTION [--yes]',
    summary: "Check a transaction that the owner's wallet has signed, say what it does, and send it.",
    options: { yes: { type: 'boolean' } },
    args: ['chain', 'signed_transaction'],
    async run(values, { chain: name = '', signed_transaction: raw = '' }) {
      const sent = await withVault(name, [], async ({ rpc, chain, row, keys }) => {
        const about = await checkSigned(chain, row.evm_vault, keys, raw as TransactionSerialized);
        if (!values['yes'] && (await ask(`${about} Send it? [y/N] `)) !== 'y')
          throw new UsageError('Nothing was sent.');
        const hash = await rpc.run((connection) => connection.call('eth_sendRawTransaction', [raw]));
        return { chain: chain.id, about, tx_hash: String(hash) };
      });
      print(values, sent);
    },
  },
];

function actionCommand(name: keyof typeof ownerActions): Command {
  const { words, summary } = ownerActions[name];
  const names = words.split(' ').filter(Boolean);
  return {
    name: `vault ${name}`,
    usage: ['CHAIN', ...names, '[--safe FILE] [--send] [--yes]'].join(' '),
    summary: `Prepare a transaction of the vault's owner: ${summary}.`,
    help: ways,
    options: { safe: { type: 'string' }, send: { type: 'boolean' }, yes: { type: 'boolean' } },
    args: ['chain', ...names],
    async run(values, args) {
      const given = names.map((word) => args[word] ?? '');
      const wallets = walletsOf(name, given);
      const shown = await withVault(args['chain'] ?? '', wallets, async ({ ctx, rpc, chain, row, keys }) => {
        const action = makeOwnerAction(name, chain, row.evm_vault, keys, given);
        if (typeof values['safe'] === 'string') writeSafeBatch(values['safe'], chain, action);
        if (values['send'] && !action.isDone) await sendHere(ctx, rpc, chain, row, action, values);
        return {
          about: action.about,
          is_done: action.isDone || values['send'] === true,
          chain: chain.id,
          chain_id: chain.chainId,
          from: action.from,
          to: action.to,
          value: '0',
          data: action.data,
        };
      });
      print(values, shown);
    },
  };
}

interface At {
  ctx: Context;
  rpc: Rpc;
  chain: LiveChain;
  row: WalletRow;
  keys: VaultKeys;
}

async function withVault<T>(
  name: string,
  wallets: readonly Address[],
  work: (at: At) => Promise<T>,
): Promise<T> {
  return withContext(async (ctx) => {
    const chain = await configured(ctx, name);
    const row = await selectedWallet(ctx);
    return withRpc(chain, async (rpc) => {
      const keys = await readVaultKeys(rpc, chain, row.evm_vault, wallets);
      if (!keys)
        throw new UsageError(
          `There is no vault on ${chain.id} yet. Run "causeway chains deploy ${chain.id}".`,
        );
      return work({ ctx, rpc, chain, row, keys });
    });
  });
}

function capOf({ id }: LiveChain, { caps, owner, operator }: VaultKeys, token: Token): string {
  const cap = caps.get(token);
  if (cap !== undefined) return `${formatTokenAmount(cap, tokenDecimals(id, token))} a day`;
  return owner === operator ? 'no limit' : 'nothing';
}

/** The key of this address, if this process has it. */
export async function ownerSigner(ctx: Context, row: WalletRow, address: string): Promise<Signer | null> {
  const { walletFile } = ctx.config;
  if (address === row.file_account && walletFile !== null)
    return createLocalSigner(await loadWallet(ctx, walletFile));
  return ctx.config.signers.operator && address === row.evm_operator
    ? openOperatorSigner(ctx, row, null)
    : null;
}

async function sendHere(
  ctx: Context,
  rpc: Rpc,
  chain: LiveChain,
  row: WalletRow,
  action: OwnerAction,
  values: Values,
): Promise<void> {
  const signer = await ownerSigner(ctx, row, action.from);
  if (!signer)
    throw new UsageError(
      `The key of ${action.from} is not here. Leave out --send, sign the transaction with that wallet, and pass it to "causeway vault send ${chain.id}".`,
    );
  const problem = await sendAction(rpc, chain, signer, action, values);
  if (problem !== null) throw new UsageError(problem);
}

/** Shows the cost, asks and sends. Says what to do if it was not sent. */
export async function sendAction(
  rpc: Rpc,
  chain: LiveChain,
  signer: Signer,
  action: OwnerAction,
  values: Values,
): Promise<string | null> {
  const cost = await planAlone(rpc, signer.address, action);
  if (cost.balance < cost.maxCost)
    return `Send ${amountOn(chain, cost.maxCost)} to ${signer.address} on ${chain.id}, then run this again.`;
  const question = `${action.about} on ${chain.id}, for at most ${amountOn(chain, cost.maxCost)}? [y/N] `;
  if (!values['yes'] && (await ask(question)) !== 'y') return 'Run this again and say y.';
  await sendAlone(rpc, chain, signer, action, cost);
  return null;
}

/** As the Transaction Builder of a Safe reads it. */
function writeSafeBatch(path: string, { chainId }: LiveChain, { about, to, data }: OwnerAction): void {
  const batch = {
    version: '1.0',
    chainId: String(chainId),
    createdAt: Date.now(),
    meta: { name: 'Causeway vault', description: about },
    transactions: [{ to, value: '0', data, contractMethod: null, contractInputsValues: null }],
  };
  writeFileSync(path, `${JSON.stringify(batch, null, 2)}\n`);
}

/** What a signed transaction does, in words. Throws unless it is one that the vault would take from this sender. */
async function checkSigned(
  { id, chainId }: LiveChain,
  vault: string,
  { owner, offered }: VaultKeys,
  raw: TransactionSerialized,
): Promise<string> {
  const { from, transaction } = await readSigned(raw);
  const call = decoded(transaction.data ?? '0x');
  if (!transaction.to || !isAddressEqual(transaction.to, vault as Hex))
    throw new UsageError(`It goes to ${transaction.to ?? 'a new contract'} and not to the vault ${vault}.`);
  if (transaction.chainId !== chainId)
    throw new UsageError(`It is for chain ${transaction.chainId}, and ${id} is ${chainId}.`);
  if ((transaction.value ?? 0n) !== 0n)
    throw new UsageError('It sends native money along, which no action needs.');
  const expected = call.functionName === 'acceptOwnership' ? offered : owner;
  if (from !== expected) throw new UsageError(`${from} signed it, and the vault would obey ${expected}.`);
  const args = (call.args ?? []).map((arg) => (Array.isArray(arg) ? arg.join(', ') : String(arg)));
  return `${from} calls ${call.functionName}(${args.join(', ')}) of the vault on ${id}.`;
}

async function readSigned(raw: TransactionSerialized) {
  try {
    const transaction = parseTransaction(raw);
    return { transaction, from: await recoverTransactionAddress({ serializedTransaction: raw }) };
  } catch {
    throw new UsageError('That is not a signed transaction: it starts with 0x02 and is hexadecimal.');
  }
}

function decoded(data: Hex) {
  try {
    return decodeFunctionData({ abi: vaultAbi, data });
  } catch {
    throw new UsageError('It calls something that the vault does not have.');
  }
}
