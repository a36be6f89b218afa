import {
  drugZones,
  findFewPoints,
  isDrugZone,
  type ProbeKind,
  probeKinds,
} from '@tongda/contract/resources/vehicle/probe';
import { sql } from 'kysely';
import { todaySql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { visibleVehicleRows } from '../../../base/org/door';

interface Wire {
  kind: ProbeKind;
  channel: number;
  zone: string | null;
  certNo: string | null;
  certEnd: string | null;
  /** the certificate has expired */
  ended: boolean;
}

/** Faults of a vehicle with compartments of medicine: too few measuring points, probes without a valid certificate. */
function findFaults(wires: readonly Wire[], volumeM3: number | null): string[] {
  const certificates = wires.filter(({ kind, zone }) => probeKinds[kind].calibrated && isDrugZone(zone));
  return [
    ...findFewPoints(wires, volumeM3).map(({ zone, has, needs }) => `${zone}测点${has}个，至少${needs}个`),
    ...certificates.flatMap(({ kind, channel, certNo, certEnd, ended }) => {
      const name = `${probeKinds[kind].label}${channel}`;
      if (!certNo) return [`${name}没有校准证书`];
      return ended ? [`${name}校准证书已于${certEnd}到期`] : [];
    }),
  ];
}

/** 药品GSP检查: vehicles with compartments of medicine that break a rule of drug GSP (report.md K16), at most 1000 checked. */
export function checkDrugVehicles(ctx: Ctx) {
  return ctx.db(async (trx) => {
    const rows = await trx
      .selectFrom('vehicle as v')
      .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
      .innerJoin('probe as p', 'p.vehicle_id', 'v.id')
      .select(['v.id', 'v.plate_no as plateNo', 'v.vehicle_color as vehicleColor'])
      .select([
        sql<string>`coalesce(f.name, '')`.as('fleetName'),
        sql<number | null>`v.volume_m3::float8`.as('volumeM3'),
        sql<
          Wire[]
        >`jsonb_agg(jsonb_build_object('kind', p.kind, 'channel', p.channel, 'zone', p.zone, 'certNo', p.cert_no,
          'certEnd', p.cert_end, 'ended', p.cert_end < ${todaySql(ctx.timeZone)}) order by p.kind desc, p.channel)`.as(
          'wires',
        ),
      ])
      .where('v.deleted_at', 'is', null)
      .where(visibleVehicleRows(ctx, 'v'))
      .where(
        sql<boolean>`exists (select from probe d where d.vehicle_id = v.id and d.kind = 'tem' and d.zone ~* ${drugZones})`,
      )
      .groupBy(['v.id', 'f.name'])
      .orderBy('v.plate_no')
      .limit(1000)
      .execute();
    const failing = rows.flatMap(({ wires, volumeM3, ...vehicle }) => {
      const faults = findFaults(wires, volumeM3);
      return faults.length > 0 ? [{ ...vehicle, faults }] : [];
    });
    return { checked: rows.length, failing };
  });
}
