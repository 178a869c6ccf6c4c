import { type ChainId, chains } from '../chains/registry.ts';
import { parseWalletAddress } from '../chains/wallet-addresses.ts';
import { ApiError } from '../errors.ts';

/** The address that a merchant or a customer gave to send money to, in its usual spelling. */
export function parseRecipient(chain: ChainId, given: string): string {
  const parsed = parseWalletAddress(chains[chain].family, given.trim());
  if ('address' in parsed) return parsed.address;
  throw new ApiError('INVALID_PARAMETER', {
    message: `The address ${parsed.problem}.`,
    details: { field: 'address', provided: given, constraint: parsed.problem },
  });
}
