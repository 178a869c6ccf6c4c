import type { Context } from '../../app/context.ts';
import type { Caller } from '../../lib/caller.ts';
import { isId } from '../../lib/ids.ts';
import { assertOwn } from '../../lib/ownership.ts';
import type { Sql } from '../../platform/db/client.ts';
import { type IdempotencyClaim, underClaim } from '../../platform/db/idempotency.ts';
import type { Page } from '../../platform/db/page.ts';
import { assertCursor, readPage } from '../../platform/db/pagination.ts';
import { changedContent, newContent } from './content.ts';
import {
  type Button,
  type CreateButtonBody,
  type ListButtonsQuery,
  toButton,
  type UpdateButtonBody,
} from './schema.ts';
import {
  type ButtonRow,
  insertButton,
  lockButton,
  selectButton,
  selectButtonPage,
  updateButton,
} from './store.ts';

export async function createButton(
  ctx: Context,
  caller: Caller,
  body: CreateButtonBody,
  claim: IdempotencyClaim | null,
): Promise<Button> {
  const now = ctx.clock.now();
  const row: ButtonRow = {
    button_id: ctx.ids.next('btn', now),
    merchant_id: caller.merchant_id,
    environment: caller.environment,
    ...newContent(ctx, caller, body),
    created_at: now,
    updated_at: now,
  };
  return ctx.db.begin((tx) =>
    underClaim(tx, claim, async () => {
      await insertButton(tx, row);
      return toButton(row);
    }),
  );
}

export async function getButton(sql: Sql, caller: Caller, buttonId: string): Promise<ButtonRow> {
  const key = { button_id: buttonId, merchant_id: caller.merchant_id };
  return assertOwn(
    caller,
    isId('btn', buttonId) ? await selectButton(sql, key) : undefined,
    'BUTTON_NOT_FOUND',
  );
}

export async function listButtons(
  ctx: Context,
  caller: Caller,
  query: ListButtonsQuery,
): Promise<Page<ButtonRow>> {
  const request = readPage(query, caller.merchant_id, 'btn', 'BUTTON_NOT_FOUND');
  const filter = { environment: caller.environment, status: query.status ?? null };
  const page = await selectButtonPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'BUTTON_NOT_FOUND');
  return page;
}

/** Locks the button, so that concurrent updates of different fields do not overwrite each other. */
export async function changeButton(
  ctx: Context,
  caller: Caller,
  buttonId: string,
  body: UpdateButtonBody,
): Promise<Button> {
  const key = { button_id: buttonId, merchant_id: caller.merchant_id };
  const row = await ctx.db.begin(async (tx) => {
    const before = assertOwn(
      caller,
      isId('btn', buttonId) ? await lockButton(tx, key) : undefined,
      'BUTTON_NOT_FOUND',
    );
    if (Object.keys(body).length === 0) return before;
    const content = changedContent(ctx, caller, before, body);
    return updateButton(tx, key, content, ctx.clock.now());
  });
  return toButton(assertOwn(caller, row, 'BUTTON_NOT_FOUND'));
}
