import { Alert, Code, Stack } from '@mantine/core';
import type { ChainHealth, ChainState } from '../../shared/api/types.ts';
import { chainName } from '../../shared/facts.ts';
import { type Column, DataTable } from '../../shared/lists/data-table.tsx';
import { Facts } from '../../shared/panel.tsx';
import { TokenAmount, TokenOn, When } from '../../shared/values.tsx';

type Operator = NonNullable<ChainHealth['operator']>;

const number = new Intl.NumberFormat('en');

export function seconds(count: number): string {
  const unit = count < 120 ? 'second' : count < 7200 ? 'minute' : 'hour';
  const value = Math.round(count / { second: 1, minute: 60, hour: 3600 }[unit]);
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

interface OperatorFactsProps {
  chain: string;
  facts: Operator;
  state: ChainState;
}

/** Blocks, RPC answers and gas, and what to do when something is wrong. */
export function OperatorFacts({ chain, facts, state }: OperatorFactsProps) {
  const isWrong = state === 'off' || state === 'halted' || state === 'silent';
  return (
    <Stack gap="md">
      {isWrong && (
        <Alert color="red" role="note" title="What to do">
          {facts.problem ?? 'Check the RPC address of this chain.'} Run <Code>{facts.command}</Code>.
        </Alert>
      )}
      {facts.gas?.is_low && (
        <Alert color="gray" role="note" title="Little gas is left">
          Send more <TokenOn token={facts.gas.token} chain={chain} /> to the operator's address, which{' '}
          <Code>causeway wallet show</Code> prints.
        </Alert>
      )}
      <Facts items={[...blockFacts(facts), ...gasFacts(facts), ...coldFacts(facts)]} />
      {facts.rpc.length > 0 && (
        <DataTable
          label={`RPC addresses of ${chainName(chain)}`}
          columns={columns}
          rows={facts.rpc}
          rowKey={({ host }) => host}
          stacked
        />
      )}
    </Stack>
  );
}

function blockFacts({ read_block, read_block_at, last_block, answered_at }: Operator) {
  const block = (value: number | null) => (value === null ? 'None yet' : number.format(value));
  return [
    { label: 'Read up to block', value: block(read_block) },
    { label: 'Time of that block', value: read_block_at ? <When at={read_block_at} /> : 'Not yet' },
    { label: 'Newest block', value: block(last_block) },
    { label: 'Last answer', value: answered_at ? <When at={answered_at} /> : 'Never' },
  ];
}

function gasFacts({ gas }: Operator) {
  if (!gas) return [{ label: 'Gas', value: 'Known once a worker with the wallet has sent something' }];
  return [
    { label: 'Gas left', value: <TokenAmount amount={gas.amount} token={gas.token} /> },
    { label: 'Enough for', value: `${number.format(gas.transfers_left)} transfers` },
    { label: 'Gas read', value: <When at={gas.noted_at} /> },
  ];
}

function coldFacts({ cold }: Operator) {
  if (!cold) return [];
  const { address, amounts, hot_usd } = cold;
  return [
    { label: 'Cold address', value: address ?? 'Not set any more' },
    ...amounts.map(({ token, amount }) => ({
      label: `${token} there`,
      value: <TokenAmount amount={amount} token={token} />,
    })),
    {
      label: 'In the treasury',
      value: hot_usd === null ? 'No price' : `About ${number.format(hot_usd)} USD`,
    },
  ];
}

const columns: Column<Operator['rpc'][number]>[] = [
  { header: 'RPC host', render: ({ host }) => host },
  { header: 'Calls since yesterday', render: ({ calls }) => number.format(calls), align: 'right' },
  { header: 'Errors', render: ({ errors }) => number.format(errors), align: 'right' },
  {
    header: 'Last error',
    render: ({ last_problem, last_problem_at }) =>
      last_problem && last_problem_at ? (
        <>
          {last_problem}, <When at={last_problem_at} />
        </>
      ) : (
        'None'
      ),
  },
];
