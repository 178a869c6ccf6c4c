import { Stack, Text } from '@mantine/core';
import { PaidWith } from '../payments/transaction.tsx';
import type { PayoutDetail } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { Facts, Panel } from '../shared/panel.tsx';
import { Id, TokenAmount } from '../shared/values.tsx';
import classes from './payout-routes.module.css';

type Payout = PayoutDetail['payout'];
type Route = Payout['routes'][number];
type Step = Route['steps'][number];
type Cost = Payout['costs']['gas'][number];

const providers: Record<Step['provider'], string> = {
  uniswap: 'Uniswap',
  cctp: 'Circle CCTP',
  lifi: 'LI.FI',
};

/** What was exchanged into the balance that a payout pays, how, and what that cost. */
export function PayoutRoutes({ detail: { payout, route_tx_urls } }: { detail: PayoutDetail }) {
  if (payout.routes.length === 0) return null;
  return (
    <>
      <Panel title="Exchanged for this payout">
        <ul className={classes['routes']}>
          {payout.routes.map((route, index) => (
            <RouteItem key={route.route_id} route={route} links={route_tx_urls[index] ?? []} />
          ))}
        </ul>
      </Panel>
      <RouteCosts costs={payout.costs} />
    </>
  );
}

function RouteItem({ route, links }: { route: Route; links: (string | null)[] }) {
  const { to_chain, to_token, arrived_amount } = route;
  return (
    <li className={classes['route']}>
      <div className={classes['amounts']}>
        <span>
          <PaidWith {...route} />
        </span>
        <span>
          <span className={classes['arrow']} aria-hidden="true">
            →{' '}
          </span>
          <span className="unseen">became </span>
          <PaidWith chain={to_chain} token={to_token} token_amount={arrived_amount ?? '0'} />
        </span>
      </div>
      <ol className={classes['steps']}>
        {route.steps.map((step, index) => (
          <RouteStep
            key={step.step}
            step={step}
            isOnly={route.steps.length === 1}
            link={links[index] ?? null}
          />
        ))}
      </ol>
      <Text size="xs" c="dimmed" mt="sm">
        {route.explanation}
      </Text>
    </li>
  );
}

/** The amounts of an only step are those of its route. */
function RouteStep({ step, isOnly, link }: { step: Step; isOnly: boolean; link: string | null }) {
  const by = providers[step.provider];
  const words =
    step.chain === step.to_chain
      ? `Swapped by ${by} on ${chainName(step.chain)}`
      : `Bridged by ${by} from ${chainName(step.chain)} to ${chainName(step.to_chain)}`;
  return (
    <li className={classes['step']}>
      <span className={classes['number']} aria-hidden="true">
        {step.step}
      </span>
      <Stack gap={2}>
        <Text size="sm">
          {words}
          {!isOnly && (
            <>
              : <TokenAmount amount={step.token_amount ?? '0'} token={step.token} /> became{' '}
              <TokenAmount amount={step.arrived_amount ?? '0'} token={step.to_token} />
            </>
          )}
        </Text>
        <div className={classes['facts']}>
          <span>
            Fee <TokenAmount amount={step.fee_amount} token={step.token} />
          </span>
          <span>
            Slippage <TokenAmount amount={step.slippage_amount ?? '0'} token={step.to_token} />
          </span>
          {step.tx_hash && (
            <Id value={step.tx_hash} label="transaction hash of the exchange" short href={link} />
          )}
        </div>
      </Stack>
    </li>
  );
}

function RouteCosts({ costs }: { costs: Payout['costs'] }) {
  const shown = [
    { label: 'Pool fees', amounts: costs.pool_fees },
    { label: 'Bridge fees', amounts: costs.bridge_fees },
    { label: 'Slippage against the quote', amounts: costs.slippage },
    { label: 'Network fees, paid by the operator', amounts: costs.gas },
  ].filter(({ amounts }) => amounts.length > 0);
  if (shown.length === 0) return null;
  return (
    <Panel title="What the exchanges cost">
      <Facts items={shown.map(({ label, amounts }) => ({ label, value: <Costs amounts={amounts} /> }))} />
    </Panel>
  );
}

function Costs({ amounts }: { amounts: Cost[] }) {
  return (
    <Stack gap={0}>
      {amounts.map((amount) => (
        <span key={`${amount.chain} ${amount.token}`}>
          <PaidWith {...amount} />
        </span>
      ))}
    </Stack>
  );
}
