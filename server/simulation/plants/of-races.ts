import { type Plant, rewriting } from './plant.ts';

/** Guards that matter when two workers do the same, or one dies. */
export const plantsOfRaces = {
  'taken-twice': {
    about: 'A transfer that another worker has taken meanwhile is taken again.',
    within: 40,
    rewrite: rewriting(
      'due_at = null, problem = null',
      /and status = any\((\$\d+)::text\[\]\) and held_reason/,
      'and (status = any($1::text[]) or true) and held_reason',
    ),
  },
  'cursor-unfenced': {
    about: 'The cursor moves although another worker has the chain.',
    within: 20,
    groups: ['race'],
    rewrite: rewriting(
      'update chain_cursors set number',
      /and fence = (\$\d+) and version = (\$\d+) and lease_until > (\$\d+)/,
      'and (fence = $1 or version = $2 or lease_until > $3 or true)',
    ),
  },
  'sent-before-stored': {
    about: 'A transaction is sent before its signature is stored.',
    within: 20,
    groups: ['kill'],
    signer: (signer, node) => ({
      ...signer,
      sign: async (transaction) => {
        const raw = await signer.sign(transaction);
        await node.send(raw).catch(() => {});
        return raw;
      },
    }),
  },
} as const satisfies Record<string, Plant>;
