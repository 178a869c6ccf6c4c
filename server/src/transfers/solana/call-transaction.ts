import {
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  address,
  getAddressDecoder,
  type Instruction,
} from '@solana/kit';
import { fromCallText, type SolanaCall } from '../../chains/solana/solana-call.ts';
import { selectCall } from '../store.ts';
import type { TransferRow } from '../transfer.ts';
import { budgetInstructions, type Extras } from './messages.ts';
import type { SolanaSender } from './solana-sender.ts';

/** Addresses in a table begin after what the chain keeps about it. */
const tableHeaderBytes = 56;

/** A call of a program, as a transaction. */
export interface CallTransaction {
  call: SolanaCall;
  /** The account that it makes; null when it makes none. */
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
  const made = call.accounts.some((one) => one.address === null) ? await signer.made(name) : null;
  const instruction = {
    programAddress: address(transfer.to_address),
    accounts: call.accounts.map((one) => ({
      address: address(one.address ?? made ?? ''),
      role: roleOf(one),
    })),
    data: new Uint8Array(Buffer.from(call.data, 'hex')),
  };
  const priorityFee = await node.priorityFee([signer.feePayer, signer.treasury]);
  const keys = new Map(made === null ? [] : [[made, { made: name }]]);
  const tables = call.table === null ? {} : await readTable(sender, call.table);
  return {
    call,
    made,
    instructions: [...budgetInstructions(call.computeUnits, priorityFee), instruction],
    extras: { keys, tables },
  };
}

/** Attempts share the account: the chain makes it once, so a second attempt cannot do again what the first one did. */
function madeName(transferId: string): string {
  return transferId.replace(/:\d+$/, '');
}

function roleOf({ signs, writes }: SolanaCall['accounts'][number]): AccountRole {
  if (signs) return writes ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return writes ? AccountRole.WRITABLE : AccountRole.READONLY;
}

/** Addresses are only ever added to a table, so places in it stay what they are. */
async function readTable({ node }: SolanaSender, table: string): Promise<AddressesByLookupTableAddress> {
  const { accounts } = await node.accounts([table]);
  const data = accounts[0]?.data.subarray(tableHeaderBytes) ?? Buffer.alloc(0);
  const addresses: Address[] = [];
  for (let at = 0; at + 32 <= data.length; at += 32)
    addresses.push(getAddressDecoder().decode(data.subarray(at, at + 32)));
  return { [address(table)]: addresses };
}
