import type { Context } from '../context.ts';
import type { Sql } from '../db/client.ts';
import { type IdempotencyClaim, underClaim } from '../db/idempotency.ts';
import type { Page } from '../db/page.ts';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { KeyHolder } from '../merchants/store.ts';
import { assertCursor, readPage } from '../pagination.ts';
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
  caller: KeyHolder,
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

export async function getButton(sql: Sql, caller: KeyHolder, buttonId: string): Promise<ButtonRow> {
  const key = { button_id: buttonId, merchant_id: caller.merchant_id };
  return assertOwn(caller, isId('btn', buttonId) ? await selectButton(sql, key) : undefined);
}

/** A button of another merchant does not exist; one of the other environment does, but not for this key. */
function assertOwn(caller: KeyHolder, row: ButtonRow | undefined): ButtonRow {
  if (!row) throw new ApiError('BUTTON_NOT_FOUND');
  if (row.environment !== caller.environment) throw new ApiError('KEY_ENVIRONMENT_MISMATCH');
  return row;
}

export async function listButtons(
  ctx: Context,
  caller: KeyHolder,
  query: ListButtonsQuery,
): Promise<Page<ButtonRow>> {
  const request = readPage(query, caller.merchant_id, 'btn', 'BUTTON_NOT_FOUND');
  const filter = { environment: caller.environment, status: query.status ?? null };
  const page = await selectButtonPage(ctx.db, filter, request);
  assertCursor(page, request, caller.environment, 'BUTTON_NOT_FOUND');
  return page;
}

/** Of two changes at once the second sees the first, so that neither undoes what the other did to other fields. */
export async function changeButton(
  ctx: Context,
  caller: KeyHolder,
  buttonId: string,
  body: UpdateButtonBody,
): Promise<Button> {
  const key = { button_id: buttonId, merchant_id: caller.merchant_id };
  const row = await ctx.db.begin(async (tx) => {
    const before = assertOwn(caller, isId('btn', buttonId) ? await lockButton(tx, key) : undefined);
    if (Object.keys(body).length === 0) return before;
    const content = changedContent(ctx, caller.environment, before, body);
    return updateButton(tx, key, content, ctx.clock.now());
  });
  return toButton(assertOwn(caller, row));
}
