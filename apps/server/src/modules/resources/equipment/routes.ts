import * as lock from '@tongda/contract/resources/equipment/lock';
import { lockCommands, lockRemoteOpen, lockTempCode } from '@tongda/contract/resources/equipment/lock-command';
import * as portable from '@tongda/contract/resources/equipment/portable';
import { recorderFiles } from '@tongda/contract/resources/equipment/recorder-files';
import { portableTrip, portableWay } from '@tongda/contract/resources/equipment/recorder-trip';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { orgOrNone, visibleResources } from '../../base/org/door';
import { lockImportDefinition, portableImportDefinition } from './import';
import { giveTempCode, listLockCommands, openFromAfar } from './lock/ask';
import { findLock, lockRows } from './lock/repo';
import { bindLock, deleteLocks, lockEntity, lockWrites, unbindLock } from './lock/writes';
import {
  bindPortable,
  deletePortables,
  portableEntity,
  portableWrites,
  setPortableParam,
  unbindPortable,
} from './portable';
import { findPortable, listPortables, portableRows } from './portable-repo';
import { pageRecorderFiles } from './recorder-files';
import { listTrips, readWay, switchTrip } from './recorder-trip';
import { listBindings } from './refs';

const bindPortables = serveRegister({
  of: portable.portableRegister,
  entity: portableEntity.entity,
  module: '便携式温控仪',
  columns: portable.portableColumns,
  rows: portableRows,
  detail: {
    call: portable.portableDetail,
    read: async (trx, ctx, id) => {
      const found = await findPortable(trx, ctx, id);
      if (!found) return undefined;
      const bindings = await listBindings(trx, ctx, 'portable_binding', id);
      return { ...found, bindings, trips: await listTrips(trx, ctx, id) };
    },
  },
  add: portableWrites.add,
  update: portableWrites.update,
  del: (ctx, { ids }) => deletePortables(ctx, ids),
  imports: portableImportDefinition,
});

const bindLocks = serveRegister({
  of: lock.lockRegister,
  entity: lockEntity.entity,
  module: '蓝牙锁',
  columns: lock.lockColumns,
  rows: lockRows,
  detail: {
    call: lock.lockDetail,
    read: async (trx, ctx, id) => {
      const found = await findLock(trx, ctx, id);
      if (!found) return undefined;
      const { boundTo: _vehicle, ...row } = found;
      return { ...row, bindings: await listBindings(trx, ctx, 'lock_binding', id) };
    },
  },
  add: lockWrites.add,
  update: lockWrites.update,
  del: (ctx, { ids }) => deleteLocks(ctx, ids),
  imports: lockImportDefinition,
});

/** Routes of 便携式温控仪 and 蓝牙锁: their registers and bindings. */
export function equipmentRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindPortables(app, deps);
  serveRecycle(app, {
    calls: portable.portableRegister.recycle,
    of: portableEntity,
    name: sql`t.device_no`,
    detail: sql`concat_ws(' · ', nullif(t.name, ''), (select o.name from org o where o.id = t.org_id))`,
    see: (ctx) => orgOrNone(ctx, 't.org_id'),
    refs: { org_id: 'org', model_id: 'device_model' },
  });
  route(app, portable.portableOptions, (ctx) => ctx.db((trx) => listPortables(trx, ctx)));
  route(app, portable.portableBind, bindPortable);
  route(app, portable.portableUnbind, unbindPortable);
  route(app, portable.portableSetParam, setPortableParam);
  route(app, portableTrip, switchTrip);
  route(app, portableWay, readWay);
  route(app, recorderFiles, (ctx, input) => pageRecorderFiles(ctx, deps.secrets, input));
  bindLocks(app, deps);
  serveRecycle(app, {
    calls: lock.lockRegister.recycle,
    of: lockEntity,
    name: sql`t.lock_no`,
    detail: sql`concat_ws(' · ', t.mac, (select o.name from org o where o.id = t.org_id))`,
    see: (ctx) => visibleResources(ctx, 'lock', 't', 'edit', false),
    refs: { org_id: 'org', model_id: 'device_model' },
  });
  route(app, lock.lockBind, bindLock);
  route(app, lock.lockUnbind, unbindLock);
  route(app, lockRemoteOpen, openFromAfar);
  route(app, lockTempCode, giveTempCode);
  route(app, lockCommands, listLockCommands);
}
