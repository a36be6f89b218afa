import type { Parsed } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { enableStatus } from '@tongda/contract/resources/enums';
import {
  type FleetFields,
  type fleetAssign,
  fleetLabels,
  type fleetSetStatus,
  typedNameOf,
} from '@tongda/contract/resources/fleet/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalid, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import {
  eachRecord,
  type Register,
  registerWrites,
  type Target,
  toStatus,
  useSentence,
} from '../../../core/record/register';
import { visibleVehicleRows } from '../../base/org/door';
import { addUses, describeUses, resolveReferences } from '../../base/reference/door';
import { type FoundFleet, findFleet, fromFleets } from './repo';

/** How many levels the tree of fleets may have. */
const maxLevels = 3;

/** The columns of a leader's key; one of the three is set. */
const leaderColumnsOf = (key: string) => ({
  leader_user_id: key.startsWith('u') ? key.slice(1) : null,
  leader_driver_id: key.startsWith('d') ? key.slice(1) : null,
  leader_name: typedNameOf(key),
});

export const fleetRegister: Register<FleetFields> = {
  entity: 'fleet',
  table: 'fleet',
  noun: '车队',
  wording: {
    labels: fleetLabels,
    dicts: { temperatureType: temperatureType.typeCode },
    refs: { orgId: 'org', parentId: 'fleet', leader: 'person' },
  },
  columnsOf: (v) => ({
    name: v.name,
    code: v.code,
    org_id: v.orgId,
    parent_id: v.parentId,
    ...leaderColumnsOf(v.leader),
    phone: v.phone,
    temperature_type: v.temperatureType,
    dispatch_area: v.dispatchArea,
    remark: v.remark,
  }),
  twice: (constraint) =>
    constraint === 'fleet_name'
      ? { field: 'name', msg: '车队名称已存在' }
      : constraint === 'fleet_code'
        ? { field: 'code', msg: '车队编码已存在' }
        : null,
};

const refsOf = (v: FleetFields) =>
  ({
    orgId: ['org', v.orgId],
    parentId: ['fleet', v.parentId],
    leader: ['person', typedNameOf(v.leader) === null ? v.leader : null],
  }) as const;
/** The name of a leader's key as an entry `<kind> <id>` → name, for the change history. */
const leaderNameEntry = (key: string | null, name: string | null): [string, string] => [
  `person ${key}`,
  name ?? (key === null ? '' : (typedNameOf(key) ?? key)),
];

/** 4000 at `parentId` when the parent is the fleet itself or lies below it, or when the tree would get more than `maxLevels`. */
export async function guardTree(trx: Trx, parentId: string | null, id: string | null): Promise<void> {
  if (!parentId) return;
  const { rows } = await sql<{ up: string[]; below: number }>`
    with recursive up(id, depth) as (
      select ${parentId}::bigint, 1 union all select f.parent_id, up.depth + 1 from fleet f join up on f.id = up.id
      where f.parent_id is not null and up.depth < 20),
    down(id, depth) as (
      select ${id}::bigint, 0 union all select f.id, down.depth + 1 from fleet f join down on f.parent_id = down.id
      where f.deleted_at is null and down.depth < 20)
    select array(select id::text from up) as up, (select coalesce(max(depth), 0) from down) as below`.execute(trx);
  const { up = [], below = 0 } = rows[0] ?? {};
  if (id !== null && up.includes(id)) throw invalidField('parentId', '上级车队不能是本车队或其下级');
  if (up.length + 1 + below > maxLevels) throw invalidField('parentId', `车队最多${maxLevels}级`);
}

export const fleetWrites = registerWrites<FleetFields, FleetFields, FoundFleet>(fleetRegister, {
  load: async (trx, ctx, id) => requireRow(await findFleet(trx, ctx, id), '车队'),
  prepare: async (trx, ctx, fields, before) => {
    const { names, errors } = await resolveReferences(trx, ctx, refsOf(fields), before ?? {});
    if (errors.length > 0) throw invalid(errors);
    await guardTree(trx, fields.parentId, before?.id ?? null);
    const phone =
      fields.leader === before?.leader ? fields.phone : (fields.phone ?? (await phoneOf(trx, fields.leader)));
    return {
      fields: { ...fields, phone },
      names: new Map([...(before ? namesOf(before) : []), leaderNameEntry(fields.leader, null), ...names]),
      ...(before ? {} : { columns: { created_by: ctx.userId } }),
    };
  },
});
/** The number of the user or driver whom a leader's key names; null for a typed name, and where none is known. */
async function phoneOf(trx: Trx, key: string): Promise<string | null> {
  const { leader_user_id: userId, leader_driver_id: driverId } = leaderColumnsOf(key);
  if (userId === null && driverId === null) return null;
  const { rows } = await sql<{ phone: string | null }>`
    select nullif(phone, '') as phone from app_user where id = ${userId} union all select nullif(phone, '') from driver where id = ${driverId}`.execute(
    trx,
  );
  return rows[0]?.phone ?? null;
}
/** Names of a fleet's department, parent and leader, by `<kind> <id>`. */
const namesOf = (fleet: FoundFleet): Array<[string, string]> => [
  [`org ${fleet.orgId}`, fleet.orgName],
  [`fleet ${fleet.parentId}`, fleet.parentName],
  leaderNameEntry(fleet.leader, fleet.leaderName),
];

