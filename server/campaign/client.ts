import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../simulation/chance.ts';
import type { Book, Data, Sent, Tenant } from './book.ts';

/** Longer than any start or recovery takes. */
const patienceMs = 180_000;
const requestLimitMs = 20_000;
const pageSize = 100;

interface Answer {
  status: number;
  text: string;
  isReplay: boolean;
  /** Whether an attempt before it got none, or a 503. */
  isRepeated: boolean;
  json: { data?: unknown; has_more?: boolean; error?: { code: string } };
}

export interface Client {
  /** Repeats the request with one idempotency key until it is answered. Records what was acknowledged. */
  post(tenant: Tenant, path: string, body: object): Promise<Answer>;
  get(tenant: Tenant, path: string): Promise<Answer>;
  /** All pages. */
  list(tenant: Tenant, path: string, idField: string): Promise<Data[]>;
  /** Sends a request once more. */
  replay(one: Sent): Promise<Answer>;
}

/** Asks as a merchant's server does: either `serve`, again after a lost connection, a 503 or a 429. */
export function createClient(urls: readonly string[], book: Book, chance: Chance): Client {
  let keys = 0;
  let turns = 0;

  async function once(tenant: Tenant, method: string, path: string, more: RequestInit): Promise<Answer> {
    const turn = turns++;
    const response = await fetch(`${urls[turn % urls.length]}/api/v1${path}`, {
      ...more,
      method,
      signal: AbortSignal.timeout(requestLimitMs),
      headers: { ...more.headers, authorization: `Bearer ${tenant.keys[turn % tenant.keys.length]}` },
    });
    const text = await response.text();
    const isReplay = response.headers.get('idempotent-replayed') === 'true';
    return { status: response.status, text, isReplay, isRepeated: false, json: JSON.parse(text) };
  }

  async function insist(tenant: Tenant, method: string, path: string, more: RequestInit = {}) {
    let last = '';
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(100)) {
      const answer = await once(tenant, method, path, more).catch((error: unknown) => {
        last = String(error);
        return null;
      });
      if (!answer) continue;
      if (answer.status < 500 && answer.status !== 429) return { ...answer, isRepeated: last !== '' };
      last = `${answer.status} ${answer.text}`;
      if (![503, 429].includes(answer.status)) book.problems.push(`${method} ${path} answered ${last}`);
    }
    throw new Error(`${method} ${path} got no answer within ${patienceMs} ms: ${last}`);
  }

  const send = (tenant: Tenant, path: string, body: object, idempotencyKey: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    return insist(tenant, 'POST', path, { headers, body: JSON.stringify(body) });
  };

  return {
    async post(tenant, path, body) {
      const idempotencyKey = `${tenant.name}-${++keys}`;
      // Some clients send twice at once, without waiting for the first answer.
      const times = chance.happens(0.1) ? 2 : 1;
      const sent = Array.from({ length: times }, () => send(tenant, path, body, idempotencyKey));
      const answers = await Promise.all(sent);
      // A refusal is not kept under the key: the other request may be taken.
      const taken = answers.filter(({ status }) => status < 300);
      const answer = taken[0] ?? answers[0];
      if (!answer) throw new Error('nothing was sent');
      const texts = new Set(taken.map(({ text }) => text));
      if (texts.size > 1)
        book.problems.push(`${path} with ${idempotencyKey} got two answers: ${[...texts].join(' and ')}`);
      const { text, json } = answer;
      const request = { tenant, path, body, idempotencyKey };
      if (answer.status < 300) book.acknowledged.push({ ...request, text, data: json.data as Data });
      else if (answers.some(({ isRepeated }) => isRepeated)) book.doubtful.push(request);
      return answer;
    },
    get: (tenant, path) => insist(tenant, 'GET', path),
    async list(tenant, path, idField) {
      const found: Data[] = [];
      const first = `${path}${path.includes('?') ? '&' : '?'}limit=${pageSize}`;
      for (let after = ''; ; after = `&starting_after=${found.at(-1)?.[idField]}`) {
        const { status, text, json } = await insist(tenant, 'GET', first + after);
        if (status !== 200) throw new Error(`GET ${first}${after} answered ${text}`);
        found.push(...(json.data as Data[]));
        if (!json.has_more) return found;
      }
    },
    replay: ({ tenant, path, body, idempotencyKey }) => send(tenant, path, body, idempotencyKey),
  };
}
