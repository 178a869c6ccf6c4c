import { iconOf } from './found-wallet.ts';
import { read } from './read.ts';

/** What we use of a wallet that follows the Wallet Standard. */
export interface SolanaWallet {
  id: string;
  name: string;
  icon: string | null;
  /** The accounts that the wallet shares with this page. */
  connect(): Promise<unknown>;
  /** Signs one transaction and sends it. Resolves with a list of one result. */
  signAndSend(input: { account: unknown; transaction: Uint8Array; chain: string }): Promise<unknown>;
}

const patienceMs = 250;

/** Finds the wallets in this browser (Wallet Standard) and calls `onFound` with all of them so far. */
export function findSolanaWallets(onFound: (wallets: SolanaWallet[]) => void): () => void {
  const found: SolanaWallet[] = [];
  const register = (...wallets: unknown[]) => {
    const fit = wallets.map(solanaWallet).filter((wallet) => wallet !== null);
    found.push(...fit.filter(({ id }) => !found.some((other) => other.id === id)));
    if (fit.length > 0) onFound([...found]);
    return () => {};
  };
  const api = Object.freeze({ register });
  // A wallet that comes later than this page hands over a function that takes our `register`.
  const whenRegistered = (event: Event) => {
    const callback = read(event, 'detail');
    if (typeof callback === 'function') callback(api);
  };
  window.addEventListener('wallet-standard:register-wallet', whenRegistered);
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  const timer = setTimeout(() => onFound([...found]), patienceMs);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('wallet-standard:register-wallet', whenRegistered);
  };
}

/** Null for a wallet of another chain, or without what we need. */
function solanaWallet(wallet: unknown): SolanaWallet | null {
  const features = read(wallet, 'features');
  const feature = (name: string, method: string) => {
    const owner = read(features, name);
    const run = read(owner, method);
    return typeof run === 'function' ? async (...args: unknown[]) => run.apply(owner, args) : null;
  };
  const connect = feature('standard:connect', 'connect');
  const signAndSend = feature('solana:signAndSendTransaction', 'signAndSendTransaction');
  const name = read(wallet, 'name');
  if (!connect || !signAndSend || typeof name !== 'string') return null;
  return { id: name, name, icon: iconOf(read(wallet, 'icon')), connect, signAndSend };
}
