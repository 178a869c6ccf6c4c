import type { Context } from '../../../app/context.ts';
import { createSignerWatch, type SignerWatch } from '../../../chains/signers/watch-signer.ts';
import type { HeldKey, SolanaSigner } from '../../../chains/solana/solana-signer.ts';

/** Records failures of the signer. `refusal` says why it cannot sign with one of these keys now; null if it can. */
export function watchSolanaSigner(
  ctx: Context,
  signer: SolanaSigner,
): { watched: SolanaSigner; refusal: (keys: readonly HeldKey[]) => Promise<string | null> } {
  const watchOf = (key: HeldKey, address: string) =>
    createSignerWatch(ctx, { chain: 'solana', key, kind: signer.kinds[key], address });
  const watches: Record<HeldKey, SignerWatch> = {
    treasury: watchOf('treasury', signer.treasury),
    'fee payer': watchOf('fee payer', signer.feePayer),
  };
  const isHeld = (key: unknown): key is HeldKey => typeof key === 'string' && key in watches;
  const watched: SolanaSigner = {
    ...signer,
    sign: (key, message) =>
      isHeld(key) ? watches[key].run(() => signer.sign(key, message)) : signer.sign(key, message),
  };
  const refusalOf = (key: HeldKey) => watches[key].refusal(() => signer.probe(key));
  return {
    watched,
    async refusal(keys) {
      for (const key of keys) {
        const refused = await refusalOf(key);
        if (refused !== null) return refused;
      }
      return null;
    },
  };
}
