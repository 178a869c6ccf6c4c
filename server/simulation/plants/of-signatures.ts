import type { Plant, SourcePlant } from './plant.ts';

/** Payments by signature. */
export const plantsOfSignatures = {
  'settled-before-stored': {
    about: 'What a customer signed is sent before our signature is stored.',
    within: 20,
    needsSigning: true,
    groups: ['kill'],
    settler: (signer, node) => ({
      ...signer,
      sign: async (transaction) => {
        const raw = await signer.sign(transaction);
        await node.send(raw).catch(() => {});
        return raw;
      },
    }),
  },
} as const satisfies Record<string, Plant>;

const needsSigning = true;

export const sourcePlantsOfSignatures: Readonly<Record<string, SourcePlant>> = {
  'second-signature': {
    about: 'A second signature for a payment is sent while the first one is under way.',
    within: 20,
    file: 'payments/authorizations/authorizations.ts',
    from: "others.some(({ status }) => status !== 'failed')",
    to: 'others.length < 0',
    under: { needsSigning },
  },
  'use-overlooked': {
    about: 'A signature that another has used waits for ever.',
    within: 20,
    file: 'chains/evm/authorization-reads.ts',
    from: 'isUsedAtFinal: isUsed && readState(finalState)',
    to: 'isUsedAtFinal: isUsed && readState(finalState) && finalBlock < 0',
    under: { needsSigning },
  },
  'no-margin': {
    about: 'A signature is sent however soon it ends.',
    within: 40,
    file: 'treasury/transfers/authorizations/limits.ts',
    from: 'BigInt(Math.max(30, Math.ceil((15 * pollMs) / 1000)))',
    to: 'BigInt(pollMs * 0)',
    under: { needsSigning },
  },
};
