import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { type FiredSpeedRule, firedSpeedRule } from '../../../watch/track/door';
import type { Subject } from '../send/words';
import type { About } from './people';
import type { Concern } from './timing';

/** An alarm as the push module needs it: what it is about, in words and for the conditions of settings, and its present state. */
export interface Subjected extends Subject {
  concern: Concern;
  about: About;
  /** as it stands now */
  alarm: Pick<
    AlarmMessage,
    'kind' | 'subject' | 'level' | 'start' | 'end' | 'peak' | 'limit' | 'lng' | 'lat' | 'values'
  >;
  /** episodeStatus */
  status: number;
  /** nobody has handled it (alarmHandleStatus 待处理 or 超时未处理) */
  unhandled: boolean;
}

type Read = Subjected['alarm'] & {
  clientId: string;
  vehicleId: string;
  plateNo: string;
  fleetId: string | null;
  driverId: string | null;
  orgPath: string[];
  groupIds: string[];
  zone: string;
  ruleName: string;
  speedRule: FiredSpeedRule;
  placeId: string | null;
  placeName: string;
  subjectName: string;
  status: number;
  handleStatus: number;
};

/** Reads an alarm for pushing; undefined when the alarm or its vehicle is gone. */
export async function readSubject(
  db: Kysely<DB>,
  episodeId: string,
  publicUrl: string | undefined,
): Promise<Subjected | undefined> {
  const { rows } = await sql<Read>`
    select e.client_id::text as "clientId", e.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", v.fleet_id::text as "fleetId",
      e.driver_id::text as "driverId", coalesce(o.path::text[], '{}') as "orgPath",
      array(select i.group_id::text from vehicle_group_item i where i.vehicle_id = v.id and i.client_id = e.client_id) as "groupIds", c.time_zone as zone, coalesce(r.name, '') as "ruleName", ${firedSpeedRule} as "speedRule", e.place_id::text as "placeId",
      coalesce(p.name, '') as "placeName", e.kind, e.subject, e.level, e.status, e.handle_status as "handleStatus", e.peak,
      e.limit_value as limit, e.lng, e.lat, e.values, (extract(epoch from e.start_time) * 1000)::float8 as start,
      (extract(epoch from e.end_time) * 1000)::float8 as end,
      coalesce((select b.name from probe b where b.vehicle_id = e.vehicle_id
        and b.kind || b.channel = replace(split_part(e.subject, ':', 1), 'tank', 'oil')), '') as "subjectName"
    from episode e join vehicle v on v.id = e.vehicle_id and v.deleted_at is null join client c on c.id = e.client_id and c.status = 1
      left join org o on o.id = v.org_id left join alarm_rule r on r.id = e.rule_id left join place p on p.id = e.place_id
    where e.id = ${episodeId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { kind, subject, level, start, end, peak, limit, lng, lat, values } = row;
  return {
    plateNo: row.plateNo,
    subjectName: row.subjectName,
    ruleName: row.ruleName,
    speedRule: row.speedRule,
    placeId: row.placeId,
    placeName: row.placeName,
    zone: row.zone,
    link: linkTo(publicUrl, row.vehicleId),
    concern: {
      ...{ kind, level, vehicleId: row.vehicleId, fleetId: row.fleetId },
      ...{ orgPath: row.orgPath, groupIds: row.groupIds },
    },
    about: { clientId: row.clientId, vehicleId: row.vehicleId, driverId: row.driverId },
    alarm: { kind, subject, level, start, end, peak, limit, lng, lat, values },
    status: row.status,
    unhandled: row.handleStatus === 0 || row.handleStatus === 5,
  };
}

/** Address of the page that shows the vehicle; '' when PUBLIC_URL is not set. */
export const linkTo = (publicUrl: string | undefined, vehicleId: string | null): string =>
  publicUrl ? `${publicUrl.replace(/\/$/u, '')}/community/location${vehicleId ? `?vehicleId=${vehicleId}` : ''}` : '';
