import { placeType } from '@tongda/contract/ground/place/enums';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { tripSettingsDefaults } from '@tongda/contract/transport/trip/settings';
import type { BoardSite, BoardVehicle } from '@tongda/contract/transport/waybill/stow/board';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { visiblePlaces, visibleVehicleRows } from '../../../base/org/door';
import { tempTime } from '../../figures/door';
import { loadLimits } from './limits';

/** Range that the cooling of a box or compartment reaches, ℃, by temperature class: from the coldest to the warmest class that it is registered for. */
const reachedTemps: Readonly<Record<number, readonly [low: number, high: number]>> = {
  [temperatureType.frozen]: [-30, 12],
  [temperatureType.chilled]: [-2, 12],
  [temperatureType.ambient]: [5, 30],
};
const zoneWords: ReadonlyArray<readonly [word: string, code: number]> = [
  ['冷冻', temperatureType.frozen],
  ['冷藏', temperatureType.chilled],
  ['常温', temperatureType.ambient],
];

interface Row {
  vehicleId: string;
  plateNo: string;
  vehicleColor: number;
  vehicleType: string;
  lengthM: number | null;
  totalWeightKg: number | null;
  vehicleStatus: number;
  ratedLoadKg: number | null;
  boxVolumeM3: number | null;
  palletSlots: number | null;
  limitAreaIds: string[];
  temperatureTypes: number[];
  cooled: boolean;
  zones: string[];
  probeSilentMin: number | null;
  license: string | null;
  transport: string | null;
  inspect: string | null;
  insure: string | null;
  commercial: string | null;
  maintain: string | null;
  /** day on which the first calibration of its temperature probes ends */
  calibration: string | null;
  driverId: string | null;
  driverName: string;
  driverPhone: string;
  driverLicence: string | null;
  driverQualification: string | null;
  driverLicenceClass: string | null;
  carrierName: string;
  carrierPermit: string | null;
  lng: number | null;
  lat: number | null;
  busy: BoardVehicle['busy'];
  passes: BoardVehicle['passes'];
  lateToleranceMin: number;
}

function compartmentsOf(row: Row): BoardVehicle['compartments'] {
  const volumeM3 = row.boxVolumeM3;
  if (!row.cooled) return [{ no: 1, name: '车厢', volumeM3, tempMin: null, tempMax: null }];
  if (row.zones.length > 1)
    return row.zones.map((zone, i) => {
      const code = zoneWords.find(([word]) => zone.includes(word))?.[1] ?? temperatureType.chilled;
      const [tempMin, tempMax] = reachedTemps[code] ?? [-2, 12];
      return { no: i + 1, name: zone, volumeM3: null, tempMin, tempMax };
    });
  const classes = row.temperatureTypes.flatMap((code) => (reachedTemps[code] ? [reachedTemps[code]] : []));
  const known = classes.length > 0 ? classes : [[-2, 12] as const];
  return [
    {
      no: 1,
      name: '单温仓',
      volumeM3,
      tempMin: Math.min(...known.map(([low]) => low)),
      tempMax: Math.max(...known.map(([, high]) => high)),
    },
  ];
}

const vehicleOf = (row: Row): BoardVehicle => {
  const { temperatureTypes: _t, cooled: _c, zones: _z, license, transport, inspect, insure, ...others } = row;
  const { commercial, maintain, calibration, carrierPermit, ...rest } = others;
  const { driverLicence, driverQualification, ...shown } = rest;
  return {
    ...shown,
    compartments: compartmentsOf(row),
    certificates: [
      { name: '行驶证', expireOn: license },
      { name: '道路运输证', expireOn: transport },
      { name: '年检', expireOn: inspect },
      { name: '保险', expireOn: insure },
      { name: '商业险', expireOn: commercial },
      { name: '二级维护', expireOn: maintain },
      ...(row.cooled ? [{ name: '温度探头检定', expireOn: calibration }] : []),
      ...(row.carrierName
        ? [{ name: `承运商${row.carrierName}的道路运输经营许可证`, expireOn: carrierPermit, warns: true }]
        : []),
    ],
    driverCertificates: [
      { name: '驾驶证', expireOn: driverLicence },
      { name: '从业资格证', expireOn: driverQualification },
    ],
  };
};

