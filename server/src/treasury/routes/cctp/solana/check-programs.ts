import type { Finding } from '../../../../chains/setup/checks.ts';
import type { RouteSolana } from '../../providers/route-chain.ts';
import { cctpTodo, cctpWhat } from '../check-cctp.ts';
import type { CctpChain } from '../contracts.ts';
import { addressTable, cctpAccounts, messengerProgram, transmitterProgram } from './programs.ts';

/** Offsets in the state of Circle's programs, behind Anchor's eight bytes. */
const transmitterPausedAt = 136;
const domainAt = 137;
const minterPausedAt = 72;
const burnLimitAt = 72;

/** Whether Circle's programs have their state, for this chain and its USDC, and let USDC be burnt and minted now. */
export async function checkPrograms({ node, chain }: RouteSolana, { domain }: CctpChain): Promise<Finding> {
  const [transmitter, minter, token] = await Promise.all([
    cctpAccounts.transmitter(),
    cctpAccounts.minter(),
    cctpAccounts.localToken(chain.usdcMint),
  ]);
  const { accounts } = await node.accounts([transmitter, minter, token, addressTable]);
  const [ofTransmitter, ofMinter, ofToken, table] = accounts;
  const problem = () => {
    if (ofTransmitter?.program !== transmitterProgram) return `${transmitterProgram} is not set up`;
    if (ofMinter?.program !== messengerProgram) return `${messengerProgram} is not set up`;
    if (ofToken?.program !== messengerProgram) return `${messengerProgram} does not know USDC`;
    if (!table) return `no table of addresses at ${addressTable}`;
    const found = ofTransmitter.data.readUInt32LE(domainAt);
    if (found !== domain) return `${transmitterProgram} has domain ${found}, not ${domain}`;
    if (ofTransmitter.data[transmitterPausedAt] !== 0) return `${transmitterProgram} is paused`;
    if (ofMinter.data[minterPausedAt] !== 0) return `${messengerProgram} is paused`;
    return ofToken.data.readBigUInt64LE(burnLimitAt) === 0n ? `${messengerProgram} burns no USDC` : null;
  };
  const text = problem();
  return text === null
    ? { what: cctpWhat, found: `${messengerProgram}, domain ${domain}`, todo: null }
    : { what: cctpWhat, found: text, todo: cctpTodo };
}
