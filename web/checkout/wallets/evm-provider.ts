import { iconOf } from './found-wallet.ts';
import { read } from './read.ts';

/** EIP-1193. */
export interface EvmProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

export interface EvmWallet {
  id: string;
  name: string | null;
  icon: string | null;
  provider: EvmProvider;
}

/** How long wallets have to announce themselves before an older one at `window.ethereum` is taken. */
const patienceMs = 250;

/** Finds the wallets in this browser (EIP-6963) and calls `onFound` with all of them so far. Returns how to stop. */
export function findEvmWallets(onFound: (wallets: EvmWallet[]) => void): () => void {
  const found = new Map<string, EvmWallet>();
  const add = (wallet: EvmWallet) => {
    found.set(wallet.id, wallet);
    onFound([...found.values()]);
  };
  const whenAnnounced = (event: Event) => {
    const wallet = announced(read(event, 'detail'));
    if (wallet && !found.has(wallet.id)) add(wallet);
  };
  window.addEventListener('eip6963:announceProvider', whenAnnounced);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  const timer = setTimeout(() => {
    const provider: unknown = Reflect.get(window, 'ethereum');
    if (found.size === 0 && isProvider(provider)) add({ id: 'injected', name: null, icon: null, provider });
    else onFound([...found.values()]);
  }, patienceMs);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('eip6963:announceProvider', whenAnnounced);
  };
}

function announced(detail: unknown): EvmWallet | null {
  const info = read(detail, 'info');
  const [id, name, icon] = ['uuid', 'name', 'icon'].map((key) => read(info, key));
  const provider = read(detail, 'provider');
  if (typeof id !== 'string' || typeof name !== 'string' || !isProvider(provider)) return null;
  return { id, name, icon: iconOf(icon), provider };
}

function isProvider(value: unknown): value is EvmProvider {
  return typeof read(value, 'request') === 'function';
}
