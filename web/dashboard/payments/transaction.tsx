import { Text } from '@mantine/core';
import { chainName } from '../shared/facts.ts';
import { TokenAmount } from '../shared/values.tsx';

interface PaidWithProps {
  chain?: string;
  token?: string;
  token_amount?: string;
}

/** Token and chain of the transaction, or a dash. */
export function PaidWith({ chain, token, token_amount }: PaidWithProps) {
  if (!chain || !token)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  return (
    <>
      {token_amount ? <TokenAmount amount={token_amount} token={token} /> : token}{' '}
      <Text span inherit c="dimmed">
        on {chainName(chain)}
      </Text>
    </>
  );
}
