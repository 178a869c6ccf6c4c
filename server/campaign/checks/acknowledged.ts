import { type Data, madeBy, resources, type Sent } from '../book.ts';
import { type Check, forEachOf, type Outside } from './check.ts';

/** Finds a lost row, one that differs from its answer, and one that nobody asked for or that was made twice. */
export const checkAcknowledged: Check = async (outside) => {
  const { book, client, tenants } = outside;
  const problems: string[] = [];
  for (const tenant of Object.values(tenants)) {
    for (const [path, id] of Object.entries(resources)) {
      const listed = new Set((await client.list(tenant, path, id)).map((one) => one[id]));
      const made = madeBy(book, tenant, path);
      for (const { data } of made)
        if (!listed.delete(data[id])) problems.push(`acknowledged: ${data[id]} is lost`);
      if (listed.size > 0) await nameDoubtful(outside, { tenant, path }, listed);
      for (const other of listed) problems.push(`acknowledged: ${other} exists, and no answer named it`);
    }
  }
  return problems;
};

/** Asks once more for what was refused after an attempt without an answer, until all rows that exist are named. */
async function nameDoubtful(
  { book, client }: Outside,
  { tenant, path }: Pick<Sent, 'tenant' | 'path'>,
  unnamed: Set<unknown>,
): Promise<void> {
  for (const sent of book.doubtful.filter((one) => one.tenant === tenant && one.path === path)) {
    if (unnamed.size === 0) return;
    const { status, text, json } = await client.replay(sent);
    if (status >= 300) continue;
    const data = json.data as Data;
    book.doubtful.splice(book.doubtful.indexOf(sent), 1);
    book.acknowledged.push({ ...sent, text, data });
    unnamed.delete(data[resources[path] ?? '']);
  }
}

/** About the request alone: only its answer has it. */
const ofRequest = 'email_sent';

/** Finds a row that differs from what its answer said. Only the status and what a transaction adds may change. */
export const checkBodies: Check = async ({ recent, client }) => {
  const problems: string[] = [];
  const made = recent.filter(({ path }) => path in resources);
  await forEachOf(made, async ({ tenant, path, data }) => {
    const id = data[resources[path] ?? ''];
    const { status, json } = await client.get(tenant, `${path}/${id}`);
    if (status !== 200) return void problems.push(`bodies: ${id} answers ${status}`);
    const now = json.data as Record<string, unknown>;
    for (const [field, value] of Object.entries(data)) {
      if (field === 'status' || field === ofRequest || value === null) continue;
      if (JSON.stringify(now[field]) !== JSON.stringify(value))
        problems.push(
          `bodies: ${field} of ${id} was ${JSON.stringify(value)}, is ${JSON.stringify(now[field])}`,
        );
    }
  });
  return problems;
};

/** Finds a key that was forgotten, whose request would be carried out again, and an answer that changed. */
export const checkReplays: Check = async ({ recent, client }) => {
  const problems: string[] = [];
  await forEachOf(recent, async (one) => {
    const { text, isReplay } = await client.replay(one);
    if (!isReplay || text !== one.text)
      problems.push(`replays: ${one.idempotencyKey} was answered ${one.text}, and now ${text}`);
  });
  return problems;
};
