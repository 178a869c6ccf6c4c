import type { Address, Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { Finding } from '../../../chains/setup/checks.ts';
import { type RouteChain, tokenContract } from '../providers/route-chain.ts';
import { type CctpChain, messageTransmitter, tokenMessenger } from './contracts.ts';

const abi = parseAbi([
  'function localDomain() view returns (uint32)',
  'function paused() view returns (bool)',
  'function localMessageTransmitter() view returns (address)',
  'function localMinter() view returns (address)',
  'function burnLimitsPerMessage(address token) view returns (uint256)',
  'function minterAllowance(address minter) view returns (uint256)',
]);

export const cctpWhat = 'routes by Circle';
export const cctpTodo =
  'Routes do not use it. Look at Circle’s status page and its list of contracts; it may be paused for a while.';

/** Whether Circle's contracts are those of this chain, know each other, and let USDC be burnt and minted now. */
export async function checkCctp(here: RouteChain, { domain }: CctpChain): Promise<Finding> {
  const usdc = tokenContract(here, 'USDC');
  const problem = usdc ? await problemOf(here, domain, usdc) : 'the chain has no USDC';
  return problem === null
    ? { what: cctpWhat, found: `${tokenMessenger}, domain ${domain}`, todo: null }
    : { what: cctpWhat, found: problem, todo: cctpTodo };
}

async function problemOf({ node }: RouteChain, domain: number, usdc: Address): Promise<string | null> {
  const ask = async (to: string, data: Hex): Promise<Hex> => (await node.call([{ to, data }]))[0] ?? '0x';
  const flag = async (to: string, functionName: 'paused') =>
    decodeFunctionResult({
      abi,
      functionName,
      data: await ask(to, encodeFunctionData({ abi, functionName })),
    });
  const found = await ask(messageTransmitter, encodeFunctionData({ abi, functionName: 'localDomain' }));
  if (found === '0x') return `no contract at ${messageTransmitter}`;
  if (BigInt(found) !== BigInt(domain))
    return `${messageTransmitter} has domain ${BigInt(found)}, not ${domain}`;
  const address = async (functionName: 'localMessageTransmitter' | 'localMinter') => {
    const data = await ask(tokenMessenger, encodeFunctionData({ abi, functionName }));
    return data === '0x' ? null : decodeFunctionResult({ abi, functionName, data });
  };
  const [transmitter, minter] = [await address('localMessageTransmitter'), await address('localMinter')];
  if (!transmitter || !minter) return `no contract at ${tokenMessenger}`;
  if (transmitter !== messageTransmitter) return `${tokenMessenger} sends by ${transmitter}`;
  for (const contract of [messageTransmitter, minter])
    if (await flag(contract, 'paused')) return `${contract} is paused`;
  const burns = encodeFunctionData({ abi, functionName: 'burnLimitsPerMessage', args: [usdc] });
  if (BigInt(await ask(minter, burns)) === 0n) return `${minter} burns no USDC of ${usdc}`;
  const mints = encodeFunctionData({ abi, functionName: 'minterAllowance', args: [minter] });
  return BigInt(await ask(usdc, mints)) === 0n ? `${minter} may mint no USDC of ${usdc}` : null;
}
