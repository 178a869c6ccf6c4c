import type { FastifyRequest } from 'fastify';
import { changeLogo, changeSettings, clearLogo, getSettings } from '../../merchants/settings.ts';
import { logoBody, namedSettings, type Settings, settingsBody } from '../../merchants/settings-schema.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Sql } from '../../platform/db/client.ts';
import { ok } from '../../platform/http/envelope.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import type { DashboardContext } from '../context.ts';
import { answer, type DashboardApi, memberRoute, ref } from '../route-options.ts';
import { sessionOf } from '../session/session.ts';
import { actorOf } from './audit.ts';

/** A logo of 256 KiB is 342 KiB in base64. Slightly larger ones get a message with the logo's limit instead of a 413. */
const logoBodyLimitBytes = 512 * 1024;

const settings = answer(ref(namedSettings));

/** Merchant settings, shared by both environments. */
export function settingsRoutes(ctx: DashboardContext) {
  /** Runs a change and writes to the audit log in one transaction. */
  const audited = (
    request: FastifyRequest,
    deed: { action: string; details?: Record<string, unknown> },
    change: (tx: Sql, merchantId: string) => Promise<Settings>,
  ): Promise<Settings> =>
    ctx.db.begin(async (tx) => {
      const merchantId = sessionOf(request).merchant_id;
      const changed = await change(tx, merchantId);
      await recordAudit(ctx, tx, actorOf(request), { ...deed, resourceId: merchantId });
      return changed;
    });

  return async (api: DashboardApi): Promise<void> => {
    api.get('/settings', memberRoute('getSettings', 'read', settings), async (request) =>
      ok(await getSettings(ctx, ctx.db, sessionOf(request).merchant_id)),
    );

    api.patch(
      '/settings',
      memberRoute('updateSettings', 'settings.write', { body: settingsBody, ...settings }),
      async (request) => {
        const body = parseBody(settingsBody, request.body);
        const deed = { action: 'updateSettings', details: body };
        return ok(
          await audited(request, deed, (tx, merchantId) => changeSettings(ctx, tx, merchantId, body)),
        );
      },
    );

    api.put(
      '/settings/logo',
      {
        ...memberRoute('setLogo', 'settings.write', { body: logoBody, ...settings }),
        bodyLimit: logoBodyLimitBytes,
      },
      async (request) => {
        const body = parseBody(logoBody, request.body);
        const deed = { action: 'setLogo', details: { content_type: body.content_type } };
        return ok(await audited(request, deed, (tx, merchantId) => changeLogo(ctx, tx, merchantId, body)));
      },
    );

    api.delete('/settings/logo', memberRoute('removeLogo', 'settings.write', settings), async (request) =>
      ok(
        await audited(request, { action: 'removeLogo' }, (tx, merchantId) => clearLogo(ctx, tx, merchantId)),
      ),
    );
  };
}
