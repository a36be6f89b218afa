import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalNumber, reasonOf } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { terminalForm } from '../../core/field/terminal-number';
import { id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { repairRequestColumns, repairRequestFilters, repairRequestMore, repairRequestRow, stateCounts } from './calls';

/** 维修受理 of the provider: the requests of all companies, who goes there, and what he found. */
const base = '/api/base/repairManage' as const;
const read = { menu: menus.repairManage.id } as const;
const text = z.string();

export const repairWorkRow = repairRequestRow.extend({ clientName: text });
export type RepairWorkRow = z.infer<typeof repairWorkRow>;
export const repairWorkFilters = filterSet({
  ...repairRequestFilters.table,
  client: by.text('企业', { max: 50, width: 170, columns: ['c.name'] }),
  engineer: by.text('工程师', { max: 20, width: 140 }),
});
const filters = repairWorkFilters.schema;
export type RepairWorkFilters = z.output<typeof filters>;

export const repairWorkPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '维修受理列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(repairWorkRow),
});
export const repairWorkCount = endpoint({
  path: `${base}/stateCount`,
  access: read,
  title: '维修受理各状态数量',
  output: stateCounts,
});
export const repairWorkDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '维修受理详情',
  input: z.object({ id }),
  output: repairWorkRow.extend(repairRequestMore),
});
const one = { id, version };
const written = z.object({ id, state: z.number(), version: z.number() });
const handle = button('repairManage', 'handle');
export const repairWorkAssign = endpoint({
  path: `${base}/assign`,
  access: button('repairManage', 'assign'),
  title: '派单',
  input: z.object({
    ...one,
    engineer: z.string('请填写工程师').trim().min(2, '工程师至少2个字符').max(20, '工程师最多20个字符'),
    engineerPhone: z.string('请填写工程师电话').trim().regex(patterns.phone.regex, patterns.phone.message),
  }),
  output: written,
});
export const repairWorkStart = endpoint({
  path: `${base}/start`,
  access: handle,
  title: '开始处理报修',
  input: z.object(one),
  output: written,
});
export const repairWorkFinish = endpoint({
  path: `${base}/finish`,
  access: handle,
  title: '完成报修',
  input: z.object({
    ...one,
    result: z.string('请填写处理结果').trim().min(2, '处理结果至少2个字符').max(300, '处理结果最多300个字符'),
    feeYuan: optionalNumber({ min: 0, max: 99_999, places: 2, unit: '元' }),
    /** number of the terminal that was put in its place; blank: the same one works again */
    replacedNo: z
      .string()
      .trim()
      .regex(/^(?:\d{6,20})?$/u, '更换终端编号为6~20位数字')
      .overwrite(terminalForm)
      .default(''),
  }),
  output: written,
});
export const repairWorkRefuse = endpoint({
  path: `${base}/refuse`,
  access: handle,
  title: '退回报修',
  input: z.object({ ...one, reason: reasonOf('退回原因') }),
  output: written,
});
export const repairWorkExport = endpoint({
  path: `${base}/export`,
  access: button('repairManage', 'export'),
  title: '导出维修受理',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});
export const repairWorkChangeHis = changeHisCall(base, read, '报修单');

/** Who plans the visits looks for their day first. */
const isVisit = ({ value }: { value: string }): boolean => value === 'visitDate';
export const repairWorkColumns = columns<RepairWorkRow>()([
  ...repairRequestColumns.slice(0, 2),
  ...repairRequestColumns.filter(isVisit),
  { value: 'clientName', label: '企业', width: 150 },
  ...repairRequestColumns.slice(2).filter((column) => !isVisit(column)),
]);
