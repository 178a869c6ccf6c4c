import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoney } from '../../shared/format.ts';
import { BalanceCards } from '../payouts/balance-cards.tsx';
import { symbolIn, useEnvironment } from '../shared/api/environment.ts';
import { useResource } from '../shared/api/queries.ts';
import type { Stats } from '../shared/api/types.ts';
import { useAttention } from '../shared/attention.ts';
import { chainName } from '../shared/facts.ts';
import { useSearchValues } from '../shared/lists/search.ts';
import { ShareTable } from '../shared/lists/share-table.tsx';
import { ChainMark, TokenMark } from '../shared/marks.tsx';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { ByDay } from './by-day.tsx';
import { Checklist } from './checklist.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { LatestPayments, useLatestPayments } from './latest-payments.tsx';
import { periods } from './period.ts';
import { useStats } from './stats.ts';
import { Totals } from './totals.tsx';

const defaultPeriod = '30';
const refreshMs = 30_000;
const toBalances = (
  <TextLink to="/balances" size="sm">
    Balances
  </TextLink>
);

export function HomePage() {
  const { values, change } = useSearchValues();
  const period = periods.some(({ value }) => value === values['days']) ? values['days'] : undefined;
  const query = useStats(period);
  const latest = useLatestPayments();
  const balances = useResource('/dashboard/api/balances', {}, { refreshMs });
  const attention = useAttention();
  return (
    <Page
      title="Home"
      actions={
        <SegmentedControl
          size="xs"
          data={periods}
          value={period ?? defaultPeriod}
          onChange={(days) => change({ days: days === defaultPeriod ? undefined : days })}
          aria-label="Period"
        />
      }
    >
      {[query, latest, balances, attention].some(({ isPending }) => isPending) ? (
        <HomeSkeleton />
      ) : (
        <>
          <AttentionPanel />
          {balances.data && balances.data.length > 0 && (
            <BalanceCards balances={balances.data} link={toBalances} />
          )}
          <Load query={query}>{(stats) => <Figures stats={stats} />}</Load>
          <LatestPayments query={latest} />
        </>
      )}
    </Page>
  );
}

function Figures({ stats }: { stats: Stats }) {
  return (
    <Stack gap="md">
      <Checklist checklist={stats.checklist} />
      <Totals stats={stats} />
      <ByDay days={stats.by_day} />
      <Shares stats={stats} />
      <Text size="xs" c="dimmed">
        {stats.currency_note}
      </Text>
    </Stack>
  );
}

function Shares({ stats }: { stats: Stats }) {
  const environment = useEnvironment();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Panel title="By chain">
        <ShareTable
          label="Volume by chain"
          nameHeader="Chain"
          empty="The chains that your customers paid on."
          shares={stats.by_chain.map(({ chain, ...figure }) =>
            shareOf(chainName(chain), <ChainMark chain={chain} />, figure),
          )}
        />
      </Panel>
      <Panel title="By token">
        <ShareTable
          label="Volume by token"
          nameHeader="Token"
          empty="The tokens that your customers paid with."
          shares={stats.by_token.map(({ token, ...figure }) =>
            shareOf(symbolIn(environment, token), <TokenMark token={token} />, figure),
          )}
        />
      </Panel>
    </SimpleGrid>
  );
}

function shareOf(
  name: string,
  mark: ReactNode,
  { volume_usd, count }: { volume_usd: string; count: number },
) {
  return { name, mark, value: Number(volume_usd), shown: formatMoney('en', volume_usd, 'USD'), count };
}
