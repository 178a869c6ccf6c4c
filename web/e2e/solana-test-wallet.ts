import {
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit';
import type { SolanaChain } from '../../devnet/solana/start-solana.ts';

interface Call {
  method: 'connect' | 'signAndSend';
  /** Base64. */
  transaction?: string;
}

type Answer = { result: unknown } | { error: { code?: number; message: string } };

/** A wallet extension on Solana: signs with a key of its own and sends to the local node. */
export interface SolanaTestWallet {
  script: string;
  request(call: Call): Promise<Answer>;
  /** Refuses a method with this error from now on; null answers it again. */
  refuse(method: Call['method'], error: { code?: number; message: string } | null): void;
  /** Pays with another key from now on. */
  use(key: KeyPairSigner): void;
}

export function createSolanaTestWallet(chain: SolanaChain, first: KeyPairSigner): SolanaTestWallet {
  const refused = new Map<string, Answer>();
  let key = first;
  return {
    script: registerScript,
    async request({ method, transaction = '' }) {
      const refusal = refused.get(method);
      if (refusal) return refusal;
      if (method === 'connect') return { result: key.address };
      const decoded = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
      const signed = (await partiallySignTransaction([key.keyPair], decoded)) as Parameters<
        typeof getBase64EncodedWireTransaction
      >[0];
      const wire = getBase64EncodedWireTransaction(signed);
      const answer = chain.answer('sendTransaction', [wire, { encoding: 'base64' }]);
      if (typeof answer !== 'object' || answer === null || 'error' in answer)
        return { error: { message: `The node refused it: ${JSON.stringify(answer)}` } };
      return { result: [...getBase58Encoder().encode(getSignatureFromTransaction(signed))] };
    },
    refuse(method, error) {
      if (error) refused.set(method, { error });
      else refused.delete(method);
    },
    use(other) {
      key = other;
    },
  };
}

/** Registers the wallet as the Wallet Standard says: now for a page that listens, and when a page asks. */
const registerScript = `(() => {
  const ask = async (call) => {
    const answer = await window.walletRequest(call);
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer.result;
  };
  const wallet = {
    version: '1.0.0',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => ({ accounts: [{ address: await ask({ method: 'connect' }), chains: ['solana:mainnet'] }] }),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        async signAndSendTransaction({ transaction, chain }) {
          if (chain !== 'solana:mainnet') throw new Error('wrong chain');
          const text = btoa(String.fromCharCode(...transaction));
          return [{ signature: Uint8Array.from(await ask({ method: 'signAndSend', transaction: text })) }];
        },
      },
    },
  };
  const register = ({ register }) => register(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail));
})()`;
