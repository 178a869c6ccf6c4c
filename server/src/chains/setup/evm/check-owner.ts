import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { Rpc } from '../../rpc/rpc.ts';
import type { Finding } from '../checks.ts';

const abi = parseAbi([
  'function owner() view returns (address)',
  'function operator() view returns (address)',
]);

/**
 * Who owns the vault, and whether it obeys the key that workers sign with. Nothing stops working while that key, or another
 * one of `inFile`, owns the vault too. `hotOwner` is why workers think it should not.
 */
export async function checkOwner(
  rpc: Rpc,
  vault: string,
  { operator: expected, inFile }: { operator: string; inFile: readonly string[] },
  hotOwner: string | null,
): Promise<Finding[]> {
  return rpc.run(async (connection) => {
    const read = async (functionName: 'owner' | 'operator') => {
      const call = { to: vault, data: encodeFunctionData({ abi, functionName }) };
      const data = (await connection.call('eth_call', [call, 'latest'])) as Hex;
      return data === '0x' ? null : decodeFunctionResult({ abi, functionName, data });
    };
    const [owner, operator] = [await read('owner'), await read('operator')];
    if (owner === null) return [];
    const isHot = owner === operator || inFile.includes(owner);
    const which = owner === operator ? 'is the operator too' : 'is a key of WALLET_FILE';
    const warning = `${which}: whoever steals the worker’s key has everything. Set a cold owner before you take real money`;
    const isRight = operator === expected;
    return [
      {
        what: 'owner',
        found: isHot ? `${owner} ${warning}` : owner,
        todo: isHot && hotOwner !== null ? `${hotOwner}. See docs/vault.md, "Set a cold owner".` : null,
      },
      {
        what: 'operator',
        found: isRight ? expected : `${operator}, and workers sign as ${expected}`,
        todo: isRight ? null : 'Run "causeway signers move".',
      },
    ];
  });
}
