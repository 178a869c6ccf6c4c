import type { Sql } from '../db/client.ts';
import type { Page, PageRequest } from '../db/page.ts';
import { type RequestFilter, type RequestRow, selectRequestPage } from './store.ts';

export type LoggedRequest = RequestRow;

export function listRequests(
  sql: Sql,
  filter: RequestFilter,
  request: PageRequest,
): Promise<Page<LoggedRequest>> {
  return selectRequestPage(sql, filter, request);
}
