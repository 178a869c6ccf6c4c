import { readFileSync } from 'node:fs';
import { type Address, type Hex, parseAbi } from 'viem';
import { decodeFunctionResult, encodeFunctionData, getAddress } from 'viem/utils';
import type { Chain, Receipt } from './chain.ts';

const bytecodes: Record<string, Hex> = JSON.parse(
  readFileSync(new URL('bytecodes.json', import.meta.url), 'utf8'),
);

export const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value)',
  'function setBlocked(address account, bool on)',
]);
const moodyAbi = parseAbi([
  'function setMood(uint8 mood)',
  'function setBalanceMood(uint8 mood, address account)',
  'function setCall(address target, bytes data)',
  'function called() view returns (bool)',
  'function answer() view returns (bytes)',
]);
const recipientAbi = parseAbi([
  'function setMood(uint8 mood)',
  'function setCall(address target, bytes data)',
  'function execute(address to, bytes what) payable',
]);
const payerAbi = parseAbi([
  'function payByTransfer(address to) payable',
  'function payByCall(address to, bytes data) payable',
  'function payByDestruction(address to) payable',
]);

/** In the order of the contract's enum. */
const tokenMoods = [
  'fair',
  'silent',
  'false',
  'falseButMoves',
  'lies',
  'fee',
  'reverts',
  'burnsGas',
  'bombs',
  'two',
  'calls',
  'hungry',
] as const;
export type TokenMood = (typeof tokenMoods)[number];
const recipientMoods = ['accepts', 'refuses', 'burnsGas', 'bombs', 'writes', 'calls'] as const;
export type RecipientMood = (typeof recipientMoods)[number];

/** Deploys and drives the test contracts from one wallet. */
export class TestContracts {
  readonly #chain: Chain;
  readonly #from: Address;

  constructor(chain: Chain, from: Address) {
    this.#chain = chain;
    this.#from = from;
  }

  async deploy(name: 'PlainToken' | 'MoodyToken' | 'Recipient' | 'Payer' | 'Reader'): Promise<Address> {
    const { contractAddress } = await this.#chain.send({ from: this.#from, data: bytecodes[name] ?? '0x' });
    if (!contractAddress) throw new Error(`${name} was not deployed`);
    return getAddress(contractAddress);
  }

  async mint(token: Address, to: Address, value: bigint): Promise<void> {
    await this.#do(token, encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, value] }));
  }

  async block(token: Address, account: Address, on = true): Promise<void> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'setBlocked', args: [account, on] });
    await this.#do(token, data);
  }

  async tokenMood(token: Address, mood: TokenMood): Promise<void> {
    const args = [tokenMoods.indexOf(mood)] as const;
    await this.#do(token, encodeFunctionData({ abi: moodyAbi, functionName: 'setMood', args }));
  }

  async balanceMood(token: Address, mood: TokenMood, account: Address): Promise<void> {
    const args = [tokenMoods.indexOf(mood), account] as const;
    await this.#do(token, encodeFunctionData({ abi: moodyAbi, functionName: 'setBalanceMood', args }));
  }

  async recipientMood(recipient: Address, mood: RecipientMood): Promise<void> {
    const args = [recipientMoods.indexOf(mood)] as const;
    await this.#do(recipient, encodeFunctionData({ abi: recipientAbi, functionName: 'setMood', args }));
  }

  /** What a token or recipient of mood `calls` does. */
  async callsBack(contract: Address, target: Address, what: Hex): Promise<void> {
    const data = encodeFunctionData({ abi: moodyAbi, functionName: 'setCall', args: [target, what] });
    await this.#do(contract, data);
  }

  /** What came of the token's call. */
  async answerOf(token: Address): Promise<{ called: boolean; answer: Hex }> {
    const read = (functionName: 'called' | 'answer') =>
      this.#chain.call({ to: token, data: encodeFunctionData({ abi: moodyAbi, functionName }) });
    return {
      called: decodeFunctionResult({ abi: moodyAbi, functionName: 'called', data: await read('called') }),
      answer: decodeFunctionResult({ abi: moodyAbi, functionName: 'answer', data: await read('answer') }),
    };
  }

  async balance(token: Address, account: Address): Promise<bigint> {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account] });
    const answer = await this.#chain.call({ to: token, data });
    return decodeFunctionResult({ abi: tokenAbi, functionName: 'balanceOf', data: answer });
  }

  /** Sends native money through a contract. */
  async payNative(
    payer: Address,
    how: 'payByTransfer' | 'payByDestruction',
    to: Address,
    value: bigint,
  ): Promise<boolean> {
    const data = encodeFunctionData({ abi: payerAbi, functionName: how, args: [to] });
    const { status } = await this.#chain.send({ from: this.#from, to: payer, data, value });
    return status === '0x1';
  }

  /** Lets a recipient act as operator or owner. */
  execute(recipient: Address, to: Address, what: Hex): Promise<Receipt> {
    return this.#do(
      recipient,
      encodeFunctionData({ abi: recipientAbi, functionName: 'execute', args: [to, what] }),
    );
  }

  async #do(to: Address, data: Hex): Promise<Receipt> {
    const receipt = await this.#chain.send({ from: this.#from, to, data });
    if (receipt.status !== '0x1') throw new Error('The test contract reverted');
    return receipt;
  }
}
