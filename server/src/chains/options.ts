import { type ChainId, firstOption, type Token } from '../lib/chains/registry.ts';
import { ApiError } from '../lib/errors.ts';

/** Throws unless one of the tokens exists on one of the chains. */
export function assertSomeOption(
  acceptedChains: readonly ChainId[],
  acceptedTokens: readonly Token[],
  field = 'accepted_tokens',
): void {
  if (firstOption(acceptedChains, acceptedTokens)) return;
  throw new ApiError('INVALID_TOKEN', {
    message: `None of ${acceptedTokens.join(', ')} exists on ${acceptedChains.join(', ')}: nobody could pay.`,
    details: { field, provided: acceptedTokens, accepted_chains: acceptedChains },
  });
}
