import type { Causeway } from '../../../sdk/src/causeway.ts';
import type { Environment } from '../../../server/src/lib/environment.ts';

/** What tools work with: the API with one key, and the site of the same service. */
export interface Desk {
  causeway: Causeway;
  environment: Environment;
  /** Where the service's own pages are, without a slash at the end. */
  site: string;
  /** Reads a page or file of the service. */
  read(path: string): Promise<string>;
}

export interface JsonSchema {
  type: 'object';
  required?: string[];
  properties: Record<string, object>;
}

/** One thing that an assistant can do, in the words of people and not of routes. */
export interface Tool {
  name: string;
  title: string;
  /** Says what it will do, for the assistant and for whoever is asked to allow it. */
  description: string;
  input: JsonSchema;
  /** Tools that change something are left out with a live key, unless they were asked for. */
  writes: boolean;
  /** Throws a `ToolProblem`, or an error of the SDK, with what to do next. */
  run(args: Record<string, unknown>, desk: Desk): Promise<object>;
}

/** The call cannot be carried out as it is; the message says what to do. */
export class ToolProblem extends Error {}

export const dashboardLink = (desk: Desk, path: string) =>
  `${desk.site}/dashboard/${path}${desk.environment === 'live' ? '?env=live' : ''}`;

export function text(args: Record<string, unknown>, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Lists for an assistant are short: it is told that there are more, and how to narrow them down. */
export const listLimit = { type: 'integer', minimum: 1, maximum: 20, default: 10 };

export function limitIn(args: Record<string, unknown>): number {
  const { limit } = args;
  return typeof limit === 'number' ? Math.min(limit, listLimit.maximum) : listLimit.default;
}
