import { formatTokens } from '../../shared/format.ts';
import type { ChosenOption } from '../checkout-state.ts';
import type { Messages } from '../locales/en.ts';
import type { ProblemCode } from './wallet-problem.ts';

/** Says what happened and what to do. `network` is the name of the chosen chain. */
export function problemText(
  code: ProblemCode,
  chosen: ChosenOption,
  network: string,
  t: Messages['wallet'],
  tag: string,
): string {
  switch (code) {
    case 'rejected':
      return t.rejected;
    case 'locked':
      return t.locked;
    case 'busy':
      return t.busy;
    case 'chain':
      return t.otherChain(network);
    case 'noChain':
      return t.unknownChain(network);
    case 'tooLittle':
      return t.tooLittle(formatTokens(tag, chosen.remaining_amount, chosen.symbol), network);
    case 'noGas':
      return t.noGas(chosen.fee_symbol, network);
    case 'ended':
      return t.signatureEnded;
    case 'refused':
      return t.signatureFailed;
    case 'other':
      return t.other;
  }
}
