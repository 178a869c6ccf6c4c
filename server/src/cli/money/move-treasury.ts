import type { Context } from '../../app/context.ts';
import { liveSolana } from '../../chains/setup/live-chains.ts';
import { addressOf, openSolanaSigner } from '../../chains/signers/open-signers.ts';
import { createSolanaSenderNode, type SolanaSenderNode } from '../../chains/solana/sender-node.ts';
import { withSolana } from '../../chains/solana/solana-rpc.ts';
import type { SolanaSigner } from '../../chains/solana/solana-signer.ts';
import type { Wallet } from '../../chains/wallets/wallet.ts';
import type { WalletRow } from '../../chains/wallets/wallet-row.ts';
import {
  countOfTreasury,
  loadWallet,
  selectedWallet,
  updateNextTreasury,
  updateTreasury,
} from '../../chains/wallets/wallets.ts';
import type { SolanaLiveChain } from '../../chains/watching/solana/solana-watcher.ts';
import { selectTreasuries } from '../../chains/watching/solana/treasury-accounts.ts';
import { type SignerSetting, solanaSigner } from '../../platform/config/signer-settings.ts';
import type { Sql } from '../../platform/db/client.ts';
import { checkRecipient } from '../../treasury/recipients/recipients.ts';
import { emptyTreasury, moneyIn } from '../../treasury/transfers/solana/move/empty-treasury.ts';
import { ask } from '../ask.ts';
import { type Command, UsageError, type Values } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

export const moveTreasuryCommand: Command = {
  name: 'signers move-treasury',
  usage: '[--from SIGNER] [--yes]',
  summary:
    "Move the money of Solana's treasury to the key of SOLANA_TREASURY_SIGNER, or without one back to that of WALLET_FILE. " +
    'Shows what it will do and asks; what is done already is not done again.',
  help: [
    '--from SIGNER  where the key of the treasury of before is, if not in WALLET_FILE: aws-kms:… or gcp-kms:…',
    '--yes          do not ask',
    'Run it with SOLANA_TREASURY_SIGNER set to the new key, while workers still run with the old one.',
  ],
  options: { from: { type: 'string' }, yes: { type: 'boolean' } },
  args: [],
  async run(values) {
    const lines = await withContext((ctx) => moveTreasury(ctx, values));
    print(values, lines);
    if (lines.some(({ todo }) => todo !== null))
      throw new UsageError('Not everything was moved yet: see the column "todo", then run this again.');
    process.stderr.write('Now start all workers with the same SOLANA_TREASURY_SIGNER.\n');
  },
};

type Line = {
  treasury: string;
  tx_hash: string | null;
  todo: string | null;
};

interface Move {
  ctx: Context;
  chain: SolanaLiveChain;
  row: WalletRow;
  /** The new treasury, with the fee payer. */
  next: SolanaSigner;
  /** Whose money can be moved: keys of before. */
  keys: SolanaSigner[];
  node: SolanaSenderNode;
}

async function moveTreasury(ctx: Context, values: Values): Promise<Line[]> {
  const chain = liveSolana(ctx.config.chains);
  if (!chain) throw new UsageError('Solana is not configured. Set SOLANA_RPC_URL.');
  const { walletFile } = ctx.config;
  if (walletFile === null) throw new UsageError('Set WALLET_FILE: the keys of deposit addresses are in it.');
  const [wallet, row] = [await loadWallet(ctx, walletFile), await selectedWallet(ctx)];
  const next = await signerOf(ctx, row, wallet, ctx.config.signers.solanaTreasury);
  // It must sign before anything is changed.
  await next.probe('treasury');
  const from = [null, ...(values['from'] === undefined ? [] : [signerIn(values['from'])])];
  const keys = await Promise.all(from.map((setting) => signerOf(ctx, row, wallet, setting)));
  return withSolana(ctx, chain, async (rpc) => {
    const move = { ctx, chain, row, next, keys, node: createSolanaSenderNode(rpc) };
    if (next.treasury !== row.solana_treasury) await begin(move, values);
    const lines = await emptyOthers(move);
    await end(move, lines);
    return lines;
  });
}

