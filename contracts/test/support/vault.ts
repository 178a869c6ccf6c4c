import type { Address, Hex } from 'viem';
import { decodeErrorResult, decodeEventLog, decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import {
  depositAddress,
  depositSalt,
  payId,
  vaultAddress,
  vaultDeployment,
} from '../../../server/src/chains/evm/vault.ts';
import { vaultAbi as abi } from '../../../server/src/chains/evm/vault-artifact.ts';
import { type Chain, type Receipt, RpcError, type Transaction } from './chain.ts';

export const native: Address = '0x0000000000000000000000000000000000000000';
export const everything = 2n ** 256n - 1n;

export interface Payment {
  id: Hex;
  token: Address;
  to: Address;
  amount: bigint;
}

/** Calldata of the vault's functions. */
export const calls = {
  flush: (...batches: { token: Address; salts: Hex[] }[]) =>
    encodeFunctionData({ abi, functionName: 'flush', args: [batches] }),
  pay: (...payments: Payment[]) => encodeFunctionData({ abi, functionName: 'pay', args: [payments] }),
  payOne: (payment: Payment) => encodeFunctionData({ abi, functionName: 'payOne', args: [payment] }),
  withdraw: (token: Address, to: Address, amount: bigint) =>
    encodeFunctionData({ abi, functionName: 'withdraw', args: [token, to, amount] }),
  setCap: (token: Address, cap: bigint) =>
    encodeFunctionData({ abi, functionName: 'setCap', args: [token, cap] }),
  setPayoutWallets: (wallets: Address[], listed: boolean) =>
    encodeFunctionData({ abi, functionName: 'setPayoutWallets', args: [wallets, listed] }),
  setOperator: (operator: Address) =>
    encodeFunctionData({ abi, functionName: 'setOperator', args: [operator] }),
  offerOwnership: (owner: Address) =>
    encodeFunctionData({ abi, functionName: 'offerOwnership', args: [owner] }),
  acceptOwnership: () => encodeFunctionData({ abi, functionName: 'acceptOwnership' }),
};

export interface Outcome {
  ok: boolean;
  /** Name of the error that the vault reverted with, '' for a revert without one. */
  error: string | null;
  gasUsed: number;
  /** The vault's events: the name first, then the values in order. */
  events: [name: string, ...values: unknown[]][];
  receipt: Receipt;
}

export interface Options {
  gas?: bigint;
  value?: bigint;
  at?: Date;
}

export class TestVault {
  readonly chain: Chain;
  readonly address: Address;

  constructor(chain: Chain, address: Address) {
    this.chain = chain;
    this.address = address;
  }

  static async deploy(chain: Chain, operator: Address): Promise<TestVault> {
    const receipt = await chain.send({ from: operator, ...vaultDeployment(operator) });
    if (receipt.status !== '0x1') throw new Error('The vault was not deployed');
    return new TestVault(chain, vaultAddress(operator));
  }

  depositOf(paymentId: string): Address {
    return depositAddress(this.address, paymentId);
  }

  async send(from: Address, data: Hex, { at, ...rest }: Options = {}): Promise<Outcome> {
    return this.outcome({ from, to: this.address, data, ...rest }, at);
  }

  flush(from: Address, token: Address, paymentIds: string[], options?: Options): Promise<Outcome> {
    return this.send(from, calls.flush({ token, salts: paymentIds.map(depositSalt) }), options);
  }

  /** Pays one item for each transfer id. */
  pay(
    from: Address,
    payments: (Omit<Payment, 'id'> & { id: string })[],
    options?: Options,
  ): Promise<Outcome> {
    return this.send(from, calls.pay(...payments.map((one) => ({ ...one, id: payId(one.id) }))), options);
  }

  /** Sends any transaction and reads what the vault said. */
  async outcome(transaction: Transaction, at?: Date): Promise<Outcome> {
    const receipt = await this.chain.send(transaction, at);
    const ok = receipt.status === '0x1';
    return {
      ok,
      error: ok ? null : await this.#errorOf(transaction),
      gasUsed: Number(receipt.gasUsed),
      events: receipt.logs.filter((log) => this.#isOurs(log.address)).map(eventOf),
      receipt,
    };
  }

  async paid(transferId: string): Promise<boolean> {
    const data = encodeFunctionData({ abi, functionName: 'paid', args: [payId(transferId)] });
    return decodeFunctionResult({ abi, functionName: 'paid', data: await this.#read(data) });
  }

  async leftToday(token: Address): Promise<bigint> {
    const data = encodeFunctionData({ abi, functionName: 'leftToday', args: [token] });
    return decodeFunctionResult({ abi, functionName: 'leftToday', data: await this.#read(data) });
  }

  async roles(): Promise<{ operator: Address; owner: Address; offeredOwner: Address }> {
    const role = async (functionName: 'operator' | 'owner' | 'offeredOwner') => {
      const data = await this.#read(encodeFunctionData({ abi, functionName }));
      return decodeFunctionResult({ abi, functionName, data });
    };
    return {
      operator: await role('operator'),
      owner: await role('owner'),
      offeredOwner: await role('offeredOwner'),
    };
  }

  /** The contract's own answer. */
  async depositAddress(salt: Hex): Promise<Address> {
    const data = encodeFunctionData({ abi, functionName: 'depositAddress', args: [salt] });
    return decodeFunctionResult({ abi, functionName: 'depositAddress', data: await this.#read(data) });
  }

  async implementation(): Promise<Address> {
    const data = encodeFunctionData({ abi, functionName: 'implementation' });
    return decodeFunctionResult({ abi, functionName: 'implementation', data: await this.#read(data) });
  }

  #read(data: Hex): Promise<Hex> {
    return this.chain.call({ to: this.address, data });
  }

  #isOurs(address: Address): boolean {
    return address.toLowerCase() === this.address.toLowerCase();
  }

  /** Runs the call again on the state that made it fail. */
  async #errorOf(transaction: Transaction): Promise<string> {
    try {
      await this.chain.call(transaction);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return error.data === '0x' ? '' : decodeErrorResult({ abi, data: error.data }).errorName;
    }
    throw new Error('The transaction failed, and its call does not');
  }
}

function eventOf(log: Receipt['logs'][number]): [string, ...unknown[]] {
  const { eventName, args } = decodeEventLog({ abi, topics: log.topics, data: log.data });
  return [eventName, ...Object.values(args ?? {})];
}
