import type { RequestRow } from './store.ts';

export { selectRequest, selectRequestPage } from './store.ts';

export type LoggedRequest = RequestRow;
export type { RequestFilter } from './store.ts';
