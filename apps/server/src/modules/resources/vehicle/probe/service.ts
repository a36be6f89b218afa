import type { Parsed } from '@tongda/contract/core/endpoint';
import { rangeText } from '@tongda/contract/core/figure';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import type { ProbeLine } from '@tongda/contract/resources/vehicle/calls';
import { type ChillerWire, describeChiller } from '@tongda/contract/resources/vehicle/chiller';
import {
  completeProbe,
  isDrugZone,
  type Probe,
  type ProbeKind,
  type probeCopy,
  probeCorrect,
  probeFaults,
  probeKinds,
  type probeSave,
} from '@tongda/contract/resources/vehicle/probe';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTime, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import {
  blockedByRule,
  changedMeanwhile,
  forbiddenError,
  invalid,
  invalidField,
  notFound,
} from '../../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../../core/record/audit';
import { explainMissing, findVehicle } from '../list/repo';
import { copyToVehicles } from '../record/copy';
import { entity, requireOwnVehicle } from '../record/service';
import { addNamedZones, copyZones, loadZones } from '../record/zones';
import { readingsOf } from './readings';
import { findSilentWires, type WireName } from './silent';
import { loadProbes, replaceWires } from './wires';

/** What 探头设置 shows of a vehicle: its wires, box, compartments and newest readings. */
export function loadProbeSetting(ctx: Ctx, vehicleId: string) {
  return ctx.db(async (trx) => {
    const v = await findVehicle(trx, ctx, vehicleId);
    if (!v) throw await explainMissing(trx, ctx, vehicleId);
    const { live } = v;
    const probes = await loadProbes(trx, vehicleId);
    const silent = await findSilentWires(trx, vehicleId, live, probes);
    const isSilent = (r: WireName): boolean => silent.some((p) => p.kind === r.kind && p.channel === r.channel);
    const readings = readingsOf(live);
    return {
      vehicleId,
      plateNo: v.plateNo,
      vehicleColor: v.vehicleColor,
      remarkNo: v.remarkNo,
      sharedFrom: v.sharedFrom,
      version: v.version,
      boxLengthM: v.boxLength,
      boxHeightM: v.boxHeight,
      volumeM3: v.volume,
      zones: await loadZones(trx, vehicleId),
      probes,
      readings: readings.map((reading) => ({ ...reading, silent: isSilent(reading) })),
      readTime: live?.deviceTime ? wireTime(live.deviceTime, ctx.timeZone) : null,
    };
  });
}

/** Replaces the wires of a vehicle; its numbers of equipment are raised where there are more wires. */
export function saveProbes(ctx: Ctx, input: Parsed<typeof probeSave>): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    await requireOwnVehicle(trx, ctx, input.vehicleId);
    const before = await loadProbes(trx, input.vehicleId);
    const same = (p: Pick<Probe, 'kind' | 'channel'>) =>
      before.find((b) => b.kind === p.kind && b.channel === p.channel);
    const whole = { ...input, probes: input.probes.map((sent) => completeProbe(sent, same(sent))) };
    const faults = probeFaults(whole.probes);
    if (faults.length > 0)
      throw invalid(faults.map(({ index, field, msg }) => ({ field: `probes.${index}.${field}`, msg })));
    refuseCorrections(ctx, before, whole);
    return { version: await writeProbes(trx, ctx, whole, '探头设置') };
  });
}

/**
 * Refuses changed corrections: 4003 without the right, 4000 without a reason, and 4000 for probes of medicine unless the provider's staff does it
 * (GSP: users must not correct sensor values).
 */
function refuseCorrections(ctx: Ctx, before: readonly ProbeLine[], { probes, reason }: Wires): void {
  for (const [index, probe] of probes.entries()) {
    const was = before.find((p) => p.kind === probe.kind && p.channel === probe.channel);
    if ((was?.correction ?? 0) === probe.correction) continue;
    if (!ctx.can(probeCorrect)) throw forbiddenError(`没有“${probeCorrect.label}”权限，不能更改修正值`);
    if (isDrugZone(probe.zone) && !ctx.provider && ctx.actor?.mode !== 'visit')
      throw invalidField(`probes.${index}.correction`, '药品温区的探头不允许用户修正（药品GSP），请联系平台服务人员');
    if (!reason) throw invalidField('reason', '更改修正值须填写修正原因');
  }
}

