import { Counter, type Registry } from 'prom-client';

/** Answers about who is on the other side of money. Only workers set them. */
export interface ScreeningMetrics {
  answers: Counter<'direction' | 'verdict' | 'by'>;
  unanswered: Counter<'direction'>;
}

export function createScreeningMetrics(registry: Registry): ScreeningMetrics {
  const registers = [registry];
  return {
    answers: new Counter({
      name: 'causeway_screening_answers_total',
      help: 'Answers of screening, by direction (in, out), verdict (ok, hold, refuse) and who gave it (makers, down).',
      labelNames: ['direction', 'verdict', 'by'],
      registers,
    }),
    unanswered: new Counter({
      name: 'causeway_screening_unanswered_total',
      help: 'Times that screening was asked and did not answer, by direction (in, out).',
      labelNames: ['direction'],
      registers,
    }),
  };
}
