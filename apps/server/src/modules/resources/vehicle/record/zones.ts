import { rangeText } from '@tongda/contract/core/figure';
import { probeKinds, probeRight, type Zone } from '@tongda/contract/resources/vehicle/probe';
import {
  isZoned,
  putIntoZone,
  wireKey,
  type ZoneInput,
  zoneMax,
  zonesLabel,
} from '@tongda/contract/resources/vehicle/zone';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { forbiddenError, invalidField } from '../../../../core/http/errors';
import type { Change } from '../../../../core/record/audit';
import { loadProbes, replaceWires } from '../probe/wires';

/** The compartments of a vehicle's box, in their order. */
export async function loadZones(trx: Trx, vehicleId: string): Promise<Zone[]> {
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

/** Copies the compartments of one vehicle to another. */
export async function copyZones(trx: Trx, from: string, to: string): Promise<void> {
  await storeZones(trx, to, await loadZones(trx, from));
}

/** A compartment in words: `冷冻区 -25~-18℃`. */
const describeZone = ({ name, lower, upper }: Zone): string =>
  lower === null && upper === null ? name : `${name} ${rangeText(lower, upper, '℃')}`;
const describeZones = (zones: readonly Zone[]): string => zones.map(describeZone).join('、');

/** Adds compartments that wires name and the vehicle does not have yet; 4000 when there would be more than `zoneMax`. */
export async function addNamedZones(
  trx: Trx,
  vehicleId: string,
  probes: ReadonlyArray<{ kind: keyof typeof probeKinds; zone: string | null }>,
): Promise<void> {
  const kept = await loadZones(trx, vehicleId);
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
 * Stores the compartments of a vehicle with their wires, from now on, and answers the changes; undefined leaves everything as it is. Wires follow a
 * compartment that was renamed; moving them between compartments takes the right `probeRight` (4003).
 */
export async function writeZones(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  given: readonly ZoneInput[] | undefined,
): Promise<Change[]> {
  if (!given) return [];
  const before = await loadZones(trx, vehicleId);
  const wires = await loadProbes(trx, vehicleId);
  const placed = new Map(given.flatMap(({ name, probes }) => probes.map((key) => [key, name] as const)));
  given.forEach(({ probes }, i) => {
    const unknown = probes.find((key) => !wires.some((wire) => wireKey(wire) === key));
    if (unknown) throw invalidField(`zones.${i}.probes`, '所选探头不存在，请先在探头设置中配置');
  });
  /** Whether the wire's compartment was renamed: its old name is gone from the list. Other wires whose compartment changes are moved. */
  const follows = ({ zone }: (typeof wires)[number]): boolean =>
    zone !== null && !given.some(({ name }) => name === zone);
  /** Whether the wire's compartment is one of the vehicle's. Old wires may name others; these stay until the form places the wire. */
  const known = (wire: (typeof wires)[number]): boolean =>
    wire.zone === null || placed.has(wireKey(wire)) || before.some(({ name }) => name === wire.zone);
  const next = wires.map((wire) => {
    const zone = isZoned(wire.kind) && known(wire) ? (placed.get(wireKey(wire)) ?? null) : wire.zone;
    if (zone === wire.zone) return wire;
    return follows(wire) ? { ...wire, zone } : putIntoZone(wire, zone, given);
  });
  const moved = next.filter((wire, i) => wire !== wires[i]);
  if (wires.some((wire, i) => wire !== next[i] && !follows(wire)) && !ctx.can(probeRight))
    throw forbiddenError(`没有“${probeRight.label}”权限，不能更改探头所在的分区`);
  const [was, is] = [describeZones(before), describeZones(given)];
  if (was !== is || before.length !== given.length) await storeZones(trx, vehicleId, given);
  if (moved.length > 0) await replaceWires(trx, ctx, { vehicleId, probes: next }, wires);
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
