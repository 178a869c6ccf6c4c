import { type Static, Type } from 'typebox';
import { chainIds, tokens } from '../../lib/chains/registry.ts';
import { nullable, oneOf } from '../../lib/fields.ts';

export const chainStates = ['working', 'idle', 'behind', 'silent', 'off', 'halted'] as const;
export type ChainState = (typeof chainStates)[number];

const gas = Type.Object({
  token: oneOf(tokens),
  amount: Type.String(),
  is_low: Type.Boolean(),
  transfers_left: Type.Integer(),
  noted_at: Type.String(),
});

const rpc = Type.Object({
  host: Type.String({ description: 'Without path and query, which contain keys.' }),
  calls: Type.Integer({ description: 'Today and yesterday (UTC).' }),
  errors: Type.Integer(),
  last_problem: nullable(Type.String()),
  last_problem_at: nullable(Type.String()),
});

const cold = Type.Object({
  address: nullable(Type.String({ description: 'Where money goes that the treasury need not hold.' })),
  amounts: Type.Array(Type.Object({ token: oneOf(tokens), amount: Type.String() }), {
    description: 'What the ledger has there.',
  }),
  hot_usd: nullable(Type.Integer({ description: 'What the treasury holds; null without a price.' })),
  problem: nullable(Type.String({ description: 'Why nothing goes there.' })),
  refill: nullable(Type.String({ description: 'What refunds and payouts need back.' })),
});

const operatorHealth = Type.Object({
  problem: nullable(Type.String({ description: 'Why the chain is off; null while it is on.' })),
  hot_owner: nullable(
    Type.String({ description: 'Why the vault should have another owner; null if it need not.' }),
  ),
  command: Type.String({ description: 'What to run when something is wrong.' }),
  read_block: nullable(Type.Integer()),
  read_block_at: nullable(Type.String()),
  last_block: nullable(Type.Integer({ description: 'The newest that a node reported.' })),
  answered_at: nullable(Type.String()),
  gas: Type.Union([gas, Type.Null()], {
    description: 'Null until a worker with the wallet has sent something.',
  }),
  cold: Type.Union([cold, Type.Null()], {
    description: 'Null unless money of this chain goes, or went, to a cold address.',
  }),
  rpc: Type.Array(rpc),
});
export type OperatorHealth = Static<typeof operatorHealth>;

const chainHealth = Type.Object({
  chain: oneOf(chainIds),
  state: oneOf(chainStates, {
    description:
      '`idle`: nothing to watch. `silent`: no node answers. `off`: workers found a problem, or none has looked.',
  }),
  lag_seconds: nullable(
    Type.Integer({
      description: 'Age of the block up to which the chain was read; null while nothing is watched.',
    }),
  ),
  payouts_stopped: Type.Boolean({ description: 'Less is on the chain than the ledger says.' }),
  operator: Type.Union([operatorHealth, Type.Null()], {
    description: 'Null for everybody but the operator.',
  }),
});
export type ChainHealth = Static<typeof chainHealth>;

const chainsHealth = Type.Object({
  has_wallet: Type.Boolean(),
  sees_all: Type.Boolean({ description: 'Whether the member sees what is for the operator.' }),
  chains: Type.Array(chainHealth, { description: 'Those that the operator has configured.' }),
});
export type ChainsHealth = Static<typeof chainsHealth>;

/** Named in the OpenAPI document of the dashboard. */
export const namedChainsHealth = { name: 'ChainsHealth', schema: chainsHealth };
