import { AccountRole, type AddressesByLookupTableAddress, address, type Instruction } from '@solana/kit';
import { readTables } from '../../../../chains/solana/address-table.ts';
import type { SolanaSenderNode } from '../../../../chains/solana/sender-node.ts';
import {
  accountsOf,
  type CallAccount,
  type CallInstruction,
  fromCallText,
  type SolanaCall,
} from '../../../../chains/solana/solana-call.ts';
import { selectCall } from '../../store.ts';
import type { TransferRow } from '../../transfer.ts';
import type { SolanaSender } from '../solana-sender.ts';
import { budgetInstructions, type Extras } from './transfer-messages.ts';

/** The transaction of a call. */
export interface CallTransaction {
  call: SolanaCall;
  /** The account it creates, if any. */
  made: string | null;
  instructions: Instruction[];
  extras: Extras;
}

export async function callTransaction(sender: SolanaSender, transfer: TransferRow): Promise<CallTransaction> {
  const { ctx, signer, node } = sender;
  const row = await selectCall(ctx.db, transfer.transfer_id);
  if (!row) throw new Error(`${transfer.transfer_id} is no call`);
  const call = fromCallText(row.data);
  const name = madeName(transfer.transfer_id);
  const made = accountsOf(call).some((one) => one.address === null) ? await signer.made(name) : null;
  const priorityFee = await node.priorityFee([signer.feePayer, signer.treasury]);
  const keys = new Map(made === null ? [] : [[made, { made: name }]]);
  return {
    call,
    made,
    instructions: callInstructions(call, transfer.to_address, made ?? '', priorityFee),
    extras: { keys, tables: await tablesOf(node, call) },
  };
}

/** The instructions of a call that creates the account `made`. */
export function callInstructions(
  call: SolanaCall,
  program: string,
  made: string,
  priorityFee: bigint,
): Instruction[] {
  const { accounts, data } = call;
  const all: CallInstruction[] = [...call.before, { program, accounts, data }, ...call.after];
  return [
    ...budgetInstructions(call.computeUnits, priorityFee),
    ...all.map((one) => ({
      programAddress: address(one.program),
      accounts: one.accounts.map((account) => ({
        address: address(account.address ?? made),
        role: roleOf(account),
      })),
      data: new Uint8Array(Buffer.from(one.data, 'hex')),
    })),
  ];
}

export async function tablesOf(
  node: SolanaSenderNode,
  { tables }: Pick<SolanaCall, 'tables'>,
): Promise<AddressesByLookupTableAddress> {
  const found = await readTables(node, tables);
  return Object.fromEntries(
    Object.entries(found).map(([table, addresses]) => [address(table), addresses.map((one) => address(one))]),
  );
}

/** All attempts create the same account. The chain creates it once, so a second attempt cannot repeat the call. */
function madeName(transferId: string): string {
  return transferId.replace(/:\d+$/, '');
}

function roleOf({ signs, writes }: CallAccount): AccountRole {
  if (signs) return writes ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return writes ? AccountRole.WRITABLE : AccountRole.READONLY;
}
