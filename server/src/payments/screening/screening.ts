import type { ChainId, Token } from '../../lib/chains/registry.ts';

/** Who is on the other side of money that came, or that is to leave. */
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

/** Somebody to ask. Null: this one has nothing to say about it. */
export interface Maker {
  readonly name: string;
  covers(chain: ChainId): boolean;
  ask(question: Question): Promise<Answer | null>;
}

const strictness = ['ok', 'hold', 'refuse'] as const;

/**
 * Asks all makers at once: the strictest answer counts, also if another maker does not answer. Money of a payer whom nobody
 * knows, and whom no maker says anything about, gets the answer that is given while makers are down.
 */
export function createScreening(makers: readonly Maker[], passesWhenDown: boolean): Screening {
  const unknownPayer: Answer = passesWhenDown
    ? { verdict: 'ok', reason: null }
    : { verdict: 'hold', reason: 'Nobody knows who sent it, so nobody could be asked.' };
  return {
    isOn: makers.length > 0,
    covers: (chain) => makers.some((maker) => maker.covers(chain)),
    async ask(question) {
      const asked = makers.filter((maker) => maker.covers(question.chain));
      const results = await Promise.allSettled(asked.map((maker) => maker.ask(question)));
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
