import { z } from 'zod';
import { textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { choiceFilter, multiChoiceFilter, searchFilter } from '../kit/filters';
import { report } from '../kit/report';

/** What was changed, by the entity of the change history; what has no word of its own here is 其他. */
export const changedThings = {
  vehicle: '车辆',
  device: '终端',
  driver: '司机',
  fleet: '车队',
  carrier: '承运商',
  customer: '客户',
  store: '门店与仓库',
  portableDevice: '便携设备',
  bluetoothLock: '蓝牙锁',
  card: '卡片',
  deviceModel: '设备型号',
  place: '区域与站点',
  transportRoute: '线路',
  routePlan: '线路规划',
  alarmRule: '报警规则',
  user: '用户',
  role: '角色',
  org: '部门',
  auth: '资源授权',
  waybill: '运单',
  shipment: '发运',
  lineBinding: '线路绑定',
  export: '导出文件',
  other: '其他',
} as const;

/** 操作日志 (report.md 8.2): who changed what and when; nobody changes or deletes a line of it. */
export const operationLogReport = report({
  screen: 'operationLog',
  menu: 'operationLog',
  base: '/api/report/custom/operationLog',
  unit: '条',
  range: { maxDays: 31, first: 'today' },
  auto: true,
  order: 'time desc',
  filters: {
    keyword: { ...searchFilter('对象、动作、改动的内容'), width: 230 },
    user: { ...searchFilter('操作人'), width: 150 },
    action: { ...searchFilter('动作'), width: 120 },
    things: multiChoiceFilter('模块', changedThings, 170),
    proxy: choiceFilter('代操作', { all: '全部', only: '仅代操作', none: '本人操作' }, 'all', 150),
  },
  columns: {
    time: timeColumn('时间', { fixed: 'left' }),
    user: textColumn('操作人', 130, { sortable: true }),
    /** who really did it, when staff of the provider acted as that user */
    proxy: textColumn('代操作', 120),
    thing: wordsColumn('模块', 104, changedThings, { sortable: true }),
    action: textColumn('动作', 120, { sortable: true }),
    name: textColumn('对象', 190),
    fields: textColumn('改动', 380),
    ip: textColumn('IP', 120),
  },
  fields: {
    changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
  },
  hint: '只有管理员看到全部人的操作，其他人只看到自己的；点详情看改动前后',
  empty: { title: '暂无操作记录', text: '换一个日期，或放宽操作人和模块' },
});
