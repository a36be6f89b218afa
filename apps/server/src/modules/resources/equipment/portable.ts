import type { Parsed } from '@tongda/contract/core/endpoint';
import { timeInterval } from '@tongda/contract/resources/device/enums';
import {
  intervalsOf,
  type PortableFields,
  type portableBind,
  portableLabels,
  type portableSetParam,
  type portableUnbind,
} from '@tongda/contract/resources/equipment/portable';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalid } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';
import { visibleStores } from '../../base/org/door';
import { phoneKeyOf } from '../device/door';
import { type FoundPortable, findPortable, fromPortables } from './portable-repo';
import { beginBinding, endBinding, loadPlate, resolveEquipmentRefs } from './refs';

const noun = '便携设备';

export const portableEntity: Register<PortableFields> = {
  entity: 'portableDevice',
  table: 'portable_device',
  noun,
  wording: {
    labels: portableLabels,
    dicts: { usageMode: usageModeList.typeCode },
    refs: { orgId: 'org', modelId: 'model' },
  },
  columnsOf: (v) => ({
    device_no: v.deviceNo,
    phone_key: v.terminalNo === null ? null : phoneKeyOf(v.terminalNo),
    name: v.name,
    model_id: v.modelId,
    org_id: v.orgId,
    sim_no: v.simNo,
    usage_mode: v.usageMode,
    calibration_date: v.calibrationDate,
    cert_no: v.certNo,
    service_end: v.serviceEnd,
    remark: v.remark,
  }),
  twice: (constraint) => {
    if (constraint === 'portable_device_no') return { field: 'deviceNo', msg: '设备编号已存在' };
    return constraint === 'portable_device_phone'
      ? { field: 'terminalNo', msg: '终端编号已被其他设备使用，请核对' }
      : null;
  },
};

export const portableWrites = registerWrites<PortableFields, PortableFields, FoundPortable>(portableEntity, {
  load: async (trx, ctx, id) => requireRow(await findPortable(trx, ctx, id), noun),
  prepare: async (trx, ctx, fields, before) => ({
    fields,
    names: await resolveEquipmentRefs(trx, ctx, 'portable', fields, before ?? {}),
    // with another number it comes in anew, and gets another code
    ...(before && before.terminalNo !== fields.terminalNo ? { columns: { auth_code: null } } : {}),
  }),
});

interface PortableTarget extends Target {
  bindName: string | null;
  bound: boolean;
  travels: boolean;
}
/** Soft-deletes recorders; refused for one that is bound or on a trip. */
export const deletePortables = (ctx: Ctx, ids: string[]) =>
  eachRecord<PortableFields, PortableTarget>(ctx, portableEntity, ids, {
    load: (trx, wanted) =>
      fromPortables(trx, ctx)
        .select(['d.id', 'd.device_no as name', 'd.version'])
        .select([
          sql<string>`coalesce(v.plate_no, t.name, d.bind_name, '')`.as('bindName'),
          sql<boolean>`d.bind_type is not null`.as('bound'),
          sql<boolean>`exists (select from portable_trip p where p.portable_id = d.id and upper_inf(p.during))`.as(
            'travels',
          ),
        ])
        .where('d.id', 'in', wanted)
        .execute(),
    action: '删除',
    refuse: (t) => {
      if (t.bound) return blockedByRule(`便携设备${t.name}已绑定${t.bindName}，请先解绑`);
      return t.travels ? blockedByRule(`便携设备${t.name}正在行程中，请先结束行程`) : null;
    },
    set: null,
  });

/** The name of a store or warehouse that the caller sees; 4000 when it does not exist or is of the other type. */
async function loadStoreName(trx: Trx, ctx: Ctx, id: string, nodeType: number): Promise<string> {
  const store = await trx
    .selectFrom('store as s')
    .select(['s.name', 's.node_type'])
    .where('s.id', '=', id)
    .where('s.client_id', '=', ctx.clientId)
    .where('s.deleted_at', 'is', null)
    .where(visibleStores(ctx, 's'))
    .executeTakeFirst();
  if (store?.node_type !== nodeType)
    throw invalid({ field: 'storeId', msg: `所选${nodeTypeList.label(nodeType)}不存在` });
  return store.name;
}

