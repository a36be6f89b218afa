import { deviceStatus } from '@tongda/contract/resources/device/enums';
import { lockStatus } from '@tongda/contract/resources/enums';
import * as lock from '@tongda/contract/resources/equipment/lock';
import * as portable from '@tongda/contract/resources/equipment/portable';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeConditions } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { historyPage } from '../../../core/record/history';
import { lockImportDefinition, portableImportDefinition } from './import';
import { addLock, bindLock, deleteLocks, lockEntity, unbindLock, updateLock } from './lock';
import { countLocks, findLock, listLocks } from './lock-repo';
import { addPortable, bindPortable, deletePortables, portableEntity, unbindPortable, updatePortable } from './portable';
import { countPortables, findPortable, listPortables } from './portable-repo';
import { bindingsOf } from './refs';

const portableFile = registerExport<typeof portable.portableExport, portable.PortableRow>({
  endpoint: portable.portableExport,
  module: '便携式温控仪',
  name: '便携设备',
  columns: portable.portableColumns,
  condition: (ctx, q) =>
    describeConditions(ctx, q, '台', {
      keyword: '设备编号/名称',
      model: '型号',
      status: ['code', '状态', deviceStatus.typeCode],
      usageMode: ['code', '使用方式', usageModeList.typeCode],
      bindName: '绑定对象',
      bound: ['words', '绑定', { 1: '已绑定', 0: '未绑定' }],
      expire: ['words', '服务', { soon: '30天内到期', expired: '已过期' }],
    }),
  count: (ctx, q) => ctx.db((trx) => countPortables(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listPortables(trx, ctx, { ...q, limit, offset }))),
});
const lockFile = registerExport<typeof lock.lockExport, lock.LockRow>({
  endpoint: lock.lockExport,
  module: '蓝牙锁',
  name: '蓝牙锁',
  columns: lock.lockColumns,
  condition: (ctx, q) =>
    describeConditions(ctx, q, '把', {
      keyword: '锁编号/MAC',
      plateNo: '车牌号',
      lockStatus: ['code', '锁状态', lockStatus.typeCode],
      low: ['words', '电量', { 1: '低于20%' }],
    }),
  count: (ctx, q) => ctx.db((trx) => countLocks(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listLocks(trx, ctx, { ...q, limit, offset }))),
});

/** Portable recorders and Bluetooth locks: what the company has, and where each is and was. */
export function equipmentRoutes(app: FastifyInstance, deps: ExportDeps): void {
  portableRoutes(app, deps);
  bindImportRoutes(app, portableImportDefinition);
  lockRoutes(app, deps);
  bindImportRoutes(app, lockImportDefinition);
}

function portableRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, portable.portablePage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listPortables(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countPortables(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, portable.portableDetail, (ctx, { id }) =>
    ctx.db(async (trx) => ({
      ...requireRow(await findPortable(trx, ctx, id), portableEntity.noun),
      bindings: await bindingsOf(trx, ctx, 'portable_binding', id),
    })),
  );
  route(app, portable.portableAdd, (ctx, input) => addPortable(ctx, input));
  route(app, portable.portableUpdate, (ctx, input) => updatePortable(ctx, input));
  route(app, portable.portableDel, (ctx, { ids }) => deletePortables(ctx, ids));
  route(app, portable.portableBind, (ctx, input) => bindPortable(ctx, input));
  route(app, portable.portableUnbind, (ctx, input) => unbindPortable(ctx, input));
  route(app, portable.portableExport, (ctx, input) => enqueueExport(deps, ctx, portableFile, input));
  route(app, portable.portableChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      requireRow(await findPortable(trx, ctx, q.id), portableEntity.noun);
      return historyPage(trx, ctx, portableEntity.entity, q);
    }),
  );
}

function lockRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, lock.lockPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listLocks(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countLocks(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, lock.lockDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const { vehicleId: _vehicle, ...row } = requireRow(await findLock(trx, ctx, id), lockEntity.noun);
      return { ...row, bindings: await bindingsOf(trx, ctx, 'lock_binding', id) };
    }),
  );
  route(app, lock.lockAdd, (ctx, input) => addLock(ctx, input));
  route(app, lock.lockUpdate, (ctx, input) => updateLock(ctx, input));
  route(app, lock.lockDel, (ctx, { ids }) => deleteLocks(ctx, ids));
  route(app, lock.lockBind, (ctx, input) => bindLock(ctx, input));
  route(app, lock.lockUnbind, (ctx, input) => unbindLock(ctx, input));
  route(app, lock.lockExport, (ctx, input) => enqueueExport(deps, ctx, lockFile, input));
  route(app, lock.lockChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      requireRow(await findLock(trx, ctx, q.id), lockEntity.noun);
      return historyPage(trx, ctx, lockEntity.entity, q);
    }),
  );
}
