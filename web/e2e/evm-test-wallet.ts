import type { Address, Hex } from 'viem';
import type { EvmChain } from '../../devnet/evm/chain-specs.ts';
import type { EvmChains } from '../../devnet/evm/evm-chains.ts';
import type { Wallet } from '../../devnet/evm/wallets.ts';

interface Call {
  method: string;
  params?: unknown[];
}

type Answer = { result: unknown } | { error: { code: number; message: string } };

/** A wallet extension: signs with a key of its own and sends to the local node. */
export interface EvmTestWallet {
  /** For the page. */
  script: string;
  request(call: Call): Promise<Answer>;
  /** Methods that were called, in order. */
  calls: string[];
  /** Refuses a method with this error from now on; null answers it again. */
  refuse(method: string, error: { code: number; message: string } | null): void;
  /** Answers a method with this value from now on. */
  answer(method: string, result: unknown): void;
  /** Signs typed data from now on. */
  allowSigning(): void;
  /** Back to a wallet that knows only Ethereum, is there, and signs no typed data. */
  reset(): void;
}

interface Sent {
  to: Address;
  value: Hex;
  data: Hex;
  chainId: Hex;
}

export function createEvmTestWallet<C extends EvmChain>(
  chains: EvmChains<C>,
  chain: C,
  key: Wallet,
): EvmTestWallet {
  const own: Hex = `0x${chains.chainIds[chain].toString(16)}`;
  const overrides = new Map<string, Answer>();
  const calls: string[] = [];
  let current: unknown = '0x1';
  let signs = false;
  let known = ['0x1'];

  const switchTo = (chainId: unknown): Answer => {
    if (!known.includes(String(chainId))) return { error: { code: 4902, message: 'Unrecognized chain ID.' } };
    current = chainId;
    return { result: null };
  };

  async function answer({ method, params = [] }: Call): Promise<Answer> {
    const [first] = params as [Sent];
    switch (method) {
      case 'eth_requestAccounts':
        return { result: [key.address] };
      case 'eth_chainId':
        return { result: current };
      case 'wallet_switchEthereumChain':
        return switchTo(first.chainId);
      case 'wallet_addEthereumChain':
        known.push(first.chainId);
        return switchTo(first.chainId);
      case 'eth_signTypedData_v4':
        if (!signs) return { error: { code: 4200, message: 'The method is not supported.' } };
        return { result: await key.account.signTypedData(JSON.parse(String(params[1]))) };
      case 'eth_sendTransaction': {
        if (first.chainId !== current || current !== own) throw new Error('sent on the wrong chain');
        const { to, value, data } = first;
        const options = { from: key, mine: false };
        return { result: await chains.on(chain).transact({ to, value: BigInt(value), data }, options) };
      }
      default:
        return { result: await chains.rpc(chain, method, params) };
    }
  }

  return {
    script: announceScript,
    calls,
    async request(call) {
      calls.push(call.method);
      return overrides.get(call.method) ?? answer(call);
    },
    refuse(method, error) {
      if (error) overrides.set(method, { error });
      else overrides.delete(method);
    },
    answer: (method, result) => void overrides.set(method, { result }),
    allowSigning() {
      signs = true;
    },
    reset() {
      signs = false;
      overrides.clear();
      calls.length = 0;
      current = '0x1';
      known = ['0x1'];
    },
  };
}

/** Announces the wallet as EIP-6963 says, before and after it is asked. */
const announceScript = `(() => {
  const provider = {
    async request(call) {
      const answer = await window.walletRequest(call);
      if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      return answer.result;
    },
  };
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="teal" d="M0 0h1v1H0z"/></svg>';
  const info = { uuid: 'b8c31a5f-0001', name: 'Test Wallet', rdns: 'example.wallet',
    icon: 'data:image/svg+xml,' + encodeURIComponent(picture) };
  const announce = () => window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
})()`;
