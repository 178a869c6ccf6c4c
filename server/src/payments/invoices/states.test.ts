import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../lib/errors.ts';
import { type InvoiceStatus, invoiceMoves, invoiceRefusals, invoiceStatuses } from './states.ts';

/** The contract's table of invoice transitions. */
const allowed: Record<InvoiceStatus, InvoiceStatus[]> = {
  draft: ['open'],
  open: ['void', 'paid', 'expired'],
  paid: [],
  expired: [],
  void: [],
};

const pairs = invoiceStatuses.flatMap((from) => invoiceStatuses.map((to) => ({ from, to })));

describe('invoice states', () => {
  it('are the five states of the contract', () => {
    expect([...invoiceStatuses].sort()).toEqual(Object.keys(allowed).sort());
    expect(pairs).toHaveLength(25);
  });

  it.each(pairs)('$from to $to is allowed only if the contract allows it', ({ from, to }) => {
    const moves = Object.values(invoiceMoves).filter(
      (move) => move.to === to && (move.from as readonly InvoiceStatus[]).includes(from),
    );
    expect(moves.length > 0).toBe(allowed[from].includes(to));
  });

  it.each(['finalize', 'void', 'pay'] as const)(
    '%s is refused in exactly the states its move does not start from',
    (action) => {
      for (const status of invoiceStatuses) {
        const possible = (invoiceMoves[action].from as readonly InvoiceStatus[]).includes(status);
        expect(invoiceRefusals[action][status] === null, status).toBe(possible);
      }
    },
  );

  it('every refusal is a 409', () => {
    const codes = Object.values(invoiceRefusals).flatMap((byStatus) => Object.values(byStatus));
    for (const code of codes) if (code) expect(errorCatalogue[code].status).toBe(409);
  });
});
