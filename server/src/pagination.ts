import { Type } from 'typebox';
import type { Page, PageRequest } from './db/page.ts';
import { ApiError, type ErrorCode } from './errors.ts';
import { type IdPrefix, isId } from './ids.ts';

const defaultPageSize = 20;

/** Query parameters every list takes. */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultPageSize })),
  starting_after: Type.Optional(Type.String({ description: 'Id of the last item of the previous page.' })),
  ending_before: Type.Optional(Type.String({ description: 'Id of the first item of the page, to go back.' })),
};

export interface PageQuery {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

/** A cursor that cannot be an id of the family is unknown without asking. */
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

/** A cursor of another merchant does not exist; one of the other environment does, but not for this key. */
export function assertCursor(
  page: Page<object>,
  request: PageRequest,
  environment: string,
  unknown: ErrorCode,
): void {
  if (request.cursorId === null || page.cursorEnvironment === environment) return;
  throw new ApiError(page.cursorEnvironment === null ? unknown : 'KEY_ENVIRONMENT_MISMATCH');
}
