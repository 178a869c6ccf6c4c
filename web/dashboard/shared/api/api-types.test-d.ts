import type { Api } from './api.ts';
import { useList, useResource } from './queries.ts';

/** What must not compile. The type check fails when one of these lines does. */

export async function wrongCalls(api: Api): Promise<void> {
  // @ts-expect-error: no such path.
  await api.get('/dashboard/api/key', {});
  // @ts-expect-error: no such path of the public API.
  await api.get('/api/v1/payment', {});
  // @ts-expect-error: the path has no such method.
  await api.delete('/dashboard/api/keys', {});
  // @ts-expect-error: the id is missing.
  await api.get('/dashboard/api/emails/{email_id}', {});
  // @ts-expect-error: another id.
  await api.get('/dashboard/api/emails/{email_id}', { path: { request_id: 'req_1' } });
  // @ts-expect-error: no such filter.
  await api.get('/dashboard/api/payments', { query: { stat: 'pending' } });
  // @ts-expect-error: a required parameter is missing.
  await api.get('/dashboard/api/search', { query: {} });
  // @ts-expect-error: no such field in the body.
  await api.post('/dashboard/api/keys', { body: { name: 'Shop', kind: 'secret', colour: 'red' } });
  // @ts-expect-error: no such value.
  await api.post('/dashboard/api/keys', { body: { name: 'Shop', kind: 'private' } });
  // @ts-expect-error: a required field is missing.
  await api.post('/api/v1/refunds', { body: { amount: '1.00' } });
  const typed = { email: '', roll: '' };
  // @ts-expect-error: no such field in the form.
  await api.post('/dashboard/api/members', { form: typed });

  const key = await api.post('/dashboard/api/keys', { body: { name: 'Shop', kind: 'secret' } });
  // @ts-expect-error: no such field in the answer.
  key.title;
  const [payment] = (await api.list('/dashboard/api/payments', {}, {})).items;
  // @ts-expect-error: no such field in an item.
  payment?.price;
}

export function useWrongQueries(): void {
  const { data } = useResource('/dashboard/api/chains', {});
  // @ts-expect-error: no such field in the answer.
  data?.wallets;
  // @ts-expect-error: no such path.
  useList('/api/v1/refund', {});
}