/** The keys of Solana, with that of the treasury where this setting says; null: in the file. */
async function signerOf(
  ctx: Context,
  row: WalletRow,
  wallet: Wallet,
  solanaTreasury: SignerSetting | null,
): Promise<SolanaSigner> {
  const { config, clock } = ctx;
  const opening = { clock, config: { ...config, signers: { ...config.signers, solanaTreasury } } };
  const address = await addressOf(opening, 'solanaTreasury');
  return openSolanaSigner(opening, { ...row, solana_treasury: address ?? row.solana_treasury }, wallet);
}

function signerIn(given: Values[string]): SignerSetting {
  const setting = typeof given === 'string' ? solanaSigner.parse(given) : undefined;
  if (setting === undefined) throw new UsageError(`--from must be ${solanaSigner.expected}.`);
  return setting;
}

/** From here on workers plan nothing new on Solana, read payments to both treasuries, and what they have sent ends. */
async function begin({ ctx, row, next, node, chain }: Move, values: Values): Promise<void> {
  const { routes } = await countOfTreasury(ctx.db);
  if (routes > 0)
    throw new UsageError(
      `${routes} routes are under way, and may bring money to ${row.solana_treasury}. Stop new ones with ROUTING=off, and run this when "causeway routes list" shows none.`,
    );
  if (row.solana_next_treasury !== next.treasury) {
    await refuseUnfit(ctx, next.treasury);
    const { USDC, SOL } = await moneyIn(node, chain, row.solana_treasury);
    const question = [
      `The treasury is ${row.solana_treasury} now, with ${USDC} units of USDC and ${SOL} lamports.`,
      `All of it goes to ${next.treasury} (${next.kinds.treasury}). Until that is done, nothing is sent on Solana. Payments are taken as before.`,
      `Move the treasury to ${next.treasury}? [y/N] `,
    ].join('\n');
    if (!values['yes'] && (await ask(question)) !== 'y') throw new UsageError('Nothing was changed.');
    await updateNextTreasury(ctx.db, row.solana_treasury, next.treasury);
  }
  const { transactions } = await countOfTreasury(ctx.db);
  if (transactions > 0)
    throw new UsageError(
      `${transactions} transactions on Solana are not final yet. Leave the workers running as they are, and run this again in a minute.`,
    );
}

/** A treasury of before is fit: the operator goes back. */
async function refuseUnfit(ctx: Context, address: string): Promise<void> {
  if ((await selectTreasuries(ctx.db)).includes(address)) return;
  const found = await checkRecipient(ctx, ctx.db, 'solana', address);
  if (!('address' in found)) throw new UsageError(`${address} ${found.problem}.`);
}

/** Every treasury but the new one, also for what came late. */
async function emptyOthers({ ctx, chain, next, keys, node }: Move): Promise<Line[]> {
  const others = (await selectTreasuries(ctx.db)).filter((treasury) => treasury !== next.treasury);
  const lines: Line[] = [];
  for (const treasury of others) {
    const { USDC, SOL } = await moneyIn(node, chain, treasury);
    const key = keys.find((one) => one.treasury === treasury);
    if (USDC === 0n && SOL === 0n) lines.push({ treasury, tx_hash: null, todo: null });
    else if (!key)
      lines.push({
        treasury,
        tx_hash: null,
        todo: `It holds ${USDC} units of USDC and ${SOL} lamports. Say where its key is with --from.`,
      });
    else lines.push({ treasury, tx_hash: await emptyTreasury(node, chain, key, next.treasury), todo: null });
  }
  return lines;
}

async function end({ ctx, row, next }: Move, lines: readonly Line[]): Promise<void> {
  const isEmpty = (treasury: string | null) =>
    lines.every((line) => line.treasury !== treasury || line.todo === null);
  if (next.treasury === row.solana_treasury) {
    // A move that was begun and is taken back.
    if (row.solana_next_treasury !== null && isEmpty(row.solana_next_treasury))
      await updateNextTreasury(ctx.db, row.solana_treasury, null);
    return;
  }
  if (!isEmpty(row.solana_treasury)) return;
  const isMoved = await ctx.db.begin((tx: Sql) =>
    updateTreasury(tx, row.solana_treasury, next.treasury, ctx.clock.now()),
  );
  if (!isMoved)
    throw new UsageError('A transaction of the old treasury is open again. Run this again in a minute.');
}
