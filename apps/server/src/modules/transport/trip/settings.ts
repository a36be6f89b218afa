import type { Parsed } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import {
  autoArrive,
  type settingsUpdate,
  type TripSettings,
  tripSettingsDefaults,
  tripSettingsLabels,
} from '@tongda/contract/transport/trip/settings';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, forbiddenError } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';

/** Settings of a company with their version; version 0 means the defaults. */
export async function loadTripSettings(db: Kysely<DB>, clientId: string): Promise<TripSettings & { version: number }> {
  const { rows } = await sql<
    TripSettings & { version: number }
  >`select auto_depart as "autoDepart", auto_arrive as "autoArrive",
      skip_loading as "skipLoading", fence_radius_m as "fenceRadiusM", temp_min_rate::float8 as "tempMinRate",
      temp_min_coverage::float8 as "tempMinCoverage", temp_max_over_min as "tempMaxOverMin", temp_door_grace_min as "tempDoorGraceMin",
      temp_draft_min as "tempDraftMin", eta_warn_min as "etaWarnMin", eta_late_min as "etaLateMin", late_tolerance_min as "lateToleranceMin", version
    from tms_settings where client_id = ${clientId}`.execute(db);
  return rows[0] ?? { ...tripSettingsDefaults, version: 0 };
}

/** The settings of a company in the change history, under its id. */
const entity = 'tmsSettings';

/** A value as the history shows it. */
const wordOf = (value: number | boolean): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : String(value);
const wordsOf = (settings: TripSettings): Partial<Record<keyof TripSettings, string>> => ({
  ...Object.fromEntries(keysOf(tripSettingsLabels).map((field) => [field, wordOf(settings[field])])),
  autoArrive: autoArrive.label(settings.autoArrive),
});

const mayEdit = (ctx: Ctx): boolean => ctx.isPrimary || ctx.isOrgManager;

export const loadSettingsFor = (ctx: Ctx) =>
  ctx.db(async (trx) => ({ ...(await loadTripSettings(trx, ctx.clientId)), mayEdit: mayEdit(ctx) }));

/** Saves the settings; 4003 for others than administrators of the company, 4009 when they changed since `version`. */
export function saveSettings(ctx: Ctx, { version, ...wanted }: Parsed<typeof settingsUpdate>) {
  if (!mayEdit(ctx)) throw forbiddenError();
  return ctx.db(async (trx) => {
    const before = await loadTripSettings(trx, ctx.clientId);
    const row = {
      auto_depart: wanted.autoDepart,
      auto_arrive: wanted.autoArrive,
      skip_loading: wanted.skipLoading,
      fence_radius_m: wanted.fenceRadiusM,
      temp_min_rate: wanted.tempMinRate,
      temp_min_coverage: wanted.tempMinCoverage,
      temp_max_over_min: wanted.tempMaxOverMin,
      temp_door_grace_min: wanted.tempDoorGraceMin,
      temp_draft_min: wanted.tempDraftMin,
      eta_warn_min: wanted.etaWarnMin,
      eta_late_min: wanted.etaLateMin,
      late_tolerance_min: wanted.lateToleranceMin,
      version: version + 1,
      updated_by: ctx.userId,
      updated_at: sql<Date>`now()`,
    };
    const written =
      version === 0
        ? await trx
            .insertInto('tms_settings')
            .values({ client_id: ctx.clientId, ...row })
            .onConflict((c) => c.doNothing())
            .returning('version')
            .executeTakeFirst()
        : await trx
            .updateTable('tms_settings')
            .set(row)
            .where('client_id', '=', ctx.clientId)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst();
    if (!written) throw changedMeanwhile(entity, ctx.clientId);
    const changes = changesBetween(wordsOf(before), wordsOf(wanted), tripSettingsLabels);
    if (changes.length > 0)
      await recordChanges(trx, ctx, [{ entity, entityId: ctx.clientId, action: '编辑', changes }]);
    // the processor takes over the new radius of the circles around stops
    await sql`select pg_notify('facts_inputs', ${ctx.clientId})`.execute(trx);
    return { ...(await loadTripSettings(trx, ctx.clientId)), mayEdit: true };
  });
}
