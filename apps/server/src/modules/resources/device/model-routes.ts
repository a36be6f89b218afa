import type { Parsed } from '@tongda/contract/core/endpoint';
import * as model from '@tongda/contract/resources/device/model';
import { type ModelFields, type ModelRow, modelKinds, modelLabels } from '@tongda/contract/resources/device/model';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { orderByClause, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blocked, invalidField } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { wireTimeSql } from '../../../core/http/wire-time';
import { historyPage } from '../../../core/record/history';
import { containing } from '../../../core/record/options';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';

const noun = '设备型号';

/** The label of a key, or the key itself when the table has none. */
const wordOf = (words: Readonly<Record<string, string>>, key: unknown): string => words[String(key)] ?? String(key);

const modelRegister: Register<ModelFields> = {
  entity: 'deviceModel',
  table: 'device_model',
  noun,
  wording: {
    labels: modelLabels,
    own: {
      kind: (value) => wordOf(modelKinds, value),
      itemProfile: (value) => wordOf(model.itemProfiles, value),
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
      'm.tem_count as temCount',
      'm.door_count as doorCount',
      'm.oil_count as oilCount',
      'm.camera_count as cameraCount',
      deviceCount.as('deviceCount'),
      'm.remark',
      'm.version',
      wireTimeSql(sql<Date>`m.updated_at`, ctx.timeZone).as('updateTime'),
    ]);

const sortable = { name: 'm.name', kind: 'm.kind', manufacturer: 'm.manufacturer' };
async function pageModels(ctx: Ctx, q: Parsed<typeof model.modelPage>) {
  return ctx.db(async (trx) => {
    const all = selectModels(trx, ctx).$if(!!q.keyword, (b) =>
      b.where((e) =>
        e.or([
          e('m.name', 'ilike', containing(q.keyword ?? '')),
          e('m.manufacturer', 'ilike', containing(q.keyword ?? '')),
        ]),
      ),
    );
    const list = await all
      .orderBy(orderByClause(q.sort ?? 'name asc', sortable, 'm.id'))
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const { n } = await all.clearSelect().select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page: q.page, size: q.size };
  });
}

const findModel = (trx: Trx, ctx: Ctx, id: string) => selectModels(trx, ctx).where('m.id', '=', id).executeTakeFirst();

const modelWrites = registerWrites<ModelFields, ModelFields, ModelRow>(modelRegister, {
  load: async (trx, ctx, id) => requireRow(await findModel(trx, ctx, id), noun),
  prepare: async (trx, ctx, fields, before) => {
    if (before && before.kind !== fields.kind && before.deviceCount > 0)
      throw invalidField('kind', `型号${before.name}正被${before.deviceCount}台设备使用，类别不能修改`);
    return {
      fields,
      names: new Map(),
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
    refuse: (t) => (t.deviceCount > 0 ? blocked(`型号${t.name}正被${t.deviceCount}台设备使用，不能删除`) : null),
    set: null,
  });

/** Routes of 设备型号. */
export function deviceModelRoutes(app: FastifyInstance): void {
  route(app, model.modelPage, (ctx, q) => pageModels(ctx, q));
  route(app, model.modelAdd, modelWrites.add);
  route(app, model.modelUpdate, modelWrites.update);
  route(app, model.modelDel, (ctx, { ids }) => deleteModels(ctx, ids));
  route(app, model.modelChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      requireRow(await findModel(trx, ctx, q.id), noun);
      return historyPage(trx, ctx, modelRegister.entity, q);
    }),
  );
}
