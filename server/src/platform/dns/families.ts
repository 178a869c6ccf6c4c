import type { RecordWithTtl } from 'node:dns';
import type { Resolver } from 'node:dns/promises';
import type { Found } from './cache.ts';

/** How long to wait for the second family when the first one is there: some servers never answer one of the two. */
const secondFamilyMs = 200;

type Records = RecordWithTtl[] | NodeJS.ErrnoException;

/** Asks for IPv4 and IPv6 addresses at once. */
export function queryBoth(resolver: Pick<Resolver, 'resolve4' | 'resolve6'>, name: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    const answers: { 4?: Records; 6?: Records } = {};
    let timer: NodeJS.Timeout | undefined;
    function finish(): void {
      clearTimeout(timer);
      // IPv4 first: every receiver is likely to have it, and a connection tries the next address after 250 ms.
      const found = [...withFamily(answers[4], 4), ...withFamily(answers[6], 6)];
      const ttlMs = Math.min(...found.map(({ ttl }) => ttl)) * 1000;
      const addresses = found.map(({ address, family }) => ({ address, family }));
      if (found.length === 0) reject(problemOf(answers[4], answers[6]));
      else resolve({ addresses, ttlMs });
    }
    function note(family: 4 | 6, records: Records): void {
      answers[family] = records;
      if (answers[4] && answers[6]) finish();
      else if (Array.isArray(records) && records.length > 0) timer = setTimeout(finish, secondFamilyMs);
    }
    resolver.resolve4(name, { ttl: true }).then(
      (records) => note(4, records),
      (error) => note(4, error),
    );
    resolver.resolve6(name, { ttl: true }).then(
      (records) => note(6, records),
      (error) => note(6, error),
    );
  });
}

function withFamily(records: Records | undefined, family: 4 | 6) {
  return Array.isArray(records) ? records.map((record) => ({ ...record, family })) : [];
}

/** Codes that mean: the servers answered, and there is no address. */
const absent = ['ENOTFOUND', 'ENODATA'];

export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absent.includes(String(error.code));
}

/** No such name is certain. No address of one family is not, while the other family is unknown. */
function problemOf(...answers: (Records | undefined)[]): NodeJS.ErrnoException {
  const errors = answers.filter((answer) => answer instanceof Error);
  return (
    errors.find(({ code }) => code === 'ENOTFOUND') ??
    errors.find((error) => !isAbsence(error)) ??
    errors[0] ??
    Object.assign(new Error('no addresses'), { code: 'ENODATA' })
  );
}
