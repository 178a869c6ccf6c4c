import { Alert, Code, Stack, Text } from '@mantine/core';
import { useResource } from '../../shared/api/queries.ts';
import type { ChainHealth, ChainState, ChainsHealth } from '../../shared/api/types.ts';
import { chainName } from '../../shared/facts.ts';
import { Icon } from '../../shared/icons.tsx';
import { ChainMark } from '../../shared/marks.tsx';
import { Page } from '../../shared/page.tsx';
import { EmptyState, Load } from '../../shared/states.tsx';
import { ToneBadge } from '../../shared/status-badge.tsx';
import { GuideLink } from '../../shared/text-link.tsx';
import { OperatorFacts, seconds } from './chain-facts.tsx';
import classes from './chains-page.module.css';

const refreshMs = 15_000;

export function ChainsPage() {
  const query = useResource('/dashboard/api/chains', {}, { refreshMs });
  return (
    <Page title="Chains" description="Whether live payments can be made on each chain now.">
      <Load query={query}>{(health) => <Chains health={health} />}</Load>
    </Page>
  );
}

function Chains({ health }: { health: ChainsHealth }) {
  const { chains, has_wallet, sees_all } = health;
  if (chains.length === 0) return <NoChains forOperator={sees_all} />;
  return (
    <Stack gap="lg">
      {!has_wallet && (
        <Alert color="gray" role="note" title="There is no wallet yet">
          {sees_all ? (
            <>
              Create it with <Code>causeway wallet create</Code>.
            </>
          ) : (
            'The operator of this service creates it. Until then, live payments cannot be made.'
          )}
        </Alert>
      )}
      <div className={classes['chains']}>
        {chains.map((chain) => (
          <ChainRow key={chain.chain} health={chain} />
        ))}
      </div>
      {!sees_all && (
        <Text size="sm" c="dimmed">
          Blocks, RPC answers and gas are shown to the operator of this service.
        </Text>
      )}
    </Stack>
  );
}

function NoChains({ forOperator }: { forOperator: boolean }) {
  if (!forOperator)
    return (
      <EmptyState picture="chain" title="No live chain is set up">
        The operator of this service turns chains on. Test mode works without them.
      </EmptyState>
    );
  return (
    <EmptyState
      picture="chain"
      title="No live chain is set up"
      action={<GuideLink guide="live-chains">Live chains</GuideLink>}
    >
      Set <Code>ETHEREUM_RPC_URL</Code>, or that of another chain, to the address of a node, run{' '}
      <Code>causeway wallet create</Code> and <Code>causeway chains check</Code>, and restart the service.
      Test mode works without it.
    </EmptyState>
  );
}

const states: Record<ChainState, { tone: 'good' | 'bad' | 'warn' | 'neutral'; label: string; text: string }> =
  {
    working: { tone: 'good', label: 'Working', text: 'Payments on this chain are seen within seconds.' },
    idle: {
      tone: 'neutral',
      label: 'Idle',
      text: 'A node answers. The chain is read as soon as a payment can arrive on it.',
    },
    behind: {
      tone: 'warn',
      label: 'Behind',
      text: 'New payments are seen late. Nothing is skipped: the chain is being read up to now.',
    },
    silent: {
      tone: 'bad',
      label: 'No answer',
      text: 'No node has answered for two minutes. Payments are found when one does.',
    },
    off: {
      tone: 'bad',
      label: 'Off',
      text: 'The checkout does not offer this chain now. Money that arrives meanwhile is found later.',
    },
    halted: {
      tone: 'bad',
      label: 'Halted',
      text: 'The chain abandoned blocks that were final. It is not read until the operator has looked.',
    },
  };

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** One line; what only the operator needs opens below it, by itself where something is wrong. */
function ChainRow({ health }: { health: ChainHealth }) {
  const { chain, state, lag_seconds, payouts_stopped, operator } = health;
  const { tone, label, text } = states[state];
  const line = (
    <>
      <span className={classes['name']}>
        {operator && <Icon name="chevron" size={16} />}
        <ChainMark chain={chain} />
        {chainName(chain)}
      </span>
      <span>
        <ToneBadge tone={tone}>{label}</ToneBadge>
      </span>
      <span className={classes['text']}>{text}</span>
      <span className={classes['lag']}>
        {lag_seconds === null ? 'Nothing to read' : `${seconds(lag_seconds)} behind`}
      </span>
    </>
  );
  return (
    <section aria-label={chainName(chain)} className={classes['chain']}>
      {operator ? (
        <details open={tone === 'bad'}>
          <summary className={classes['line']}>{line}</summary>
          <div className={classes['facts']}>
            <OperatorFacts chain={chain} facts={operator} state={state} />
          </div>
        </details>
      ) : (
        <div className={classes['line']}>{line}</div>
      )}
      {operator?.hot_owner && (
        <Alert color="red" role="note" m="sm" mt={0} title="The worker's key owns the vault">
          {sentence(operator.hot_owner)} <GuideLink guide="vault">The vault</GuideLink>
        </Alert>
      )}
      {operator?.cold?.problem && (
        <Alert color="red" role="note" m="sm" mt={0} title="Nothing goes to the cold address">
          {operator.cold.problem} <GuideLink guide="live-chains">Live chains</GuideLink>
        </Alert>
      )}
      {operator?.cold?.refill && (
        <Alert color="red" role="note" m="sm" mt={0} title="The treasury needs money back">
          {sentence(operator.cold.refill)} Send it from the cold address.{' '}
          <GuideLink guide="live-chains">Live chains</GuideLink>
        </Alert>
      )}
      {payouts_stopped && (
        <Alert color="red" role="note" m="sm" mt={0} title="Payouts on this chain are stopped">
          Less is on the chain than the ledger says. Payouts go on when the operator has found out why.
        </Alert>
      )}
    </section>
  );
}
