import type { RequestRow } from './store.ts';

export { selectRequest, selectRequestPage } from './store.ts';

export type LoggedRequest = RequestRow;
export type { RequestDetail, RequestFilter } from './store.ts';
