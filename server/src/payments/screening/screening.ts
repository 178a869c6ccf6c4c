import type { ChainId, Token } from '../../lib/chains/registry.ts';

/** May this address pay us, or be paid? */
export interface Question {
  /** The same however often it is asked. */
  screening_id: string;
  direction: 'in' | 'out';
  kind: 'payment' | 'refund' | 'return' | 'payout';
  chain: ChainId;
  token: Token;
  /** numeric(78, 0), as text. */
  units: string;
  /** Empty for a payer whom nobody knows. */
  address: string;
  merchant_id: string;
  /** The payment, refund, unapplied funds or payout. */
  resource_id: string;
  tx_hash: string | null;
}

export interface Answer {
  verdict: 'ok' | 'hold' | 'refuse';
  reason: string | null;
}

/** The port. Asked outside transactions: an answer may take seconds. */
export interface Screening {
  readonly isOn: boolean;
  /** Whether somebody can be asked about money on this chain. */
  covers(chain: ChainId): boolean;
  /** Throws while nobody answers. */
  ask(question: Question): Promise<Answer>;
}

export interface ScreeningProvider {
  readonly name: string;
  covers(chain: ChainId): boolean;
  /** Null if it has nothing to say. */
  ask(question: Question): Promise<Answer | null>;
}

const strictness = ['ok', 'hold', 'refuse'] as const;

/**
 * Asks all providers at once. The strictest answer counts; while one does not answer, the others' `hold` and `refuse` count,
 * but no `ok`. If none has anything to say, since the payer is unknown, the answer is that for providers that are down.
 */
export function createScreening(providers: readonly ScreeningProvider[], passesWhenDown: boolean): Screening {
  const unknownPayer: Answer = passesWhenDown
    ? { verdict: 'ok', reason: null }
    : { verdict: 'hold', reason: 'Nobody knows who sent it, so nobody could be asked.' };
  return {
    isOn: providers.length > 0,
    covers: (chain) => providers.some((provider) => provider.covers(chain)),
    async ask(question) {
      const asked = providers.filter((provider) => provider.covers(question.chain));
      const results = await Promise.allSettled(asked.map((provider) => provider.ask(question)));
      const answers = results.flatMap((result) =>
        result.status === 'fulfilled' && result.value ? [result.value] : [],
      );
      const strictest = answers.reduce<Answer | null>(
        (worst, answer) =>
          worst && strictness.indexOf(worst.verdict) >= strictness.indexOf(answer.verdict) ? worst : answer,
        null,
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (failed && (strictest === null || strictest.verdict === 'ok')) throw failed.reason;
      return strictest ?? unknownPayer;
    },
  };
}
