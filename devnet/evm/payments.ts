import { type Address, encodeFunctionData, type Hash, type Hex, maxUint256 } from 'viem';
import type { Token } from '../../server/src/lib/chains/registry.ts';
import { chainSpecs, type EvmChain, isNative } from './chain-specs.ts';
import { smartWallet, smartWalletAbi, tokenAbi } from './contracts.ts';
import type { LocalChain } from './local-chain.ts';
import { type Wallet, wallets } from './wallets.ts';

export interface Payment {
  /** A symbol of the registry, or the address of any token contract. */
  token: Token | Address;
  to: Address;
  units: bigint;
  /** Default: the first wallet. */
  from?: Wallet | undefined;
  /** Whether to mine a block with it. Default: yes, unless blocks come by time. */
  mine?: boolean | undefined;
}

interface Transaction {
  to: Address;
  value: bigint;
  data: Hex;
}

interface Sent extends Transaction {
  from: Wallet;
  nonce: number;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

export interface Payments {
  pay(payment: Payment): Promise<Hash>;
  /** Pays the native token from a contract: an internal call that no transaction's recipient shows. */
  payFromContract(payment: Omit<Payment, 'token'>): Promise<Hash>;
  /** A transaction that names the address and reverts. */
  payInVain(payment: Omit<Payment, 'units'>): Promise<Hash>;
  /** Any transaction. */
  transact(transaction: Partial<Transaction>, options?: Pick<Payment, 'from' | 'mine'>): Promise<Hash>;
  /** Sends another transaction with the same nonce and a fee a quarter higher, with `units` and `to` changed if given. */
  replace(hash: Hash, change?: Partial<Transaction>, options?: Pick<Payment, 'mine'>): Promise<Hash>;
}

const gas = 1_000_000n;
const firstFee = { maxFeePerGas: 100n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n };

export function createPayments(chain: LocalChain, minesByTime: boolean): Payments {
  const sent = new Map<Hash, Sent>();

  async function send(one: Sent, mine: boolean): Promise<Hash> {
    const { from, ...rest } = one;
    const raw = await from.account.signTransaction({ type: 'eip1559', chainId: chain.chainId, gas, ...rest });
    const hash = await chain.send(raw);
    sent.set(hash, one);
    if (mine) await chain.mineNow(1);
    return hash;
  }

  function transact(
    { to = smartWallet, value = 0n, data = '0x' }: Partial<Transaction>,
    { from = firstWallet(), mine = !minesByTime }: Pick<Payment, 'from' | 'mine'> = {},
  ): Promise<Hash> {
    return chain.exclusive(async () => {
      const nonce = Number(await chain.request('eth_getTransactionCount', [from.address, 'pending']));
      return send({ from, nonce, to, value, data, ...firstFee }, mine);
    });
  }

  return {
    transact,
    pay: ({ token, to, units, ...options }) => transact(transferOf(chain.name, token, to, units), options),
    payFromContract: ({ to, units, ...options }) =>
      transact(
        {
          to: smartWallet,
          value: units,
          data: encodeFunctionData({
            abi: smartWalletAbi,
            functionName: 'execute',
            args: [to, units, '0x'],
          }),
        },
        options,
      ),
    payInVain: ({ token, to, ...options }) => transact(failureOf(chain.name, token, to), options),
    replace: (hash, change = {}, { mine = !minesByTime } = {}) =>
      chain.exclusive(async () => {
        const old = sent.get(hash);
        if (!old) throw new Error(`${hash} was not sent by this devnet.`);
        const fees = {
          maxFeePerGas: (old.maxFeePerGas * 5n) / 4n,
          maxPriorityFeePerGas: (old.maxPriorityFeePerGas * 5n) / 4n,
        };
        return send({ ...old, ...change, ...fees }, mine);
      }),
  };
}

function firstWallet(): Wallet {
  const [first] = wallets;
  if (!first) throw new Error('There are no wallets.');
  return first;
}

/** The transaction that pays `units` of a token. */
function transferOf(chain: EvmChain, token: Token | Address, to: Address, units: bigint): Transaction {
  const contract = contractOf(chain, token);
  if (contract === null) return { to, value: units, data: '0x' };
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, units] });
  return { to: contract, value: 0n, data };
}

function failureOf(chain: EvmChain, token: Token | Address, to: Address): Transaction {
  if (contractOf(chain, token) !== null) return transferOf(chain, token, to, maxUint256);
  const data = encodeFunctionData({ abi: smartWalletAbi, functionName: 'payAndRevert', args: [to] });
  return { to: smartWallet, value: 1n, data };
}

/** Null for the native token. */
function contractOf(chain: EvmChain, token: Token | Address): Address | null {
  if (isAddress(token)) return token;
  const contract = chainSpecs[chain].tokens[token];
  if (contract) return contract;
  if (isNative(chain, token)) return null;
  throw new Error(`${chain} has no ${token}.`);
}

function isAddress(token: Token | Address): token is Address {
  return token.startsWith('0x');
}
