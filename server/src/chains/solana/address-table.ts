import { toBase58 } from '../../lib/chains/base58.ts';
import type { SolanaSenderNode } from './sender-node.ts';

const tableProgram = 'AddressLookupTab1e1111111111111111111111111';
/** Addresses begin after what the chain keeps about the table. */
const headerBytes = 56;

/** Those tables of addresses that the chain has. Addresses are only ever added, so places stay what they are. */
export async function readTables(
  node: SolanaSenderNode,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  if (tables.length === 0) return {};
  const { accounts } = await node.accounts(tables);
  return Object.fromEntries(
    tables.flatMap((table, index) => {
      const account = accounts[index];
      if (account?.program !== tableProgram) return [];
      const data = account.data.subarray(headerBytes);
      const count = Math.floor(data.length / 32);
      return [
        [table, Array.from({ length: count }, (_, at) => toBase58(data.subarray(at * 32, at * 32 + 32)))],
      ];
    }),
  );
}
