export { selectSettlers, upsertSettler } from './settler-store.ts';
