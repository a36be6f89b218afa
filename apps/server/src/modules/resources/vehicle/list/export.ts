import { labelOf } from '@tongda/contract/base/dictionary/calls';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { vehiclePaper } from '@tongda/contract/resources/enums';
import { type VehicleRow, vehicleExport } from '@tongda/contract/resources/vehicle/calls';
import { vehicleColumns } from '@tongda/contract/resources/vehicle/columns';
import { sql } from 'kysely';
import { readInChunks, registerExport } from '../../../../core/export/definition';
import type { Ctx } from '../../../../core/http/ctx';
import { maskedVehicle } from '../record/mask';
import { countVehicles, listVehicles } from './repo';

type Query = Parsed<typeof vehicleExport>;

/** The register as a file. */
export const vehicleFile = registerExport<typeof vehicleExport, VehicleRow>({
  endpoint: vehicleExport,
  module: '车辆管理',
  name: '车辆',
  columns: vehicleColumns,
  condition: conditionOf,
  count: (ctx, q) => ctx.db((trx) => countVehicles(trx, ctx, q)),
  rows: async function* (ctx, q) {
    const all = readInChunks((limit, offset) => ctx.db((trx) => listVehicles(trx, ctx, { ...q, limit, offset })));
    for await (const row of all) yield maskedVehicle(ctx, row);
  },
  cells: {
    probeCount: (row) => (row.probeCount > 0 ? `已配${row.probeCount}` : '未配'),
    otherPaperDate: (row) => (row.otherPaper ? `${vehiclePaper.label(row.otherPaper)} ${row.otherPaperDate}` : ''),
  },
});

const tabNames = {
  available: '可用',
  maintenance: '维修中',
  disabled: '停用',
  soon: '证照30天内到期',
  expired: '证照已过期',
  noDevice: '未绑定设备',
} as const;

/** `车牌号：沪A；所属车队：华东冷链一队`: what the list was filtered by, in words. */
async function conditionOf(ctx: Ctx, q: Query): Promise<string> {
  const names = await ctx.db((trx) =>
    sql<{ kind: string; name: string }>`
      select '所属组织' as kind, name from org where id = ${q.orgId ?? null}
      union all select '所属车队', name from fleet where id = ${q.fleetId ?? null}
      union all select '承运商', name from carrier where id = ${q.carrierId ?? null}`.execute(trx),
  );
  const code = (label: string, dict: string, value: number | undefined): string[] =>
    value === undefined ? [] : [`${label}：${labelOf(dict, value)}`];
  const words = [
    ...(q.ids ? [`勾选的${q.ids.length}辆`] : []),
    ...(q.plateNo ? [`车牌号：${q.plateNo}`] : []),
    ...(q.remarkNo ? [`车辆备注：${q.remarkNo}`] : []),
    ...names.rows.map((r) => `${r.kind}：${r.name}`),
    ...code('状态', 'vehicleStatus', q.vehicleStatus),
    ...code('车辆来源', 'vehicleCq', q.vehicleCq),
    ...code('使用方式', 'usageModeList', q.usageMode),
    ...code('温区', 'temperatureType', q.temperatureType),
    ...(q.vehicleType ? [`车辆类型：${q.vehicleType}`] : []),
    ...(q.hasDevice === undefined ? [] : [q.hasDevice === 1 ? '已绑定设备' : '未绑定设备']),
    ...code('视频监控', 'videoMonitoring', q.videoMonitoring),
    ...(q.expire ? [q.expire === 'soon' ? '证照30天内到期' : '证照已过期'] : []),
    ...(q.tab ? [tabNames[q.tab]] : []),
  ];
  return words.join('；');
}
