import { resolve } from 'node:path';
import type { Context } from '../app/context.ts';
import { countFree, selectLastTaken, updateFreeSkipped } from '../chains/deposits/solana/solana-pool.ts';
import type { Signer } from '../chains/evm/signer.ts';
import { addressOf, openOperatorSigner } from '../chains/signers/open-signers.ts';
import type { Wallet } from '../chains/wallets/wallet.ts';
import type { WalletRow } from '../chains/wallets/wallet-row.ts';
import { createWallet, loadWallet, selectedWallet } from '../chains/wallets/wallets.ts';
import { ask } from './ask.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { withContext, withMigratedDatabase } from './database.ts';
import { print } from './output.ts';

export const walletCommands: Command[] = [
  {
    name: 'wallet create',
    usage: '[--file PATH] [--yes]',
    summary:
      "Make the operator's wallet: a file with the sealed seed, and the addresses that money is sent to.",
    help: [
      '--file PATH  where to write it; default WALLET_FILE',
      '--yes        do not ask for the backup words; print them to stderr',
    ],
    options: { file: { type: 'string' }, yes: { type: 'boolean' } },
    args: [],
    async run(values) {
      const row = await withContext(async (ctx) => {
        const elsewhere = {
          operator: await addressOf(ctx, 'operator'),
          settler: await addressOf(ctx, 'settler'),
          solanaTreasury: await addressOf(ctx, 'solanaTreasury'),
          solanaFeePayer: await addressOf(ctx, 'solanaFeePayer'),
        };
        const path = fileOf(values, ctx.config.walletFile);
        return createWallet(ctx, path, (wallet) => keepWords(values, wallet), elsewhere);
      });
      print(values, {
        operator: row.evm_operator,
        vault: row.evm_vault,
        settler: row.evm_settler,
        solana_treasury: row.solana_treasury,
        solana_fee_payer: row.solana_fee_payer,
      });
    },
  },
  {
    name: 'wallet show',
    usage: '',
    summary: "Show the addresses of the operator's wallet.",
    options: {},
    args: [],
    async run(values) {
      const row = await withContext((ctx) => selectedWallet(ctx));
      print(values, {
        operator: row.evm_operator,
        vault: row.evm_vault,
        settler: row.evm_settler,
        solana_treasury: row.solana_treasury,
        solana_fee_payer: row.solana_fee_payer,
        created_at: row.created_at.toISOString(),
      });
    },
  },
  {
    name: 'wallet skip-addresses',
    usage: '[--yes]',
    summary:
      'After a restored backup: never give out the Solana deposit addresses that are ready. Customers may have them.',
    help: ['--yes        do not ask'],
    options: { yes: { type: 'boolean' } },
    args: [],
    async run(values) {
      const indexes = await withMigratedDatabase(async ({ db }) => {
        const free = await countFree(db);
        if (free === 0)
          throw new UsageError(
            'No deposit address on Solana is ready. If payments on Solana were created after the backup, start a worker with WALLET_FILE, which makes addresses, and run this again before you run serve.',
          );
        const lastTaken = (await selectLastTaken(db))?.toISOString() ?? null;
        if (!values['yes'] && (await ask(whatSkippingMeans(free, lastTaken))) !== 'y')
          throw new UsageError('Nothing was changed.');
        return updateFreeSkipped(db);
      });
      print(values, { skipped: indexes.length, first_index: indexes[0], last_index: indexes.at(-1) });
      process.stderr.write(
        `Now start a worker: it makes new addresses. If more than ${indexes.length} payments on Solana were created after the\n` +
          'backup, wait until "causeway chains check" says that 1000 are ready, and run this again before you run serve.\n',
      );
    },
  },
];

function whatSkippingMeans(free: number, lastTaken: string | null): string {
  return [
    `${free} deposit addresses on Solana are ready. Those that payments took after the backup are among them, and would be`,
    'given to other payments: their customers would pay for each other. Skipping loses nothing but the addresses.',
    lastTaken
      ? `This database gave out its last one at ${lastTaken}. If that is after the restore, stop the service first.`
      : 'This database has given out none.',
    `Skip all ${free}? [y/N] `,
  ].join('\n');
}

/** The key that sends on EVM chains now. */
export async function operatorSigner(ctx: Context, row: WalletRow, values: Values): Promise<Signer> {
  const hasFile = values['file'] !== undefined || ctx.config.walletFile !== null;
  const wallet = hasFile ? await loadWallet(ctx, fileOf(values, ctx.config.walletFile)) : null;
  const signer = await openOperatorSigner(ctx, row, wallet);
  if (!signer) throw new UsageError('Set WALLET_FILE or OPERATOR_SIGNER, or pass --file PATH.');
  return signer;
}

function fileOf(values: Values, configured: string | null): string {
  const given = values['file'];
  const path = typeof given === 'string' ? resolve(given) : configured;
  if (path === null) throw new UsageError('Set WALLET_FILE, or pass --file PATH.');
  return path;
}

/** Whoever has the words has the money, and without them a lost file is lost money. */
async function keepWords(values: Values, { words }: Wallet): Promise<void> {
  const list = words.split(' ');
  const numbered = list.map((word, index) => `${String(index + 1).padStart(2)} ${word}`);
  process.stderr.write(
    `\nWrite these 24 words on paper, in this order, and keep them where no network reaches:\n\n${numbered.join('\n')}\n\n`,
  );
  if (values['yes']) return;
  for (const place of [4, 17]) {
    const answer = await ask(`Word ${place}? `);
    if (answer !== list[place - 1])
      throw new UsageError(`That is not word ${place}. Nothing was written: start again.`);
  }
}
