import type { Context } from '../../app/context.ts';
import {
  addressOf,
  openOperatorSigner,
  openSettlerSigner,
  openSolanaSigner,
} from '../signers/open-signers.ts';
import { reasonOf } from '../signers/signer-error.ts';
import type { Wallet } from '../wallets/wallet.ts';
import type { WalletRow } from '../wallets/wallet-row.ts';
import type { Finding } from './checks.ts';

/** Who signs, where its key is, and how long a probe takes. `wallet` is null in a process that has no file. */
export async function checkSigners(
  ctx: Context,
  row: WalletRow,
  wallet: Wallet | null,
  withSolana: boolean,
): Promise<{ evm: Finding[]; solana: Finding[] }> {
  const operator = await openOperatorSigner(ctx, row, wallet);
  const settler = await openSettlerSigner(ctx, row, wallet);
  const solana = withSolana && wallet ? await openSolanaSigner(ctx, row, wallet) : null;
  const { signers } = ctx.config;
  const checkOne = async (
    what: string,
    name: keyof typeof signers,
    known: string,
    key: { address: string; kind: string; probe: () => Promise<void> },
  ): Promise<Finding> => {
    try {
      const own = (await addressOf(ctx, name)) ?? key.address;
      if (own !== known) return differs(what, own, known);
      const startedMs = performance.now();
      await key.probe();
      const tookMs = Math.round(performance.now() - startedMs);
      return { what, found: `${key.address} (${key.kind}) signed a probe in ${tookMs} ms`, todo: null };
    } catch (error) {
      const found = `${key.address} (${key.kind}) does not sign: ${reasonOf(error)}`;
      return {
        what,
        found,
        todo: 'Refunds and payouts wait. See docs/signers.md, "When a signer does not sign".',
      };
    }
  };
  return {
    evm: [
      ...(operator ? [await checkOne('signer of the operator', 'operator', row.evm_operator, operator)] : []),
      ...(settler ? [await checkOne('signer of the settler', 'settler', row.evm_settler, settler)] : []),
    ],
    solana: solana
      ? [
          await checkOne('signer of the treasury', 'solanaTreasury', row.solana_treasury, {
            address: solana.treasury,
            kind: solana.kinds.treasury,
            probe: () => solana.probe('treasury'),
          }),
          await checkOne('signer of the fee payer', 'solanaFeePayer', row.solana_fee_payer, {
            address: solana.feePayer,
            kind: solana.kinds['fee payer'],
            probe: () => solana.probe('fee payer'),
          }),
        ]
      : [],
  };
}

function differs(what: string, own: string, known: string): Finding {
  const todo =
    'Run "causeway signers move" (Solana: "signers move-treasury") to use this key, or set the signer of the other one.';
  return { what, found: `its key is that of ${own}, and this database uses ${known}`, todo };
}
