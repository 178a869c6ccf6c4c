import type { EvmWalletRequest } from '../../../server/src/chains/wallet-request.ts';
import type { SigningRequest } from '../../../server/src/pages/checkout/checkout-state.ts';
import type { EvmProvider } from './evm-provider.ts';
import type { WalletStep } from './found-wallet.ts';
import { type SignedPayment, signEvm } from './sign-evm.ts';
import { codeOf, messageOf, problemOf, WalletProblem } from './wallet-problem.ts';

type Signing = SigningRequest & { give(signed: SignedPayment): Promise<boolean> };

/**
 * Connects, changes the network if needed, and has the payment signed where that is offered: it costs no gas. Else, or if the
 * wallet cannot sign, sends a transaction. Returns its hash, or null for a signature.
 */
export async function payEvm(
  provider: EvmProvider,
  request: EvmWalletRequest,
  signing: Signing | null,
  onStep: (step: WalletStep) => void,
): Promise<string | null> {
  onStep('connect');
  const from = await connect(provider);
  if (!(await isOn(provider, request))) {
    onStep('switch');
    await changeChain(provider, request);
  }
  const native = await assertTokens(provider, request, from);
  if (signing) {
    onStep('sign');
    const signed = await signEvm(provider, signing, from);
    if (signed && (await signing.give(signed))) return null;
  }
  if (native === 0n) throw new WalletProblem('noGas');
  onStep('confirm');
  const transaction = { from, chainId: request.chain_id, ...request.transaction };
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] });
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new WalletProblem('other');
  return hash;
}

async function connect(provider: EvmProvider): Promise<string> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' });
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== 'string') throw new WalletProblem('locked');
  return first;
}

async function isOn(provider: EvmProvider, { chain_id }: EvmWalletRequest): Promise<boolean> {
  const chainId = await provider.request({ method: 'eth_chainId' });
  return toNumber(chainId) === BigInt(chain_id);
}

/** Whoever declines the change is on the wrong network, and is told which one is right. */
async function changeChain(provider: EvmProvider, request: EvmWalletRequest): Promise<void> {
  const params = [{ chainId: request.chain_id }];
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params });
  } catch (error) {
    if (!isUnknownChain(error)) throw new WalletProblem(problemOf(error) === 'busy' ? 'busy' : 'chain');
    await addChain(provider, request);
  }
  if (!(await isOn(provider, request))) throw new WalletProblem('chain');
}

function isUnknownChain(error: unknown): boolean {
  return codeOf(error) === 4902 || /unrecogni[sz]ed chain|addEthereumChain/i.test(messageOf(error));
}

/** Most wallets change to a chain that they add; those that do not are asked once more. */
async function addChain(provider: EvmProvider, request: EvmWalletRequest): Promise<void> {
  if (!request.add_chain) throw new WalletProblem('noChain');
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [request.add_chain] });
    if (await isOn(provider, request)) return;
    const params = [{ chainId: request.chain_id }];
    await provider.request({ method: 'wallet_switchEthereumChain', params });
  } catch (error) {
    throw new WalletProblem(problemOf(error) === 'rejected' ? 'chain' : 'noChain');
  }
}

/** `balanceOf(address)` of ERC-20. */
const balanceOfSelector = '0x70a08231';

/**
 * Says early what the wallet would say late. A wallet that answers no such question is asked to send all the same. Returns the
 * native money; null if it is not known.
 */
async function assertTokens(
  provider: EvmProvider,
  request: EvmWalletRequest,
  from: string,
): Promise<bigint | null> {
  const read = async (method: string, params: readonly unknown[]) =>
    toNumber(await provider.request({ method, params }).catch(() => null));
  const native = await read('eth_getBalance', [from, 'latest']);
  const data = `${balanceOfSelector}${from.slice(2).toLowerCase().padStart(64, '0')}`;
  const held =
    request.contract === null ? native : await read('eth_call', [{ to: request.contract, data }, 'latest']);
  if (held !== null && held < BigInt(request.units)) throw new WalletProblem('tooLittle');
  return native;
}

function toNumber(value: unknown): bigint | null {
  if (typeof value === 'number') return BigInt(value);
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : null;
}
