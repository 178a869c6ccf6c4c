import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { readTables } from '../../../../chains/solana/address-table.ts';
import type { SolanaSenderNode } from '../../../../chains/solana/sender-node.ts';
import type { CallAccount, CallInstruction } from '../../../../chains/solana/solana-call.ts';
import { RefusedOffer } from './refused-offer.ts';

/** A transaction offered to us for signing, with lookup tables resolved. */
export interface Offered {
  signers: string[];
  instructions: CallInstruction[];
  tables: string[];
}

/** Throws if the text is not a transaction, or names lookup tables that do not exist. */
export async function readOffered(node: SolanaSenderNode, text: string): Promise<Offered> {
  const message = messageIn(text);
  const { header, staticAccounts, instructions } = message;
  const lookups = ('addressTableLookups' in message && message.addressTableLookups) || [];
  const tables = lookups.map(({ lookupTableAddress }) => lookupTableAddress as string);
  const listed = await readTables(node, tables);
  const { numSignerAccounts: signers } = header;
  const own = staticAccounts.map((address, index) => ({
    address: address as string,
    signs: index < signers,
    writes:
      index < signers
        ? index < signers - header.numReadonlySignerAccounts
        : index < staticAccounts.length - header.numReadonlyNonSignerAccounts,
  }));
  const looked = (places: readonly number[], table: string, writes: boolean) =>
    places.map((place) => ({ address: placed(listed[table], place), signs: false, writes }));
  const accounts: CallAccount[] = [
    ...own,
    ...lookups.flatMap((one) => looked(one.writableIndexes, one.lookupTableAddress, true)),
    ...lookups.flatMap((one) => looked(one.readonlyIndexes, one.lookupTableAddress, false)),
  ];
  return {
    signers: own.slice(0, signers).map(({ address }) => address),
    instructions: instructions.map((one) => ({
      program: placed(accounts, one.programAddressIndex).address ?? '',
      accounts: (one.accountIndices ?? []).map((index) => placed(accounts, index)),
      data: Buffer.from(one.data ?? []).toString('hex'),
    })),
    tables,
  };
}

function messageIn(text: string) {
  const message = decoded(text);
  if (!message) throw new RefusedOffer('its transaction cannot be read');
  if (message.version !== 0 && message.version !== 'legacy')
    throw new RefusedOffer('its version is not known');
  return message;
}

function decoded(text: string) {
  try {
    const { messageBytes } = getTransactionDecoder().decode(Buffer.from(text, 'base64'));
    return getCompiledTransactionMessageDecoder().decode(messageBytes);
  } catch {
    return null;
  }
}

function placed<T>(list: readonly T[] | undefined, place: number): T {
  const found = list?.[place];
  if (found === undefined) throw new RefusedOffer('it names an account that is not there');
  return found;
}
