import type { ProbeLine } from '@tongda/contract/resources/vehicle/calls';
import type { Probe, ProbeKind } from '@tongda/contract/resources/vehicle/probe';
import { probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField, refuseMoment } from '../../../../core/http/errors';

/** The wires of a vehicle, ordered by kind as on the screen and by channel. */
export async function loadProbes(trx: Trx, vehicleId: string): Promise<ProbeLine[]> {
  return trx
    .selectFrom('probe')
    .select([
      'channel',
      'name',
      'zone',
      'alarm',
      'sn',
      'cert_no as certNo',
      'cert_date as certDate',
      'cert_end as certEnd',
    ])
    .select(['pos_x as posX', 'pos_y as posY', sql<ProbeLine['cameraType']>`camera_type`.as('cameraType')])
    .select(['inverse', sql<number>`correction::float8`.as('correction'), 'snap_channel as snapChannel'])
    .select([
      sql<ProbeLine['onSource']>`on_source`.as('onSource'),
      sql<ProbeLine['setSource']>`set_source`.as('setSource'),
      'chiller_protocol as chillerProtocol',
    ])
    .select([
      sql<ProbeKind>`kind`.as('kind'),
      sql<number | null>`lower_limit::float8`.as('lower'),
      sql<number | null>`upper_limit::float8`.as('upper'),
    ])
    .where('vehicle_id', '=', vehicleId)
    .orderBy(sql`array_position(${Object.keys(probeKinds)}::text[], kind)`)
    .orderBy('channel')
    .execute();
}

/** A set of wires of a vehicle; `effectiveFrom` is wire time in the company's zone, absent: from now on. */
export interface WireSet {
  vehicleId: string;
  probes: Probe[];
  effectiveFrom?: string | undefined;
  reason?: string | null | undefined;
}

/** Replaces all wires of a vehicle; `before` are the wires until then, for its first version. */
export async function replaceWires(trx: Trx, ctx: Ctx, input: WireSet, before: readonly ProbeLine[]): Promise<void> {
  await trx.deleteFrom('probe').where('vehicle_id', '=', input.vehicleId).execute();
  if (input.probes.length > 0) {
    await trx
      .insertInto('probe')
      .values(
        input.probes.map((p) => ({
          client_id: ctx.clientId,
          vehicle_id: input.vehicleId,
          kind: p.kind,
          channel: p.channel,
          name: p.name,
          zone: p.zone,
          lower_limit: p.lower,
          upper_limit: p.upper,
          alarm: p.alarm,
          sn: p.sn,
          cert_no: p.certNo,
          cert_date: p.certDate,
          cert_end: p.certEnd,
          correction: String(p.correction),
          inverse: p.inverse,
          pos_x: p.posX,
          pos_y: p.posY,
          camera_type: p.cameraType,
          snap_channel: p.snapChannel,
          on_source: p.onSource,
          set_source: p.setSource,
          chiller_protocol: p.chillerProtocol,
        })),
      )
      .execute();
  }
  await writeVersion(trx, ctx, input, before);
}

/**
 * Ends the present version of a vehicle's wires and begins the new one; a version that began at the same moment is replaced. 4000 when the moment lies
 * ahead or before the beginning of another version.
 */
async function writeVersion(trx: Trx, ctx: Ctx, input: WireSet, before: readonly ProbeLine[]): Promise<void> {
  const { rows } = await sql<{ at: Date; late: boolean; early: boolean }>`
    select t.at, t.at > clock_timestamp() as late, exists (select from probe_version v where v.vehicle_id = ${input.vehicleId}
      and lower(v.during) > t.at) as early
    from (select ${input.effectiveFrom ? instantSql(input.effectiveFrom, ctx.timeZone) : sql`clock_timestamp()`} as at) t`
    .execute(trx)
    .catch(refuseMoment('effectiveFrom'));
  const [moment] = rows;
  if (!moment) throw invalidField('effectiveFrom', '时间不存在');
  if (moment.late) throw invalidField('effectiveFrom', '生效时间不能晚于当前时间');
  if (moment.early) throw invalidField('effectiveFrom', '生效时间须晚于最近一次探头设置的生效时间');
  const { at } = moment;
  await sql`delete from probe_version where vehicle_id = ${input.vehicleId} and lower(during) = ${at}`.execute(trx);
  await sql`update probe_version set during = tstzrange(lower(during), ${at}) where vehicle_id = ${input.vehicleId} and upper_inf(during)`.execute(
    trx,
  );
  // a vehicle without versions gets its former wires as the first one
  if (before.length > 0)
    await sql`insert into probe_version (client_id, vehicle_id, during, probes)
      select ${ctx.clientId}, ${input.vehicleId}, tstzrange(null, ${at}), ${JSON.stringify(before)}::jsonb
      where not exists (select from probe_version where vehicle_id = ${input.vehicleId})`.execute(trx);
  await trx
    .insertInto('probe_version')
    .values({
      client_id: ctx.clientId,
      vehicle_id: input.vehicleId,
      during: sql<string>`tstzrange(${at}, null)`,
      probes: JSON.stringify(input.probes),
      reason: input.reason ?? null,
      created_by: ctx.userId,
    })
    .execute();
}
