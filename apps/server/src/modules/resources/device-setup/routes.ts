import * as pack from '@tongda/contract/resources/device-setup/package';
import * as template from '@tongda/contract/resources/device-setup/template';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../../core/blob/store';
import type { ExportDeps } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { deletePackages, packageRegister, packageRows, publishPackage, uploadPackage } from './package';
import { actOnTask, listTasks, pageItems, startUpgrade } from './rollout';
import { applyTemplate, deleteTemplates, templateRegister, templateRows, templateWrites } from './template';

const bindTemplates = serveRegister({
  of: {
    noun: '参数模板',
    unit: '个',
    filters: template.templateFilters.table,
    page: template.templatePage,
    add: template.templateAdd,
    update: template.templateUpdate,
    del: template.templateDel,
    changeHis: template.templateChangeHis,
  },
  entity: templateRegister.entity,
  module: '便携设备参数设置',
  columns: template.templateColumns,
  rows: templateRows,
  add: templateWrites.add,
  update: templateWrites.update,
  del: (ctx, { ids }) => deleteTemplates(ctx, ids),
});

const bindPackages = serveRegister({
  of: {
    noun: '升级包',
    unit: '个',
    filters: pack.packageFilters.table,
    page: pack.packagePage,
    changeHis: pack.packageChangeHis,
  },
  entity: packageRegister.entity,
  module: '便携设备升级包',
  columns: pack.packageColumns,
  rows: packageRows,
});

/** Routes of 参数设置 and 升级包 of the provider's staff. */
export function deviceSetupRoutes(app: FastifyInstance, deps: ExportDeps, blobs: BlobStore): void {
  bindTemplates(app, deps);
  route(app, template.templateApply, applyTemplate);
  bindPackages(app, deps);
  route(app, pack.packageUpload, (ctx, _input, { req }) => uploadPackage(ctx, blobs, req));
  route(app, pack.packagePublish, publishPackage);
  route(app, pack.packageDel, (ctx, { ids }) => deletePackages(ctx, blobs, ids));
  route(app, pack.upgradeStart, startUpgrade);
  route(app, pack.upgradeTasks, listTasks);
  route(app, pack.upgradeItems, pageItems);
  route(app, pack.upgradeAct, actOnTask);
}
