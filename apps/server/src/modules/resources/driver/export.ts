import type { Parsed } from '@tongda/contract/core/endpoint';
import { type DriverRow, driverColumns, driverExport, driverSensitive } from '@tongda/contract/resources/driver/calls';
import { driverStatus } from '@tongda/contract/resources/enums';
import { inChunks, registerExport } from '../../../core/export/definition';
import { conditionWords } from '../../../core/export/words';
import type { Ctx } from '../../../core/http/ctx';
import { countDrivers, listDrivers, maskedDriver } from './repo';
import { scored } from './score';

/** Drivers as a file; numbers in full for those who may see them. */
export const driverFile = registerExport<typeof driverExport, DriverRow>({
  endpoint: driverExport,
  module: '司机管理',
  name: '司机',
  columns: driverColumns,
  condition: (ctx: Ctx, q: Parsed<typeof driverExport>) =>
    conditionWords(ctx, q, '名', {
      name: '姓名',
      phone: '手机号',
      orgId: ['org', '所属组织'],
      fleetId: ['fleet', '所属车队'],
      carrierId: ['carrier', '承运商'],
      licenseClass: '准驾车型',
      status: ['code', '状态', driverStatus.typeCode],
      expire: ['words', '证件', { soon: '30天内到期', expired: '已过期' }],
      hasVehicle: ['words', '驾驶车辆', { 1: '有', 0: '无' }],
      hasAccount: ['words', '司机端账号', { 1: '已开通', 0: '未开通' }],
      tab: [
        'words',
        '分类',
        { employed: '在职', disabled: '停用', left: '离职', soon: '证件30天内到期', expired: '证件已过期' },
      ],
    }),
  count: (ctx, q) => ctx.db((trx) => countDrivers(trx, ctx, q)),
  rows: async function* (ctx, q) {
    const full = ctx.can(driverSensitive);
    for await (const row of inChunks((limit, offset) =>
      ctx.db(async (trx) => scored(trx, ctx, await listDrivers(trx, ctx, { ...q, limit, offset }))),
    ))
      yield full ? row : maskedDriver(row);
  },
});
