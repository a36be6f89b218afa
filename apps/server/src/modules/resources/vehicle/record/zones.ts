import { probeKinds, probeRight, type Zone } from '@tongda/contract/resources/vehicle/probe';
import { inZone, isZoned, wireKey, type ZoneInput, zoneMax, zonesLabel } from '@tongda/contract/resources/vehicle/zone';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { forbidden, invalidField } from '../../../../core/http/errors';
import type { Change } from '../../../../core/record/audit';
import { keepWires, probesOf } from '../probe/wires';

/** Compartments of a vehicle's box, in their order. */
export async function zonesOf(trx: Trx, vehicleId: string): Promise<Zone[]> {
  const row = await trx
    .selectFrom('vehicle')
    .select(sql<Zone[]>`zones`.as('zones'))
    .where('id', '=', vehicleId)
    .executeTakeFirst();
  return row?.zones ?? [];
}

const storeZones = (trx: Trx, vehicleId: string, zones: readonly Zone[]) =>
  trx
    .updateTable('vehicle')
    .set({ zones: JSON.stringify(zones.map(({ name, lower, upper }) => ({ name, lower, upper }))) })
    .where('id', '=', vehicleId)
    .execute();

/** Gives a vehicle the compartments of another one of its kind. */
export async function copyZones(trx: Trx, from: string, to: string): Promise<void> {
  await storeZones(trx, to, await zonesOf(trx, from));
}

/** `冷冻区 -25~-18℃` */
const zoneWords = ({ name, lower, upper }: Zone): string =>
  lower === null && upper === null ? name : `${name} ${lower ?? ''}~${upper ?? ''}℃`;
const inWords = (zones: readonly Zone[]): string => zones.map(zoneWords).join('、');

/** A compartment that a probe names and the vehicle does not have yet becomes one of its own; three at most. */
export async function addNamedZones(
  trx: Trx,
  vehicleId: string,
  probes: ReadonlyArray<{ kind: keyof typeof probeKinds; zone: string | null }>,
): Promise<void> {
  const kept = await zonesOf(trx, vehicleId);
  const all = [...kept];
  for (const [i, { kind, zone }] of probes.entries()) {
    if (!isZoned(kind) || !zone || all.some(({ name }) => name === zone)) continue;
    if (all.length >= zoneMax)
      throw invalidField(
        `probes.${i}.zone`,
        `一辆车最多${zoneMax}个分区，已有${all.map(({ name }) => name).join('、')}`,
      );
    all.push({ name: zone, lower: null, upper: null });
  }
  if (all.length > kept.length) await storeZones(trx, vehicleId, all);
}

/**
 * Keeps the compartments of a vehicle as its form sent them and puts its wires into them, from now on; answers what changed. Absent leaves everything.
 * Wires follow a compartment that got another name; to move them between compartments is for who may set wires.
 */
export async function writeZones(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  given: readonly ZoneInput[] | undefined,
): Promise<Change[]> {
  if (!given) return [];
  const before = await zonesOf(trx, vehicleId);
  const wires = await probesOf(trx, vehicleId);
  const placed = new Map(given.flatMap(({ name, probes }) => probes.map((key) => [key, name] as const)));
  given.forEach(({ probes }, i) => {
    const unknown = probes.find((key) => !wires.some((wire) => wireKey(wire) === key));
    if (unknown) throw invalidField(`zones.${i}.probes`, '所选探头不存在，请先在探头设置中配置');
  });
  /** Its compartment is gone from the list: it got another name, and its wires follow. All others that change are moved. */
  const follows = ({ zone }: (typeof wires)[number]): boolean =>
    zone !== null && !given.some(({ name }) => name === zone);
  /** Older sets of wires may name more compartments than a vehicle has: those stay until somebody says otherwise. */
  const known = (wire: (typeof wires)[number]): boolean =>
    wire.zone === null || placed.has(wireKey(wire)) || before.some(({ name }) => name === wire.zone);
  const next = wires.map((wire) => {
    const zone = isZoned(wire.kind) && known(wire) ? (placed.get(wireKey(wire)) ?? null) : wire.zone;
    if (zone === wire.zone) return wire;
    return follows(wire) ? { ...wire, zone } : inZone(wire, zone, given);
  });
  const moved = next.filter((wire, i) => wire !== wires[i]);
  if (wires.some((wire, i) => wire !== next[i] && !follows(wire)) && !ctx.can(probeRight))
    throw forbidden(`没有“${probeRight.label}”权限，不能更改探头所在的分区`);
  const [was, is] = [inWords(before), inWords(given)];
  if (was !== is || before.length !== given.length) await storeZones(trx, vehicleId, given);
  if (moved.length > 0) await keepWires(trx, ctx, { vehicleId, probes: next }, wires);
  const labelOf = ({ kind, channel }: (typeof wires)[number]): string => `${probeKinds[kind].label}${channel}`;
  return [
    ...(was === is ? [] : [{ field: 'zones', label: zonesLabel, before: was, after: is }]),
    ...moved.map((wire) => ({
      field: wireKey(wire),
      label: `${labelOf(wire)}所在分区`,
      before: wires.find((old) => wireKey(old) === wireKey(wire))?.zone ?? '',
      after: wire.zone ?? '',
    })),
  ];
}
