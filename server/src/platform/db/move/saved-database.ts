import type { AppliedMigration } from '../migrate.ts';

/** What a file of `database export` begins with. Then come a line for each table, and one for each of its rows. */
export interface SavedHeader {
  causeway_database: 1;
  /** Of the build that wrote it. */
  version: string;
  migrations: AppliedMigration[];
  partitions: SavedPartition[];
  sequences: { name: string; last_value: string }[];
}

export interface SavedPartition {
  name: string;
  parent: string;
  /** As in `create table … partition of`. */
  bounds: string;
  unlogged: boolean;
}

export interface SavedTable {
  table: string;
  columns: { name: string; type: string }[];
}

/** The values of a row as Postgres writes them, in the order of the columns. */
export type SavedRow = (string | null)[];

/** The last line. A file without it is not whole. */
export interface SavedEnd {
  rows: number;
}

/** The file, or the database that it is to go into, cannot be used. The message says what to do. */
export class MoveError extends Error {}
