import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useResource } from '../shared/api/queries.ts';
import type { BalanceOutlook, Settlement } from '../shared/api/types.ts';
import { untilText } from '../shared/charts/dates.ts';
import { TextLink } from '../shared/text-link.tsx';
import { Money, shortId } from '../shared/values.tsx';
import { nextPayouts, totalWorth } from './sums.ts';

/** The two figures that a merchant looks for first: what is there, and what comes when. */
export function BalanceCards({ balances, link }: { balances: BalanceOutlook[]; link?: ReactNode }) {
  const currency = balances[0]?.currency ?? 'USD';
  const { amount, isComplete } = totalWorth(balances);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Card
        label="Total balance"
        note={isComplete ? 'What is available, at current prices' : 'Without balances that have no price now'}
        link={link}
      >
        <Money amount={amount} currency={currency} />
      </Card>
      <NextPayout balances={balances} currency={currency} />
    </SimpleGrid>
  );
}

function NextPayout({ balances, currency }: { balances: BalanceOutlook[]; currency: string }) {
  const { data: settlement } = useResource('/api/v1/settlement', {});
  const { amount, wallets } = nextPayouts(balances);
  const schedule = (
    <TextLink to="/settings/payouts" size="sm">
      Schedule
    </TextLink>
  );
  if (!settlement || wallets.length === 0)
    return (
      <Card label="Next payout" note={settlement ? whyNothing(settlement) : ' '} link={schedule}>
        –
      </Card>
    );
  const at = settlement.next_payout_at;
  const to = wallets.map(shortId).join(' and ');
  const costs = settlement.route_to ? ', before the costs of exchange' : '';
  return (
    <Card
      label="Next payout"
      note={at ? `${capital(untilText(at))}, to ${to}${costs}` : byHand}
      link={schedule}
    >
      {at ? <Money amount={amount} currency={currency} /> : '–'}
    </Card>
  );
}

const byHand = 'Payouts are made only by hand.';

function whyNothing({ wallets, next_payout_at: at }: Settlement): string {
  if (wallets.length === 0) return 'Set a payout wallet, and balances are paid out to it.';
  return at ? `Nothing is due ${untilText(at)}.` : byHand;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface CardProps {
  label: string;
  note: ReactNode;
  link: ReactNode;
  children: ReactNode;
}

function Card({ label, note, link, children }: CardProps) {
  return (
    <Paper withBorder p="md" className="figure-box">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        {link}
      </Group>
      <Text className="figure numbers">{children}</Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Paper>
  );
}
