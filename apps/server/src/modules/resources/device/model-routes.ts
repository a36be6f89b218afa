import * as model from '@tongda/contract/resources/device/model';
import { type ModelFields, type ModelRow, modelKinds, modelLabels } from '@tongda/contract/resources/device/model';
import { settingsRead, settingsStored } from '@tongda/contract/resources/device/settings';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { ExportDeps } from '../../../core/export/definition';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField } from '../../../core/http/errors';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';
import { registerRows } from '../../../core/record/rows';
import { serveRegister } from '../../../core/record/serve';
import { listItemProfiles, profileNameSql } from '../item-profile/door';
import { settingsOf, settingWording, storedSettings } from './settings';

const noun = '设备型号';

/** The label of a key, or the key itself when the table has none. */
const wordOf = (words: Readonly<Record<string, string>>, key: unknown): string => words[String(key)] ?? String(key);

const modelRegister: Register<ModelFields> = {
  entity: 'deviceModel',
  table: 'device_model',
  noun,
  wording: {
    labels: modelLabels,
    refs: { itemProfile: 'itemProfile' },
    own: {
      kind: (value) => wordOf(modelKinds, value),
      ...settingWording,
    },
  },
  columnsOf: (v) => ({
    name: v.name,
    kind: v.kind,
    manufacturer: v.manufacturer,
    protocol: v.protocol,
    item_profile: v.itemProfile,
    tem_count: v.temCount,
    door_count: v.doorCount,
    oil_count: v.oilCount,
    camera_count: v.cameraCount,
    cut_command: v.cutCommand,
    restore_command: v.restoreCommand,
    settings: settingsStored(settingsOf(v)),
    remark: v.remark,
  }),
  twice: (constraint) => (constraint === 'device_model_name' ? { field: 'name', msg: '型号已存在' } : null),
};

const deviceCount = sql<number>`(select count(*)::int from (
    select id from device where model_id = m.id and deleted_at is null
    union all select id from portable_device where model_id = m.id and deleted_at is null
    union all select id from bluetooth_lock where model_id = m.id and deleted_at is null) d)`;

const selectModels = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('device_model as m')
    .where('m.client_id', '=', ctx.clientId)
    .where('m.deleted_at', 'is', null)
    .select([
      'm.id',
      'm.name',
      sql<ModelRow['kind']>`m.kind`.as('kind'),
      'm.manufacturer',
      'm.protocol',
      'm.item_profile as itemProfile',
      profileNameSql(sql`m.item_profile`).as('itemProfileName'),
      'm.tem_count as temCount',
      'm.door_count as doorCount',
      'm.oil_count as oilCount',
      'm.camera_count as cameraCount',
      'm.cut_command as cutCommand',
      'm.restore_command as restoreCommand',
      storedSettings('m.settings').as('settings'),
      deviceCount.as('deviceCount'),
      'm.remark',
      'm.version',
      wireTimeSql(sql<Date>`m.updated_at`, ctx.timeZone).as('updateTime'),
    ]);

const modelRows = registerRows({
  filters: model.modelFilters,
  columns: model.modelColumns,
  alias: 'm',
  select: selectModels,
  finish: async (_trx, _ctx, found) => found.map(({ settings, ...row }) => ({ ...row, ...settingsRead(settings) })),
  usual: 'name asc',
});

const modelWrites = registerWrites<ModelFields, ModelFields, ModelRow>(modelRegister, {
  load: async (trx, ctx, id) => requireRow(await modelRows.find(trx, ctx, id), noun),
  prepare: async (trx, ctx, fields, before) => {
    if (before && before.kind !== fields.kind && before.deviceCount > 0)
      throw invalidField('kind', `型号${before.name}正被${before.deviceCount}台设备使用，类别不能修改`);
    const profiles = await listItemProfiles(trx);
    if (!profiles.some(({ code }) => code === fields.itemProfile)) throw invalidField('itemProfile', '请选择扩展数据');
    return {
      fields,
      names: new Map(profiles.map(({ code, name }) => [`itemProfile ${code}`, name])),
      // terminals hold copies of their model's name, protocol and item profile
      also: async (id) => {
        if (before)
          await trx
            .updateTable('device')
            .set({ model: fields.name, protocol: fields.protocol, item_profile: fields.itemProfile })
            .where('model_id', '=', id)
            .where('client_id', '=', ctx.clientId)
            .execute();
        return [];
      },
    };
  },
});

const deleteModels = (ctx: Ctx, ids: string[]) =>
  eachRecord<ModelFields, Target & { deviceCount: number }>(ctx, modelRegister, ids, {
    load: (trx, wanted) => selectModels(trx, ctx).where('m.id', 'in', wanted).execute(),
    action: '删除',
    refuse: (t) => (t.deviceCount > 0 ? blockedByRule(`型号${t.name}正被${t.deviceCount}台设备使用，不能删除`) : null),
    set: null,
  });

/** 设备型号: which devices the company uses, how they speak and what their data means. */
export const deviceModelRoutes: (app: FastifyInstance, deps: ExportDeps) => void = serveRegister({
  of: {
    noun,
    unit: '种',
    filters: model.modelFilters.table,
    page: model.modelPage,
    add: model.modelAdd,
    update: model.modelUpdate,
    del: model.modelDel,
    changeHis: model.modelChangeHis,
  },
  entity: modelRegister.entity,
  module: noun,
  columns: model.modelColumns,
  rows: modelRows,
  add: modelWrites.add,
  update: modelWrites.update,
  del: (ctx, { ids }) => deleteModels(ctx, ids),
});
