import type { Parsed } from '@tongda/contract/core/endpoint';
import { lockStatus } from '@tongda/contract/resources/enums';
import { type LockFields, type lockBind, lockLabels, type lockUnbind } from '@tongda/contract/resources/equipment/lock';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../../core/db/rows';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { eachRecord, type Register, registerWrites, type Target } from '../../../../core/record/register';
import { beginBinding, endBinding, loadPlate, resolveEquipmentRefs } from '../refs';
import { type FoundLock, findLock, fromLocks } from './repo';

const noun = '蓝牙锁';

export const lockEntity: Register<LockFields> = {
  entity: 'bluetoothLock',
  table: 'bluetooth_lock',
  noun,
  wording: { labels: lockLabels, refs: { orgId: 'org', modelId: 'model' } },
  columnsOf: (v) => ({
    lock_no: v.lockNo,
    mac: v.mac,
    model_id: v.modelId,
    org_id: v.orgId,
    fw_version: v.fwVersion,
    service_end: v.serviceEnd,
    remark: v.remark,
  }),
  twice: (constraint) => {
    if (constraint === 'bluetooth_lock_no') return { field: 'lockNo', msg: '锁编号已存在' };
    return constraint === 'bluetooth_lock_mac' ? { field: 'mac', msg: 'MAC已被其他锁使用' } : null;
  },
};

export const lockWrites = registerWrites<LockFields, LockFields, FoundLock>(lockEntity, {
  load: async (trx, ctx, id) => requireRow(await findLock(trx, ctx, id), noun),
  prepare: async (trx, ctx, fields, before) => ({
    fields,
    names: await resolveEquipmentRefs(trx, ctx, 'lock', fields, before ?? {}),
  }),
});

interface LockTarget extends Target {
  bound: boolean;
  /** '' when the caller may not see the vehicle */
  plateNo: string;
  grants: number;
}
const describeUse = (t: LockTarget): string | null => {
  if (t.bound) return t.plateNo ? `已绑定车辆${t.plateNo}，请先解绑` : '已绑定车辆，请先解绑';
  return t.grants > 0 ? `还有${t.grants}个有效授权，请先撤销` : null;
};
/** Soft-deletes locks; refused for one that is bound or has valid grants. */
export const deleteLocks = (ctx: Ctx, ids: string[]) =>
  eachRecord<LockFields, LockTarget>(ctx, lockEntity, ids, {
    load: (trx, wanted) =>
      fromLocks(trx, ctx)
        .select(['l.id', 'l.lock_no as name', 'l.version'])
        .select([
          sql<boolean>`l.vehicle_id is not null`.as('bound'),
          sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
          sql<number>`(select count(*)::int from resource_auth g where g.resource_kind = 'lock' and g.resource_id = l.id
            and g.revoked_at is null and (g.valid_until is null or g.valid_until > now()))`.as('grants'),
        ])
        .where('l.id', 'in', wanted)
        .execute(),
    action: '删除',
    refuse: (t) => {
      const use = describeUse(t);
      return use === null ? null : blockedByRule(`蓝牙锁${t.name}${use}`);
    },
    set: null,
  });

/** Binds a lock to a door of a vehicle from now on. A lock that was unbound counts as offline until it reports. */
export function bindLock(ctx: Ctx, { id, version, vehicleId, doorPos }: Parsed<typeof lockBind>): Promise<null> {
  return ctx.db(async (trx) => {
    const before = requireRow(await findLock(trx, ctx, id), noun);
    const plateNo = await loadPlate(trx, ctx, vehicleId);
    const state = before.lockStatus === lockStatus.unbound ? lockStatus.offline : before.lockStatus;
    const values = { vehicle_id: vehicleId, door_pos: doorPos, lock_status: state };
    await updateRow(trx, ctx, 'bluetooth_lock', { id, version, values });
    await endBinding(trx, 'lock_binding', id);
    await beginBinding(trx, ctx, 'lock_binding', id, { vehicle_id: vehicleId, door_pos: doorPos, name: plateNo });
    await recordChanges(trx, ctx, [
      {
        entity: lockEntity.entity,
        entityId: id,
        action: '绑定',
        changes: [
          {
            field: 'vehicleId',
            label: '绑定车辆',
            before: [before.plateNo, before.doorPos].filter(Boolean).join(' '),
            after: `${plateNo} ${doorPos}`,
          },
        ],
      },
    ]);
    return null;
  });
}

/** Ends the binding of a lock; 4011 when it is not bound. */
export function unbindLock(ctx: Ctx, { id, version }: Parsed<typeof lockUnbind>): Promise<null> {
  return ctx.db(async (trx) => {
    const before = requireRow(await findLock(trx, ctx, id), noun);
    if (before.boundTo === null) throw blockedByRule(`蓝牙锁${before.lockNo}没有绑定车辆`);
    const values = { vehicle_id: null, door_pos: null, lock_status: lockStatus.unbound };
    await updateRow(trx, ctx, 'bluetooth_lock', { id, version, values });
    await endBinding(trx, 'lock_binding', id);
    await recordChanges(trx, ctx, [
      {
        entity: lockEntity.entity,
        entityId: id,
        action: '解绑',
        changes: [{ field: 'vehicleId', label: '绑定车辆', before: before.plateNo, after: '' }],
      },
    ]);
    return null;
  });
}
