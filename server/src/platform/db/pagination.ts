import { Type } from 'typebox';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import { type IdPrefix, isId } from '../../lib/ids.ts';
import type { Page, PageRequest } from './page.ts';

const defaultPageSize = 20;

/** Query parameters of every list. */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultPageSize })),
  starting_after: Type.Optional(
    Type.String({
      description:
        'Returns the items after this one. To get the next page, pass the id of the last item of the current page.',
    }),
  ),
  ending_before: Type.Optional(
    Type.String({
      description:
        'Returns the items before this one. To go back, pass the id of the first item of the current page.',
    }),
  ),
};

export interface PageQuery {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

/** Throws `unknown` for a cursor that is not an id with this prefix, without a query. */
export function readPage(
  query: PageQuery,
  merchantId: string,
  prefix: IdPrefix,
  unknown: ErrorCode,
): PageRequest {
  const { starting_after: after, ending_before: before, limit = defaultPageSize } = query;
  if (after !== undefined && before !== undefined) {
    throw new ApiError('INVALID_PARAMETER', {
      message: 'Send starting_after or ending_before, not both.',
      details: { field: 'ending_before', provided: before },
    });
  }
  const cursorId = after ?? before ?? null;
  if (cursorId !== null && !isId(prefix, cursorId)) throw new ApiError(unknown);
  return { merchantId, cursorId, direction: before === undefined ? 'older' : 'newer', limit };
}

/** Throws `unknown` for another merchant's cursor, and KEY_ENVIRONMENT_MISMATCH for one of the other environment. */
export function assertCursor(
  page: Page<object>,
  request: PageRequest,
  environment: string,
  unknown: ErrorCode,
): void {
  if (request.cursorId === null || page.cursorEnvironment === environment) return;
  throw new ApiError(page.cursorEnvironment === null ? unknown : 'KEY_ENVIRONMENT_MISMATCH');
}
