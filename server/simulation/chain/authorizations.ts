import { domainSeparator, type Hex } from 'viem';
import { encodeFunctionResult, parseAbi } from 'viem/utils';
import { type EvmFacts, settler } from '../operator.ts';
import {
  type Address,
  balanceOf,
  copyOf,
  type ModelBlock,
  type ModelTransaction,
  move,
  type PaymentTransaction,
  type State,
} from './block.ts';
import { decodeCall } from './decode-call.ts';
import { lower, transferLog, type Written } from './vault-model.ts';

/** The part of USDC that takes payments by signature: EIP-3009. */
export const usdcAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
]);

/** What a customer signed. */
export interface Signed {
  from: Address;
  to: Address;
  units: bigint;
  /** Unix seconds. */
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
  signature: Hex;
}

type Called = Pick<ModelTransaction, 'from' | 'to'> & { data: Hex };

/** Authorizations of one chain. */
export class Authorizations {
  readonly settler = lower(settler);
  /** Seconds that were left whenever a worker rehearsed it with success, before it was first sent. */
  readonly rehearsed = new Map<string, number[]>();
  /** One of the settler's transactions reverted. */
  hasReverted = false;
  readonly #facts: EvmFacts;
  readonly #blocked: ReadonlySet<string>;
  readonly #known = new Map<string, Signed>();
  readonly #ofSettler = new Set<string>();
  readonly #sent = new Set<string>();

  constructor(facts: EvmFacts, blocked: ReadonlySet<string>) {
    this.#facts = facts;
    this.#blocked = blocked;
  }

  get domain() {
    const { chainId, usdc } = this.#facts;
    return { name: 'USD Coin', version: '2', chainId, verifyingContract: usdc };
  }

  /** Only what a customer has signed is taken. */
  add(signed: Signed): void {
    this.#known.set(signed.signature, signed);
  }

  /** Notes that the settling key made this transaction. */
  noteSettler(hash: string): void {
    this.#ofSettler.add(hash);
  }

  isOfSettler({ from }: Pick<ModelTransaction, 'from'>): boolean {
    return from === this.settler;
  }

  /** Null for a transaction of another key. */
  senderOf(hash: string, data: Hex): Address | null {
    if (!this.#ofSettler.has(hash)) return null;
    const signed = this.in({ to: this.#facts.usdc, data });
    if (signed) this.#sent.add(keyOf(signed));
    return this.settler;
  }

  /** What a call carries out; null if it is no authorization that a customer signed. */
  in({ to, data }: Pick<Called, 'to' | 'data'>): Signed | null {
    const call = to === this.#facts.usdc ? attempt(data) : null;
    if (call?.functionName !== 'transferWithAuthorization') return null;
    const [from, recipient, units, validAfter, validBefore, nonce, signature] = call.args;
    const known = this.#known.get(signature);
    const isSame =
      known?.from === lower(from) &&
      known.to === lower(recipient) &&
      known.units === units &&
      known.validAfter === validAfter &&
      known.validBefore === validBefore &&
      known.nonce === nonce;
    return isSame ? known : null;
  }

  /** Returns the logs of a call, or null when it reverts. */
  call(state: State, transaction: Called, blockMs: number): Written[] | null {
    const written = this.#call(state, transaction, BigInt(blockMs / 1000));
    if (written === null && this.isOfSettler(transaction)) this.hasReverted = true;
    return written;
  }

  #call(state: State, { from, to, data }: Called, blockSeconds: bigint): Written[] | null {
    const call = to === this.#facts.usdc ? attempt(data) : null;
    if (call?.functionName === 'transfer') {
      if (balanceOf(state, to, from) < call.args[1]) return null;
      move(state, to, from, lower(call.args[0]), call.args[1]);
      return [transferLog(to, from, lower(call.args[0]), call.args[1])];
    }
    if (call?.functionName === 'cancelAuthorization') {
      const [authorizer, nonce] = call.args;
      const key = keyOf({ from: lower(authorizer), nonce });
      if (lower(authorizer) !== from || state.used.has(key)) return null;
      state.used.add(key);
      return [];
    }
    const signed = this.in({ to, data });
    if (!signed || state.used.has(keyOf(signed)) || this.#blocked.has(signed.from)) return null;
    if (blockSeconds <= signed.validAfter || blockSeconds >= signed.validBefore) return null;
    if (balanceOf(state, to, signed.from) < signed.units) return null;
    state.used.add(keyOf(signed));
    move(state, to, signed.from, signed.to, signed.units);
    return [transferLog(to, signed.from, signed.to, signed.units)];
  }

  /** Whether a call would succeed after this block. What is no authorization always does. */
  rehearse({ state, timeMs }: ModelBlock, to: Address, data: Hex, isWorker: boolean): boolean {
    if (to !== this.#facts.usdc || attempt(data)?.functionName !== 'transferWithAuthorization') return true;
    const passes =
      this.#call(copyOf(state), { from: this.settler, to, data }, BigInt(timeMs / 1000)) !== null;
    const signed = this.in({ to, data });
    if (!passes || !signed || !isWorker || this.#sent.has(keyOf(signed))) return passes;
    const left = Number(signed.validBefore) - timeMs / 1000;
    this.rehearsed.set(keyOf(signed), [...(this.rehearsed.get(keyOf(signed)) ?? []), left]);
    return passes;
  }

  /** What a read answers; null for other reads. */
  read({ used }: State, to: string, data: Hex): Hex | null {
    const call = lower(to) === this.#facts.usdc ? attempt(data) : null;
    switch (call?.functionName) {
      case 'authorizationState': {
        const key = keyOf({ from: lower(call.args[0]), nonce: call.args[1] });
        return encodeFunctionResult({
          abi: usdcAbi,
          functionName: 'authorizationState',
          result: used.has(key),
        });
      }
      case 'name':
        return encodeFunctionResult({ abi: usdcAbi, functionName: 'name', result: this.domain.name });
      case 'version':
        return encodeFunctionResult({ abi: usdcAbi, functionName: 'version', result: this.domain.version });
      case 'DOMAIN_SEPARATOR':
        return domainSeparator({ domain: this.domain });
      default:
        return null;
    }
  }

  /** A transaction that carried one out, as the money that it brought. */
  paidBy(transaction: ModelTransaction): PaymentTransaction | null {
    const signed = transaction.kind === 'payment' ? null : this.in(transaction);
    if (!signed) return null;
    const { from, to, units } = signed;
    const { hash } = transaction;
    return {
      kind: 'payment',
      hash,
      from,
      to,
      units,
      token: this.#facts.usdc,
      isInternal: false,
      isReverted: false,
    };
  }
}

/** The token takes each once. */
export function keyOf({ from, nonce }: Pick<Signed, 'from' | 'nonce'>): string {
  return `${from} ${nonce}`;
}

function attempt(data: Hex) {
  try {
    return decodeCall(usdcAbi, data);
  } catch {
    return null;
  }
}