/** Binds a recorder to a vehicle, store or warehouse from now on and ends its former binding. */
export function bindPortable(ctx: Ctx, input: Parsed<typeof portableBind>): Promise<null> {
  const { id, version, bindType } = input;
  const inVehicle = bindType === nodeTypeList.vehicle;
  const vehicleId = inVehicle ? input.vehicleId : null;
  const storeId = inVehicle ? null : input.storeId;
  return ctx.db(async (trx) => {
    const before = requireRow(await findPortable(trx, ctx, id), noun);
    const name = vehicleId
      ? await loadPlate(trx, ctx, vehicleId)
      : await loadStoreName(trx, ctx, storeId ?? '', bindType);
    const values = { bind_type: bindType, bind_vehicle_id: vehicleId, bind_store_id: storeId, bind_name: name };
    await updateRow(trx, ctx, 'portable_device', { id, version, values });
    await endBinding(trx, 'portable_binding', id);
    const where = { bind_type: bindType, vehicle_id: vehicleId, store_id: storeId, name };
    await beginBinding(trx, ctx, 'portable_binding', id, where);
    await noteBinding(trx, ctx, id, '绑定', before.bindName, name);
    return null;
  });
}

/** Ends the binding of a recorder; 4011 when it is not bound. */
export function unbindPortable(ctx: Ctx, { id, version }: Parsed<typeof portableUnbind>): Promise<null> {
  return ctx.db(async (trx) => {
    const before = requireRow(await findPortable(trx, ctx, id), noun);
    if (before.bindType === null) throw blockedByRule(`便携设备${before.deviceNo}没有绑定`);
    const values = { bind_type: null, bind_vehicle_id: null, bind_store_id: null, bind_name: null };
    await updateRow(trx, ctx, 'portable_device', { id, version, values });
    await endBinding(trx, 'portable_binding', id);
    await noteBinding(trx, ctx, id, '解绑', before.bindName, '');
    return null;
  });
}

/** 参数设置: writes the bounds, and the interval to send; 4000 for one that the model does not know, 4011 when it has no number to be reached by. */
export function setPortableParam(ctx: Ctx, input: Parsed<typeof portableSetParam>) {
  const { id, version, uploadInterval } = input;
  return ctx.db(async (trx) => {
    const before = requireRow(await findPortable(trx, ctx, id), noun);
    if (!intervalsOf(before.model).includes(uploadInterval))
      throw invalid({
        field: 'uploadInterval',
        msg: `${before.model || '该'}型号没有${timeInterval.label(uploadInterval)}的间隔`,
      });
    const old = { ...before, uploadInterval: (before.wantedInterval ?? before.uploadInterval) * 60 };
    const changed = old.uploadInterval !== uploadInterval;
    const values = {
      temp_lower_c: input.temLower,
      temp_upper_c: input.temUpper,
      hum_lower_pct: input.humLower,
      hum_upper_pct: input.humUpper,
      ...(changed ? { wanted_interval_s: uploadInterval, interval_state: 'waiting', interval_at: new Date() } : {}),
    };
    await updateRow(trx, ctx, 'portable_device', { id, version, values });
    // after the version: who looked at an old row is told that first
    if (changed && before.terminalNo === null)
      throw blockedByRule(`便携设备${before.deviceNo}没有终端编号，间隔无法下发，请先编辑填写`);
    const changes = paramLabels.flatMap(([field, label]) =>
      old[field] === input[field]
        ? []
        : [{ field, label, before: String(old[field] ?? ''), after: String(input[field] ?? '') }],
    );
    await recordChanges(trx, ctx, [{ entity: portableEntity.entity, entityId: id, action: '参数设置', changes }]);
    return { version: version + 1, waiting: changed || before.intervalState === 'waiting' };
  });
}
const paramLabels = [
  ['uploadInterval', '上传间隔(秒)'],
  ['temLower', '温度下限'],
  ['temUpper', '温度上限'],
  ['humLower', '湿度下限'],
  ['humUpper', '湿度上限'],
] as const;

const noteBinding = (trx: Trx, ctx: Ctx, id: string, action: string, before: string, after: string): Promise<void> =>
  recordChanges(trx, ctx, [
    {
      entity: portableEntity.entity,
      entityId: id,
      action,
      changes: [{ field: 'bindName', label: '绑定对象', before, after }],
    },
  ]);
