/** What the customer is asked to do in the wallet. */
export type WalletStep = 'connect' | 'switch' | 'sign' | 'confirm';

/** A wallet in this browser. */
export interface FoundWallet {
  id: string;
  /** As the wallet calls itself; null for one that does not. */
  name: string | null;
  /** A data URL. */
  icon: string | null;
  /** Sends the payment and returns its hash, or null if it was signed and we send it. Rejects when it was not sent. */
  pay(onStep: (step: WalletStep) => void): Promise<string | null>;
}

/** The pictures of wallets have some kilobytes. Whatever is larger is not one. */
const maxIconLength = 128 * 1024;

/** Wallets announce their own pictures. Our policy allows only those that come with the announcement. */
export function iconOf(icon: unknown): string | null {
  const isIcon =
    typeof icon === 'string' && icon.length <= maxIconLength && /^data:image\/[a-z+.-]+[;,]/i.test(icon);
  return isIcon ? icon : null;
}