/**
 * Copies the wires of one vehicle to others of the same type, from now on. A vehicle that cannot get them has the reason in its line of result; the
 * others get them.
 */
export function copyProbes(ctx: Ctx, { vehicleId, ids }: Parsed<typeof probeCopy>): Promise<BatchLine[]> {
  return ctx.db(async (trx) => {
    const source = await findVehicle(trx, ctx, vehicleId);
    if (!source) throw notFound('车辆');
    const probes = await loadProbes(trx, vehicleId);
    if (probes.length === 0) throw blockedByRule(`车辆${source.plateNo}还没有配置探头，没有可复制的内容`);
    return copyToVehicles(trx, ctx, source, ids, {
      write: async ({ id, version }) => {
        await copyZones(trx, vehicleId, id);
        const wires = withOwnPapers(probes, await loadProbes(trx, id));
        await writeProbes(trx, ctx, { vehicleId: id, version, probes: wires }, `复制${source.plateNo}的探头设置`);
      },
    });
  });
}

/** Fields of the probe itself, which copying wires does not carry over. */
const noCertificate = { sn: null, certNo: null, certDate: null, certEnd: null, correction: 0 };
function withOwnPapers(wires: readonly ProbeLine[], own: readonly ProbeLine[]): Probe[] {
  return wires.map((wire) => {
    const probe = own.find((p) => p.kind === wire.kind && p.channel === wire.channel) ?? noCertificate;
    const { sn, certNo, certDate, certEnd, correction } = probe;
    return { ...wire, sn, certNo, certDate, certEnd, correction };
  });
}

type Wires = Pick<Parsed<typeof probeSave>, 'vehicleId' | 'version' | 'effectiveFrom'> & {
  probes: Probe[];
  reason?: string | null;
};

/** Writes the wires of a vehicle that was read at `version` with their version and the change history; 4009 when the vehicle has changed. */
async function writeProbes(trx: Trx, ctx: Ctx, input: Wires, action: string): Promise<number> {
  const row = await trx
    .updateTable('vehicle')
    .set({
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: ctx.userId,
      tem_count: sql<number>`greatest(tem_count, ${countWires(input, 'tem')})`,
      door_count: sql<number>`greatest(door_count, ${countWires(input, 'door')})`,
      oil_count: sql<number>`greatest(oil_count, ${countWires(input, 'oil')})`,
      refrigerator_count: sql<number>`greatest(refrigerator_count, ${countWires(input, 'chiller')})`,
      camera_count: sql<number>`greatest(camera_count, ${countWires(input, 'camera')})`,
    })
    .where('id', '=', input.vehicleId)
    .where('version', '=', input.version)
    .returning('version')
    .executeTakeFirst();
  if (!row) throw changedMeanwhile(entity, input.vehicleId);
  const before = await loadProbes(trx, input.vehicleId);
  await addNamedZones(trx, input.vehicleId, input.probes);
  await replaceWires(trx, ctx, input, before);
  const changes = [
    ...probeChanges(before, input.probes),
    ...(input.reason ? [{ field: 'reason', label: '修正原因', before: '', after: input.reason }] : []),
  ];
  if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: input.vehicleId, action, changes }]);
  return row.version;
}

