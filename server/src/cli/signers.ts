import type { Context } from '../app/context.ts';
import type { Signer } from '../chains/evm/signer.ts';
import { makeOwnerAction } from '../chains/setup/evm/owner-actions.ts';
import { readVaultKeys } from '../chains/setup/evm/vault-keys.ts';
import { liveChains } from '../chains/setup/live-chains.ts';
import { addressOf, openOperatorSigner, openSettlerSigner } from '../chains/signers/open-signers.ts';
import { createLocalSettler } from '../chains/wallets/evm/local-signer.ts';
import type { WalletRow } from '../chains/wallets/wallet-row.ts';
import {
  countOfOperator,
  loadWallet,
  selectedWallet,
  updateNextOperator,
  updateOperator,
  updateSettler,
} from '../chains/wallets/wallets.ts';
import type { LiveChain } from '../chains/watching/live-chain.ts';
import { ask } from './ask.ts';
import { withRpc } from './chains.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { withContext } from './database.ts';
import { moveTreasuryCommand } from './money/move-treasury.ts';
import { print } from './output.ts';
import { ownerSigner, sendAction } from './vault.ts';

export const signerCommands: Command[] = [
  moveTreasuryCommand,
  {
    name: 'signers move',
    usage: '[--yes]',
    summary:
      'Let every vault obey the key of OPERATOR_SIGNER, or without one that of WALLET_FILE. Shows what it will do and asks; ' +
      'what is done already is not done again.',
    help: [
      '--yes        do not ask',
      'The key of SETTLER_SIGNER, or without one that of WALLET_FILE, pays the gas of payments by signature from then on.',
      'Run it with OPERATOR_SIGNER set to the new key, while workers still run with the old one.',
    ],
    options: { yes: { type: 'boolean' } },
    args: [],
    async run(values) {
      const rows = await withContext((ctx) => moveOperator(ctx, values));
      print(values, rows);
      const left = rows.filter(({ todo }) => todo !== null);
      if (left.length > 0)
        throw new UsageError(
          'Not all vaults obey the new key yet: see the column "todo", then run this again.',
        );
      process.stderr.write('Now start all workers with the same OPERATOR_SIGNER and SETTLER_SIGNER.\n');
    },
  },
];

type Line = {
  chain: string;
  operator: string;
  owner: string;
  todo: string | null;
};

async function moveOperator(ctx: Context, values: Values): Promise<Line[]> {
  const row = await selectedWallet(ctx);
  const next = await newOperator(ctx, row);
  const isMove = next.address !== row.evm_operator;
  if (isMove) await begin(ctx, row, next, values);
  const lines: Line[] = [];
  for (const chain of liveChains(ctx.config.chains, row.evm_vault))
    lines.push(await moveOn(ctx, chain, row, next.address, values));
  if (lines.some(({ todo }) => todo !== null)) return lines;
  await moveSettler(ctx, row);
  if (isMove) await end(ctx, row, next.address);
  // A move that was begun and is taken back.
  else if (row.evm_next_operator !== null) await updateNextOperator(ctx.db, row.evm_operator, null);
  return lines;
}

/** It must sign before anything is changed. */
async function newOperator(ctx: Context, row: WalletRow): Promise<Signer> {
  const { operator } = ctx.config.signers;
  const address = (await addressOf(ctx, 'operator')) ?? row.file_account;
  const wallet = operator === null ? await fileWallet(ctx) : null;
  const signer = await openOperatorSigner(ctx, { ...row, evm_operator: address }, wallet);
  if (!signer)
    throw new UsageError('Set OPERATOR_SIGNER to the new key, or WALLET_FILE to go back to the file.');
  await signer.probe();
  return signer;
}

async function fileWallet(ctx: Context) {
  const { walletFile } = ctx.config;
  return walletFile === null ? null : loadWallet(ctx, walletFile);
}

/** From here on workers plan nothing new, and what they have sent ends. */
async function begin(ctx: Context, row: WalletRow, next: Signer, values: Values): Promise<void> {
  const { routes } = await countOfOperator(ctx.db);
  if (routes > 0)
    throw new UsageError(
      `${routes} routes are under way, and their money is at ${row.evm_operator}. Stop new ones with ROUTING=off, and run this when "causeway routes list" shows none.`,
    );
  if (row.evm_next_operator !== next.address) {
    const question = [
      `The operator is ${row.evm_operator} now, and will be ${next.address} (${next.kind}).`,
      'Until that is done on every chain, refunds, payouts and sweeps on EVM chains wait. Payments are taken as before.',
      `Move the operator to ${next.address}? [y/N] `,
    ].join('\n');
    if (!values['yes'] && (await ask(question)) !== 'y') throw new UsageError('Nothing was changed.');
    await updateNextOperator(ctx.db, row.evm_operator, next.address);
  }
  const { transactions } = await countOfOperator(ctx.db);
  if (transactions > 0)
    throw new UsageError(
      `${transactions} transactions of ${row.evm_operator} are not final yet. Leave the workers running as they are, and run this again in a few minutes.`,
    );
}

/** Asks the vault of a chain first, so that a second run goes on where the first one ended. */
async function moveOn(
  ctx: Context,
  chain: LiveChain,
  row: WalletRow,
  next: string,
  values: Values,
): Promise<Line> {
  return withRpc(chain, async (rpc) => {
    const keys = await readVaultKeys(rpc, chain, row.evm_vault);
    if (!keys) return { chain: chain.id, operator: 'no vault', owner: '', todo: null };
    const { operator, owner } = keys;
    const line = (todo: string | null) => ({ chain: chain.id, operator, owner, todo });
    if (operator === next) return line(null);
    // Once another key than the owner's pays, a token without a cap cannot be paid at all.
    if (owner !== next && keys.caps.size === 0)
      return line(`Set what may be paid in a day first: "causeway vault cap ${chain.id} USDC 5000 --send".`);
    const action = makeOwnerAction('operator', chain, row.evm_vault, keys, [next]);
    const signer = await ownerSigner(ctx, row, owner);
    if (!signer)
      return line(
        `Run "causeway vault operator ${chain.id} ${next}" and sign it with the owner's wallet, then run this again.`,
      );
    const problem = await sendAction(rpc, chain, signer, action, values);
    return problem === null ? { ...line(null), operator: next } : line(problem);
  });
}

/** It holds gas and nothing else, so nothing on a chain changes. Without a key of its own here, it stays. */
async function moveSettler(ctx: Context, row: WalletRow): Promise<void> {
  const wallet = ctx.config.signers.settler === null ? await fileWallet(ctx) : null;
  const next = (await addressOf(ctx, 'settler')) ?? (wallet && createLocalSettler(wallet).address);
  if (next === null || next === row.evm_settler) return;
  const signer = await openSettlerSigner(ctx, { ...row, evm_settler: next }, wallet);
  await signer?.probe();
  if (!(await updateSettler(ctx.db, row.evm_settler, next)))
    throw new UsageError('Payments by signature are under way. Run this again in a few minutes.');
  process.stderr.write(
    `Payments by signature are sent from ${next} now. Send gas there, and take the rest from ${row.evm_settler}.
`,
  );
}

async function end(ctx: Context, row: WalletRow, next: string): Promise<void> {
  if (!(await updateOperator(ctx.db, row.evm_operator, next)))
    throw new UsageError('A transaction of the old key is open again. Run this again in a few minutes.');
}