interface FleetTarget extends Target {
  status: number;
  /** plates that the caller may see; `vehicles` counts all */
  plates: string[];
  vehicles: number;
  drivers: string[];
  below: string[];
}
/** Loads fleets for a batch, with what prevents deleting them. */
export const loadFleetTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  fromFleets(trx, ctx)
    .select(['f.id', 'f.name', 'f.version', 'f.status'])
    .select([
      sql<
        string[]
      >`array(select v.plate_no from vehicle v where v.fleet_id = f.id and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} order by 1)`.as(
        'plates',
      ),
      sql<number>`(select count(*)::int from vehicle v where v.fleet_id = f.id and v.deleted_at is null)`.as(
        'vehicles',
      ),
      sql<string[]>`array(select d.name from driver d where d.fleet_id = f.id and d.deleted_at is null order by 1)`.as(
        'drivers',
      ),
      sql<string[]>`array(select c.name from fleet c where c.parent_id = f.id and c.deleted_at is null order by 1)`.as(
        'below',
      ),
    ])
    .where('f.id', 'in', ids)
    .execute();

/** Why a fleet cannot be deleted; null when it can. */
export function describeFleetUse(t: Pick<FleetTarget, 'plates' | 'vehicles' | 'drivers' | 'below'>): string | null {
  const { plates, vehicles, drivers, below } = t;
  if (vehicles > 0) return `${message('fleet.notEmpty')}：${useSentence('', '辆', plates, vehicles)}`;
  if (below.length > 0) return `车队下存在下级车队，无法删除：${useSentence('', '个', below)}`;
  return drivers.length > 0 ? `车队下存在司机，无法删除：${useSentence('', '名', drivers)}` : null;
}

/** Soft-deletes fleets; refused for one that has vehicles, drivers or fleets below it or that other records use. */
export const deleteFleets = (ctx: Ctx, ids: string[]) =>
  eachRecord<FleetFields, FleetTarget & { uses: string[] }>(ctx, fleetRegister, ids, {
    load: async (trx, wanted) => addUses(trx, 'fleet', await loadFleetTargets(ctx)(trx, wanted)),
    action: '删除',
    refuse: (t) => {
      const use = describeFleetUse(t);
      if (use !== null) return blockedByRule(use);
      const words = describeUses(t.uses);
      return words === null ? null : blockedByRule(`车队${t.name}${words}`);
    },
    set: null,
  });

export const setFleetStatus = (ctx: Ctx, { ids, status }: Parsed<typeof fleetSetStatus>) =>
  eachRecord<FleetFields, FleetTarget>(ctx, fleetRegister, ids, {
    load: loadFleetTargets(ctx),
    ...toStatus(fleetRegister, enableStatus, status),
  });

/** Vehicles that can be assigned to a fleet: own ones of the company that the caller sees, each with its present fleet. */
export const listAssignableVehicles = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('vehicle as v')
    .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
    .select(['v.id', 'v.plate_no as plateNo', 'v.remark_no as remarkNo', 'v.fleet_id as fleetId'])
    .select(sql<string>`coalesce(f.name, '')`.as('fleetName'))
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .orderBy('v.plate_no')
    .execute();

/** 分配车辆: the fleet gets exactly these among the vehicles that the caller sees. Fleet and vehicles get a line of change history. */
export function assignVehicles(ctx: Ctx, { id, vehicleIds }: Parsed<typeof fleetAssign>) {
  return ctx.db(async (trx) => {
    const fleet = requireRow(await findFleet(trx, ctx, id), '车队');
    const vehicles = await listAssignableVehicles(trx, ctx);
    const known = new Set(vehicles.map((v) => v.id));
    if (vehicleIds.some((vehicle) => !known.has(vehicle))) throw invalidField('vehicleIds', '所选车辆不存在或无权查看');
    const wanted = new Set(vehicleIds);
    const added = vehicles.filter((v) => wanted.has(v.id) && v.fleetId !== id);
    const removed = vehicles.filter((v) => !wanted.has(v.id) && v.fleetId === id);
    const move = async (list: typeof vehicles, to: string | null): Promise<void> => {
      if (list.length === 0) return;
      await trx
        .updateTable('vehicle')
        .set({ fleet_id: to, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: ctx.userId })
        .where(
          'id',
          'in',
          list.map((v) => v.id),
        )
        .execute();
    };
    await move(added, id);
    await move(removed, null);
    const label = '所属车队';
    await recordChanges(trx, ctx, [
      ...added.map((v) => ({
        entity: 'vehicle',
        entityId: v.id,
        action: '分配车队',
        changes: [{ field: 'fleetId', label, before: v.fleetName, after: fleet.name }],
      })),
      ...removed.map((v) => ({
        entity: 'vehicle',
        entityId: v.id,
        action: '移出车队',
        changes: [{ field: 'fleetId', label, before: fleet.name, after: '' }],
      })),
      ...(added.length + removed.length > 0
        ? [
            {
              entity: 'fleet',
              entityId: id,
              action: '分配车辆',
              changes: [
                {
                  field: 'vehicles',
                  label: '车辆',
                  before: removed.map((v) => v.plateNo).join('、'),
                  after: added.map((v) => v.plateNo).join('、'),
                },
              ],
            },
          ]
        : []),
    ]);
    return { added: added.length, removed: removed.length };
  });
}