/** Loads the company's vehicles that the caller may see, with the facts that stowage needs and the times when they are busy. */
export async function loadBoardVehicles(trx: Trx, ctx: Ctx, ids?: readonly string[]): Promise<BoardVehicle[]> {
  const wanted = ids ? sql`v.id = any(${ids}::bigint[])` : sql`true`;
  const { rows } =
    await sql<Row>`select v.id::text as "vehicleId", v.plate_no as "plateNo", v.vehicle_color as "vehicleColor",
      v.vehicle_type as "vehicleType", v.vehicle_length_m::float8 as "lengthM", (v.total_weight_t * 1000)::float8 as "totalWeightKg", v.vehicle_status as "vehicleStatus",
      (v.load_weight_t * 1000)::float8 as "ratedLoadKg", v.volume_m3::float8 as "boxVolumeM3", v.pallets as "palletSlots", v.limit_area_ids::text[] as "limitAreaIds",
      v.temperature_types as "temperatureTypes", (v.refrigerator_count > 0 or v.temperature_types && array[2, 3]::smallint[]) as cooled,
      array(select z ->> 'name' from jsonb_array_elements(v.zones) with ordinality as t(z, no) order by no) as zones,
      case when exists (select from probe p where p.vehicle_id = v.id and p.kind = 'tem')
          or jsonb_path_exists(s.live, '$.tempC[*] ? (@ != null)')
        then extract(epoch from now() - ${tempTime})::float8 / 60 end as "probeSilentMin",
      to_char(v.license_end, 'YYYY-MM-DD') as license, to_char(v.transport_cert_end, 'YYYY-MM-DD') as transport,
      to_char(v.inspect_end, 'YYYY-MM-DD') as inspect, to_char(v.insure_end, 'YYYY-MM-DD') as insure,
      to_char(paper.commercial, 'YYYY-MM-DD') as commercial, to_char(paper.maintain, 'YYYY-MM-DD') as maintain,
      (select to_char(min(p.cert_end), 'YYYY-MM-DD') from probe p where p.vehicle_id = v.id and p.kind = 'tem') as calibration,
      d.id::text as "driverId", coalesce(d.name, '') as "driverName", coalesce(d.phone, '') as "driverPhone",
      to_char(d.license_end, 'YYYY-MM-DD') as "driverLicence", to_char(d.qualification_end, 'YYYY-MM-DD') as "driverQualification", d.license_class as "driverLicenceClass",
      coalesce(c.name, '') as "carrierName", to_char(c.permit_end, 'YYYY-MM-DD') as "carrierPermit", s.lng, s.lat,
      coalesce((select z.late_tolerance_min from tms_settings z where z.client_id = v.client_id), ${tripSettingsDefaults.lateToleranceMin})::int as "lateToleranceMin",
      coalesce((select jsonb_agg(jsonb_build_object('placeId', tp.place_id::text, 'from', tp.valid_from, 'until', tp.valid_until))
        from truck_pass tp where tp.vehicle_id = v.id and tp.client_id = v.client_id), '[]') as passes,
      coalesce((select jsonb_agg(jsonb_build_object('waybillCode', w.waybill_code,
          'from', to_char(w.busy_from at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS'),
          'to', to_char(w.busy_until at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')) order by w.busy_from)
        from waybill w where w.vehicle_id = v.id and w.voided_at is null and w.busy_until > now() - interval '1 day' and w.busy_from < w.busy_until), '[]') as busy
    from vehicle v left join driver d on d.id = v.driver_id and d.deleted_at is null left join carrier c on c.id = v.carrier_id
      left join device_state s on s.vehicle_id = v.id
      left join lateral (select max(vc.end_date) filter (where vc.doc_type = 'commercial') as commercial,
          max(vc.end_date) filter (where vc.doc_type = 'maintain') as maintain
        from vehicle_certificate vc where vc.vehicle_id = v.id) paper on true
    where v.client_id = ${ctx.clientId} and v.deleted_at is null and ${wanted} and ${visibleVehicleRows(ctx, 'v')}
    order by v.vehicle_status, v.plate_no`.execute(trx);
  return rows.map(vehicleOf);
}

interface DriverRow {
  id: string;
  name: string;
  licenceClass: string | null;
  certificates: BoardVehicle['driverCertificates'];
}

/** Finds a driver of the company who may be sent out; undefined when there is none. */
export async function findDriver(trx: Trx, ctx: Ctx, id: string): Promise<DriverRow | undefined> {
  const row = await trx
    .selectFrom('driver')
    .select(['id', 'name', 'license_class', 'license_end', 'qualification_end'])
    .where('client_id', '=', ctx.clientId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      licenceClass: row.license_class,
      certificates: [
        { name: '驾驶证', expireOn: row.license_end },
        { name: '从业资格证', expireOn: row.qualification_end },
      ],
    }
  );
}

/** Distribution centres and warehouses that the caller may see, where trips begin and end; `own`: of the caller's department. */
export async function listSites(
  trx: Trx,
  ctx: Ctx,
  ids?: readonly string[],
): Promise<Array<BoardSite & { own: boolean }>> {
  const wanted = ids
    ? sql`p.id = any(${ids}::bigint[])`
    : sql`p.place_type in (${placeType.distributionCentre}, ${placeType.warehouse})`;
  const { rows } = await sql<
    BoardSite & { own: boolean }
  >`select p.id::text as "placeId", p.name, g.lng, g.lat, coalesce(p.org_id = ${ctx.orgId}, false) as own
    from place p left join place_shape g on g.place_id = p.id and g.during @> now()
    where p.client_id = ${ctx.clientId} and p.kind = 'site' and p.deleted_at is null and ${wanted}
      and ${visiblePlaces(ctx, 'p')} order by p.place_type, p.name limit 200`.execute(trx);
  const at = await loadLimits(trx, ctx);
  return rows.map((row) => ({ ...row, limits: at(row.lng, row.lat) }));
}
