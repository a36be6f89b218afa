import { type TripSettings, tripSettingsDefaults } from '@tongda/contract/trip/settings';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/db-types';

/** What holds for a company, and the version it was read at; 0: nobody changed the defaults yet. */
export async function settingsOf(db: Kysely<DB>, clientId: string): Promise<TripSettings & { version: number }> {
  const { rows } = await sql<
    TripSettings & { version: number }
  >`select auto_depart as "autoDepart", auto_arrive as "autoArrive",
      skip_loading as "skipLoading", fence_radius_m as "fenceRadiusM", temp_min_rate::float8 as "tempMinRate",
      temp_min_coverage::float8 as "tempMinCoverage", temp_max_over_min as "tempMaxOverMin", temp_door_grace_min as "tempDoorGraceMin",
      eta_warn_min as "etaWarnMin", eta_late_min as "etaLateMin", version
    from tms_settings where client_id = ${clientId}`.execute(db);
  return rows[0] ?? { ...tripSettingsDefaults, version: 0 };
}