/** 探头版本 of a vehicle, newest first, at most 50. */
export function listProbeVersions(ctx: Ctx, vehicleId: string) {
  return ctx.db(async (trx) => {
    if (!(await findVehicle(trx, ctx, vehicleId))) throw notFound('车辆');
    const rows = await trx
      .selectFrom('probe_version as p')
      .leftJoin('app_user as u', 'u.id', 'p.created_by')
      .select(['p.id', sql<string>`coalesce(u.name, '')`.as('userName'), sql<ProbeLine[]>`p.probes`.as('probes')])
      .select(sql<string>`coalesce(p.reason, '')`.as('reason'))
      .select([
        sql<string | null>`${wireTimeSql(sql<Date | null>`lower(p.during)`, ctx.timeZone)}`.as('startTime'),
        sql<string | null>`${wireTimeSql(sql<Date | null>`upper(p.during)`, ctx.timeZone)}`.as('endTime'),
      ])
      .where('p.vehicle_id', '=', vehicleId)
      .where('p.client_id', '=', ctx.clientId)
      .orderBy(sql`lower(p.during) desc nulls last`)
      .limit(50)
      .execute();
    return rows.map(({ probes, ...row }) => ({
      ...row,
      lines: probes.map((p) => `${probeKinds[p.kind].label}${p.channel} ${describeProbe(p)}`),
    }));
  });
}

const countWires = (input: Wires, kind: ProbeKind): number => input.probes.filter((p) => p.kind === kind).length;

/** The changes of a set of wires, one per wire. */
function probeChanges(before: readonly ProbeLine[], after: readonly ProbeLine[]) {
  const label = (p: ProbeLine): string => `${probeKinds[p.kind].label}${p.channel}`;
  const key = (p: ProbeLine): string => `${p.kind}${p.channel}`;
  const labels = Object.fromEntries([...before, ...after].map((p) => [key(p), label(p)]));
  const side = (list: readonly ProbeLine[]) => Object.fromEntries(list.map((p) => [key(p), describeProbe(p)]));
  return changesBetween(side(before), side(after), labels);
}

/** A wire in words: `前(冷冻) -25~-18℃`. */
function describeProbe(p: ProbeLine): string {
  const { unit } = probeKinds[p.kind];
  const limits = p.lower === null && p.upper === null ? '' : ` ${rangeText(p.lower, p.upper, unit)}`;
  return `${p.name}${p.zone ? `(${p.zone})` : ''}${limits}${p.alarm || !probeKinds[p.kind].alarm ? '' : ' 不报警'}${describeCalibration(p)}${describeMore(p)}`;
}

/** ` 编号T-1 证书JZ-26-1 有效期至2027-01-31 修正+0.3℃`; old versions do not have these fields. */
const describeCalibration = ({
  kind,
  sn,
  certNo,
  certEnd,
  correction,
}: Pick<ProbeLine, 'kind'> & Partial<Pick<ProbeLine, 'sn' | 'certNo' | 'certEnd' | 'correction'>>): string => {
  const added = correction ? ` 修正${correction > 0 ? '+' : ''}${correction}${probeKinds[kind].unit}` : '';
  return `${sn ? ` 编号${sn}` : ''}${certNo ? ` 证书${certNo}` : ''}${certEnd ? ` 有效期至${certEnd}` : ''}${added}`;
};

/** ` 位置30%/80%`, ` ADAS`, ` 常开`, ` 抓拍通道2`; old versions do not have these fields. */
const describeMore = ({
  kind,
  posX,
  posY,
  cameraType,
  inverse,
  snapChannel,
  ...chiller
}: Pick<ProbeLine, 'kind'> &
  Partial<Pick<ProbeLine, 'posX' | 'posY' | 'cameraType' | 'inverse' | 'snapChannel' | keyof ChillerWire>>): string => {
  const percent = (part: number): string => `${Math.round(part * 100)}%`;
  const place = typeof posX === 'number' && typeof posY === 'number' ? ` 位置${percent(posX)}/${percent(posY)}` : '';
  const turned = inverse ? (kind === 'door' ? ' 常开' : ' 反相') : '';
  const looked = snapChannel ? ` 抓拍通道${snapChannel}` : '';
  return `${place}${cameraType ? ` ${cameraType}` : ''}${turned}${looked}${describeChiller(chiller)}`;
};
