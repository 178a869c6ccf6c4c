import { Text } from '@mantine/core';
import { useSymbol } from '../shared/api/environment.ts';
import { chainName } from '../shared/facts.ts';
import { AssetMark } from '../shared/marks.tsx';
import { TokenAmount } from '../shared/values.tsx';

interface PaidWithProps {
  chain?: string;
  token?: string;
  token_amount?: string;
}

/** Token and chain of the transaction, or a dash. */
export function PaidWith({ chain, token, token_amount }: PaidWithProps) {
  const symbol = useSymbol(token ?? '');
  if (!chain || !token)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  return (
    <>
      <AssetMark token={token} chain={chain} />
      {token_amount ? <TokenAmount amount={token_amount} token={token} /> : symbol}{' '}
      <Text span inherit c="dimmed">
        on {chainName(chain)}
      </Text>
    </>
  );
}
