import type { Context } from '../../src/app/context.ts';
import { decideScreening, openScreenings } from '../../src/payments/screening/decide-screening.ts';
import type { Question, ScreeningProvider } from '../../src/payments/screening/screening.ts';
import type { Chance } from '../chance.ts';
import type { Caller, Scheduler } from '../scheduler/scheduler.ts';
import type { Trace } from '../scheduler/trace.ts';

type Verdict = 'ok' | 'hold' | 'refuse';

const verdicts: readonly Verdict[] = [...Array<Verdict>(7).fill('ok'), 'hold', 'hold', 'refuse'];
/** Of questions that get no answer, and of those that get nonsense. */
const downShare = 0.15;
const garbageShare = 0.05;
const releaseShare = 0.5;

/** What a question is about, and what was said of it. Asked again, also after another question's answer was lost: the same. */
interface Case {
  verdict: Verdict;
  /** Somebody heard it. */
  isTold: boolean;
  /** What the operator wants instead; null before that. */
  decision: 'release' | 'refuse' | null;
}

/** What it has of the world. */
interface Around {
  chance: Chance;
  trace: Trace;
  scheduler: Scheduler;
}

/** Whoever is asked about payers and recipients, and the operator who decides about what is held. */
export class Screener {
  readonly #world: Around;
  readonly #cases = new Map<string, Case>();
  #isCalm = false;
  #isBusy = false;

  constructor(world: Around) {
    this.#world = world;
  }

  providerFor(caller: Caller): ScreeningProvider {
    const { scheduler } = this.#world;
    return {
      name: 'endpoint',
      covers: () => true,
      ask: (question) => {
        const label = `screening ${nameOf(question)}`;
        return scheduler.ask(caller, { kind: 'screening', label }, () => this.#answer(question));
      },
    };
  }

  #answer(question: Question) {
    const { chance, trace } = this.#world;
    const one = this.#caseOf(nameOf(question));
    if (!this.#isCalm && chance.happens(downShare)) throw new Error('no answer within 5 seconds');
    if (!this.#isCalm && chance.happens(garbageShare)) throw new Error('the answer has no "decision"');
    one.isTold = true;
    trace.add(`screening says ${one.verdict} to ${nameOf(question)}`);
    return { verdict: one.verdict, reason: 'a list' };
  }

  #caseOf(name: string): Case {
    const { chance } = this.#world;
    const known = this.#cases.get(name) ?? { verdict: chance.pick(verdicts), isTold: false, decision: null };
    this.#cases.set(name, known);
    return known;
  }

  /** What was said; null if nobody was asked. */
  verdictOn(name: string): Case | null {
    return this.#cases.get(name) ?? null;
  }

  /** Something was stopped about which nobody has decided. */
  get isNeeded(): boolean {
    return (
      !this.#isBusy && [...this.#cases.values()].some(({ isTold, verdict }) => isTold && verdict !== 'ok')
    );
  }

  /** As `causeway screening release` and `refuse`. What fails is tried again with the next look. */
  look(ctx: Context): void {
    this.#isBusy = true;
    this.#world.trace.add('operator looks at what screening holds');
    this.#decideAll(ctx)
      .catch(() => {})
      .finally(() => {
        this.#isBusy = false;
      });
  }

  async #decideAll(ctx: Context): Promise<void> {
    const { chance } = this.#world;
    const who = { memberId: null, memberEmail: null, requestId: null, ip: 'operator' };
    for (const row of await openScreenings(ctx)) {
      const one = this.#caseOf(nameOf(row));
      // One without an answer is left to those who were asked.
      if (row.verdict === null) continue;
      one.decision ??= chance.happens(releaseShare) ? 'release' : 'refuse';
      await decideScreening(ctx, row.screening_id, one.decision, 'looked at', who);
    }
  }

  /** From now on everybody answers. */
  calm(): void {
    this.#isCalm = true;
  }

  /** The process that it was done with died. */
  lostAnswers(): void {
    this.#isBusy = false;
  }
}

export type Named = Pick<Question, 'direction' | 'chain' | 'resource_id' | 'address' | 'token' | 'units'>;

/** What makes two questions one: who, how much, and for what. */
export function nameOf({ direction, chain, resource_id, address, token, units }: Named): string {
  return [direction, chain, resource_id, address.toLowerCase(), token, units].join(' ');
}
