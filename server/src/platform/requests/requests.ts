import type { Sql } from '../db/client.ts';
import type { Page, PageRequest } from '../db/page.ts';
import {
  type RequestDetail,
  type RequestFilter,
  type RequestRow,
  selectRequest,
  selectRequestPage,
} from './store.ts';

export type LoggedRequest = RequestRow;

export function listRequests(
  sql: Sql,
  filter: RequestFilter,
  request: PageRequest,
): Promise<Page<LoggedRequest>> {
  return selectRequestPage(sql, filter, request);
}

export function getRequest(
  sql: Sql,
  key: { request_id: string; merchant_id: string },
): Promise<RequestDetail | undefined> {
  return selectRequest(sql, key);
}
