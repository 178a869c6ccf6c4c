import type { Hex } from 'viem';
import { encodeAbiParameters, encodeEventTopics } from 'viem/utils';
import { vaultAbi } from '../../src/chains/evm/vault-artifact.ts';
import { type Address, balanceOf, move, type State } from './block.ts';
import { decodeCall } from './decode-call.ts';
import type { Limits } from './limits.ts';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const zero = `0x${'00'.repeat(20)}`;
/** Of a token that takes fees. They go to whoever made it. */
const feeBps = 100n;
const issuer: Address = `0x${'15'.repeat(20)}`;
const failure = { alreadyPaid: 0, invalid: 1, overCap: 2, shortOfFunds: 3, refused: 4 };

export interface Written {
  address: Address;
  topics: Hex[];
  data: Hex;
}

export interface VaultWorld {
  vault: Address;
  /** Deposit addresses by their salt. */
  deposits: ReadonlyMap<string, Address>;
  /** Recipients that the token refuses. */
  blocked: ReadonlySet<string>;
  limits: Limits;
}

/** What the vault does when it is called, on `state`: the rules of Vault.sol. Returns its logs. */
export function callVault(world: VaultWorld, state: State, data: Hex): Written[] {
  const call = decodeCall(vaultAbi, data);
  if (call.functionName === 'pay') return call.args[0].flatMap((item) => pay(world, state, item));
  if (call.functionName === 'flush')
    return call.args[0].flatMap(({ token, salts }) =>
      salts.flatMap((salt) => flush(world, state, lower(token), salt)),
    );
  throw new Error(`the model has no ${call.functionName}`);
}

function pay(
  { vault, blocked, limits }: VaultWorld,
  state: State,
  { id, token, to, amount }: { id: Hex; token: Hex; to: Hex; amount: bigint },
): Written[] {
  const contract = native(lower(token));
  const fail = (reason: number): Written[] => [
    {
      address: vault,
      topics: encodeEventTopics({ abi: vaultAbi, eventName: 'PayFailed', args: { id } }) as Hex[],
      data: encodeAbiParameters([{ type: 'uint8' }], [reason]),
    },
  ];
  if (state.paid.has(id)) return fail(failure.alreadyPaid);
  if (lower(to) === vault || lower(to) === zero) return fail(failure.invalid);
  // No wallet is listed, so payouts count for the daily cap too.
  if (limits.take('payments')) return fail(failure.overCap);
  if (balanceOf(state, contract, vault) < amount) return fail(failure.shortOfFunds);
  if (blocked.has(lower(to))) return fail(failure.refused);
  state.paid.add(id);
  move(state, contract, vault, lower(to), amount);
  const paid: Written = {
    address: vault,
    topics: encodeEventTopics({
      abi: vaultAbi,
      eventName: 'Paid',
      args: { id, token, to },
    }) as Hex[],
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  };
  return [...(contract ? [transferLog(contract, vault, lower(to), amount)] : []), paid];
}

function flush({ vault, deposits, limits }: VaultWorld, state: State, token: Address, salt: Hex): Written[] {
  const deposit = deposits.get(salt);
  if (!deposit) return [];
  const contract = native(token);
  const amount = balanceOf(state, contract, deposit);
  if (amount === 0n) return [];
  if (contract && limits.take('sweeps')) {
    const args = { deposit, token };
    const topics = encodeEventTopics({ abi: vaultAbi, eventName: 'FlushFailed', args }) as Hex[];
    return [{ address: vault, topics, data: '0x' }];
  }
  const fee = contract && limits.take('fees') ? (amount * feeBps) / 10_000n : 0n;
  const arrived = amount - fee;
  move(state, contract, deposit, vault, arrived);
  if (fee > 0n) move(state, contract, deposit, issuer, fee);
  const flushed: Written = {
    address: vault,
    topics: encodeEventTopics({ abi: vaultAbi, eventName: 'Flushed', args: { deposit, token } }) as Hex[],
    data: encodeAbiParameters([{ type: 'uint256' }], [arrived]),
  };
  return [
    ...(contract ? [transferLog(contract, deposit, vault, arrived)] : []),
    ...(contract && fee > 0n ? [transferLog(contract, deposit, issuer, fee)] : []),
    flushed,
  ];
}

/** What a token has kept of sweeps. */
export function keptOf(state: State, contract: Address): bigint {
  return balanceOf(state, contract, issuer);
}

export function transferLog(token: Address, from: Address, to: Address, units: bigint): Written {
  return {
    address: token,
    topics: [transferTopic, topic(from), topic(to)],
    data: `0x${units.toString(16).padStart(64, '0')}`,
  };
}

function topic(address: Address): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

function native(token: Address): Address | null {
  return token === zero ? null : token;
}

export function lower(address: string): Address {
  return address.toLowerCase() as Address;
}
