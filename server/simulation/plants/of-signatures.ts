import type { Plant, SourcePlant } from './plant.ts';

/** Payments by signature. */
export const plantsOfSignatures = {
  'settled-before-stored': {
    about: 'What a customer signed is sent before our signature is stored.',
    within: 20,
    needsSigning: true,
    needsRoutes: false,
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

/** Neither Solana nor exchanged balances. */
const under = { needsSigning: true, needsSolana: false, needsRoutes: false };

export const sourcePlantsOfSignatures: Readonly<Record<string, SourcePlant>> = {
  'second-signature': {
    about: 'A second signature for a payment is sent while the first one is under way.',
    within: 20,
    file: 'payments/authorizations/authorizations.ts',
    from: "others.some(({ status }) => status !== 'failed')",
    to: 'others.length < 0',
    under,
  },
  overdrawn: {
    about: 'What a wallet has counts anew for each of its signatures.',
    within: 40,
    file: 'treasury/transfers/authorizations/authorization-store.ts',
    from: `and t.transfer_id is distinct from \${exceptId}`,
    to: `and t.transfer_id = \${exceptId}`,
    under,
  },
  'use-overlooked': {
    about: 'A signature that another has used waits for ever.',
    within: 20,
    file: 'chains/evm/authorization-reads.ts',
    from: 'isUsedAtFinal: isUsed && readState(finalState)',
    to: 'isUsedAtFinal: isUsed && readState(finalState) && finalBlock < 0',
    under,
  },
  'use-claimed': {
    about: 'A signature that another has used counts as sent by us.',
    within: 20,
    file: 'treasury/transfers/authorizations/evm/plan-authorizations.ts',
    from: 'if (found.isUsedAtFinal)',
    to: "if (found.isUsedAtFinal) return { transferId, result: 'completed', txHash: '0x' };\n  if (found.isUsedAtFinal)",
    under,
  },
};
