import type { LineBindingFields } from '@tongda/contract/reports/customized/line-binding';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { visibleVehicles } from '../../../modules/base/org/door';

/** A stored binding as its form has it: of its vehicles those that the caller sees. */
export interface FoundBinding extends LineBindingFields {
  id: string;
  version: number;
  routeName: string;
  lineName: string;
  /** the deviation rule that belongs to it */
  ruleId: string | null;
  timelinessName: string;
  plates: Array<{ id: string; name: string }>;
  updateTime: string;
  updateUser: string;
  /** the record of the audit: other fields by name */
  [field: string]: unknown;
}

/** What a binding points at. */
export interface BindingRefs {
  names: Map<string, string>;
  /** electronic line that the vehicles keep to; null: the route has none */
  lineId: string | null;
  lineName: string;
}

/** A binding of which the caller sees a vehicle at least; locked for whoever writes. */
export async function findBinding(
  trx: Trx,
  ctx: Ctx,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<FoundBinding | undefined> {
  const { rows } = await sql<FoundBinding>`
    select b.id::text, b.version, b.route_id::text as "routeId", coalesce(r.name, '') as "routeName", b.line_id::text as "lineId", coalesce(l.name, '') as "lineName",
      b.shifts, b.weekdays, b.valid_from::text as "validFrom", b.valid_until::text as "validUntil", b.away_m as "awayM", b.rule_id::text as "ruleId",
      b.timeliness_rule_id::text as "timelinessRuleId", coalesce(t.name, '') as "timelinessName", b.remark, p.plates,
      array(select x ->> 'id' from jsonb_array_elements(p.plates) x) as "vehicleIds", ${wireTimeSql(sql<Date>`b.updated_at`, ctx.timeZone)} as "updateTime",
      coalesce((select u.name from app_user u where u.id = b.updated_by), '') as "updateUser"
    from line_binding b left join transport_route r on r.id = b.route_id left join place l on l.id = b.line_id left join alarm_rule t on t.id = b.timeliness_rule_id
      cross join lateral (select jsonb_agg(jsonb_build_object('id', v.id::text, 'name', v.plate_no) order by v.plate_no) as plates
        from line_binding_vehicle x join vehicle v on v.id = x.vehicle_id where x.binding_id = b.id and v.deleted_at is null
          and ${visibleVehicles(ctx, 'x.vehicle_id')}) p
    where b.id = ${id} and b.client_id = ${ctx.clientId} and b.deleted_at is null and p.plates is not null ${lock ? sql`for update of b` : sql``}`.execute(
    trx,
  );
  return rows[0];
}
