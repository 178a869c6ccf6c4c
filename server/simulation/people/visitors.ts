import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** What a form of a page answered. */
export interface PageAnswer {
  status: number;
  /** Where the browser is sent; empty if nowhere. */
  location: string;
}

/** A form that somebody without a key submits, again and again until the page answers. */
interface Visit {
  path: string;
  fields: Record<string, string>;
  state: 'waiting' | 'under way' | 'answered';
  then(answer: PageAnswer): void;
}

/** Customers at the pages of invoices, payment links and refunds. */
export class Visitors {
  readonly #world: World;
  readonly #visits: Visit[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  submit(path: string, fields: Record<string, string>, then: Visit['then']): void {
    this.#visits.push({ path, fields, state: 'waiting', then });
  }

  get hasWaiting(): boolean {
    return this.#visits.some(({ state }) => state === 'waiting');
  }

  /** A form has no key: after a 5xx it is submitted again, whatever the first one did. */
  sendOne(app: FastifyInstance): void {
    const visit = this.#visits.find(({ state }) => state === 'waiting');
    if (!visit) return;
    visit.state = 'under way';
    void call(app, visit).then((answer) => {
      if (visit.state !== 'under way') return;
      this.#world.trace.add(`visitor ${visit.path} ${answer.status} ${answer.location}`);
      visit.state = answer.status >= 500 ? 'waiting' : 'answered';
      if (answer.status < 500) visit.then(answer);
    });
  }

  /** The process that served them died. */
  lostAnswers(): void {
    for (const visit of this.#visits) if (visit.state === 'under way') visit.state = 'waiting';
  }
}

async function call(app: FastifyInstance, { path, fields }: Visit): Promise<PageAnswer> {
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: path,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: statusCode, location: String(headers.location ?? '') };
}

/** The payment whose checkout the browser is sent to. */
export function paymentIn({ location }: PageAnswer): string | null {
  return /\/checkout\/(pay_\w+)/.exec(location)?.[1] ?? null;
}
