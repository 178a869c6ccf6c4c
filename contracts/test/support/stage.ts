import type { Address } from 'viem';
import { type Chain, startChain } from './chain.ts';
import { TestContracts } from './contracts.ts';
import { calls, TestVault } from './vault.ts';

/** A chain with a vault, tokens and wallets. `reset` brings it back to that state. */
export interface Stage {
  chain: Chain;
  vault: TestVault;
  contracts: TestContracts;
  /** Behaves. */
  token: Address;
  /** Behaves until told otherwise. */
  moody: Address;
  recipient: Address;
  payer: Address;
  operator: Address;
  /** Cold. Not the owner until `setOwner`. */
  owner: Address;
  stranger: Address;
  customer: Address;
  shop: Address;
  /** The balance of an account, the zero address being native money. */
  balance(token: Address, account: Address): Promise<bigint>;
  /** Gives money to an account out of nothing. */
  give(token: Address, account: Address, amount: bigint): Promise<void>;
  setOwner(): Promise<void>;
  /** Makes the present state the one that `reset` returns to. */
  keep(): Promise<void>;
  reset(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const chain = await startChain();
  const [operator, owner, stranger, customer, shop] = chain.wallets;
  if (!operator || !owner || !stranger || !customer || !shop) throw new Error('Too few wallets');
  const vault = await TestVault.deploy(chain, operator);
  const contracts = new TestContracts(chain, stranger);
  const token = await contracts.deploy('PlainToken');
  const moody = await contracts.deploy('MoodyToken');
  const recipient = await contracts.deploy('Recipient');
  const payer = await contracts.deploy('Payer');
  const isNative = (asset: Address) => /^0x0+$/.test(asset);
  const take = async () => ({ id: await chain.request<string>('evm_snapshot'), time: chain.time });
  let snapshot = await take();
  return {
    ...{ chain, vault, contracts, token, moody, recipient, payer },
    ...{ operator, owner, stranger, customer, shop },
    balance: (asset, account) =>
      isNative(asset) ? chain.balanceOf(account) : contracts.balance(asset, account),
    give: async (asset, account, amount) => {
      if (isNative(asset)) await chain.send({ from: stranger, to: account, value: amount });
      else await contracts.mint(asset, account, amount);
    },
    setOwner: async () => {
      await vault.send(operator, calls.offerOwnership(owner));
      await vault.send(owner, calls.acceptOwnership());
    },
    keep: async () => {
      snapshot = await take();
    },
    reset: async () => {
      await chain.request('evm_revert', [snapshot.id]);
      chain.time = snapshot.time;
      snapshot = await take();
    },
  };
}
