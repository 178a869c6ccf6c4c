import { type ChainId, nativeToken } from '../../lib/chains/registry.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Finding } from './checks.ts';
import { selectSettlers } from './settler-store.ts';

const what = 'payments by signature';

const notSetUp = 'off until the fee payer has made the token account of the treasury';

/**
 * Whether customers can pay by signature on a chain, and for how many payments its key has gas. A key that never had gas is
 * no problem: nobody has to offer this.
 */
export async function checkSettling(
  db: Db,
  chain: { id: ChainId },
  { settlerGasBps }: { settlerGasBps: number },
): Promise<Finding[]> {
  if (settlerGasBps === 0) return [{ what, found: 'off: SETTLER_GAS_BPS is 0', todo: null }];
  const [newest] = (await selectSettlers(db)).filter((row) => row.chain === chain.id);
  if (!newest) return [{ what, found: 'no worker that has the wallet has looked yet', todo: null }];
  const { address, contract, units, settle_units, is_low } = newest;
  if (contract === null)
    return [{ what, found: chain.id === 'solana' ? notSetUp : 'USDC takes none on this chain', todo: null }];
  const left = BigInt(units) / (BigInt(settle_units) + 1n);
  const send = `Send ${nativeToken(chain.id)} to ${address}.`;
  if (is_low) return [{ what, found: `gas for ${left} payments`, todo: send }];
  return [{ what, found: left === 0n ? `off. To turn them on: ${send}` : `on, gas for ${left}`, todo: null }];
}
