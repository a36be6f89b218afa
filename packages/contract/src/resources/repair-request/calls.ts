import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { reasonOf, requiredDate } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { terminalSearch } from '../../core/field/terminal-number';
import { defineMachine } from '../../core/machine';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { changeHisCall, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { repairFault, repairRequestState, visitHalf } from './enums';

/** 报修: a company books the visit of an engineer for one of its terminals. */
const base = '/api/base/repair' as const;
const read = { menu: menus.reportForRepair.id } as const;
const text = z.string();

const { waiting, accepted, working, done, rated, cancelled } = repairRequestState;
/** The steps of a request: those of the company, then those of the provider. */
export const repairRequestMachine = defineMachine(repairRequestState, {
  reschedule: { from: [waiting, accepted], to: waiting, label: '改约' },
  cancel: { from: [waiting, accepted], to: cancelled, label: '取消' },
  rate: { from: [done], to: rated, label: '评价' },
  assign: { from: [waiting, accepted], to: accepted, label: '派单' },
  start: { from: [accepted], to: working, label: '开始处理' },
  finish: { from: [working], to: done, label: '完成' },
  refuse: { from: [waiting, accepted], to: cancelled, label: '退回' },
});
export type RepairRequestVerb = (typeof repairRequestMachine.verbs)[number];

export const maxRequestPhotos = 6;
const picture = z.object({ id, name: text, url: text, image: z.boolean() });

export const repairRequestRow = z.object({
  id,
  requestNo: text,
  state: z.literal(repairRequestState.codes),
  plateNo: text,
  deviceId: id,
  terminalNo: text,
  model: text,
  faults: z.array(z.literal(repairFault.codes)),
  /** the faults in words */
  faultText: text,
  description: text,
  visitDate: dateOnly,
  visitHalf: z.literal(visitHalf.codes),
  address: text,
  contact: text,
  phone: text,
  engineer: text,
  engineerPhone: text,
  doneTime: dateTime.nullable(),
  /** 1 to 5; null until the company rated the visit */
  score: z.number().nullable(),
  applyUser: text,
  createTime: dateTime,
  version: z.number(),
});
export type RepairRequestRow = z.infer<typeof repairRequestRow>;

/** What stands in a request beside its line. */
export const repairRequestMore = {
  photos: z.array(picture),
  result: text,
  /** what the visit cost; null: nothing said, or free of charge */
  feeFen: z.number().nullable(),
  /** terminal that was put in place of the broken one */
  replacedNo: text,
  comment: text,
  cancelReason: text,
} as const;

export const repairRequestFilters = filterSet({
  state: by.code('状态', repairRequestState, { bar: false }),
  keyword: by.text('报修单号、终端编号、车牌', {
    form: terminalSearch,
    max: 30,
    main: true,
    width: 230,
    columns: ['request_no', 'terminal_no', 'plate_no'],
  }),
  fault: by.own(by.code('故障类型', repairFault, { width: 150 })),
  visitFrom: by.days('预约日期', 'visitTo', { columns: ['visit_on'] }),
});
const filters = repairRequestFilters.schema;
export type RepairRequestFilters = z.output<typeof filters>;

export const repairRequestPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '报修预约列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(repairRequestRow),
});
export const stateCounts = z.array(z.object({ state: z.number(), count: z.number() }));
export const repairRequestCount = endpoint({
  path: `${base}/stateCount`,
  access: read,
  title: '报修预约各状态数量',
  output: stateCounts,
});
export const repairRequestDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '报修单详情',
  input: z.object({ id }),
  output: repairRequestRow.extend(repairRequestMore),
});
export type RepairRequestDetail = z.infer<typeof repairRequestDetail.output>;

const add = button('reportForRepair', 'add');
/** Terminals in vehicles that the user sees, with what is known of their health; `openNo`: the request that is still open for one. */
export const repairRequestDevices = endpoint({
  path: `${base}/deviceOptions`,
  access: add,
  title: '可报修的终端',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').optional(), id: id.optional() }),
  output: z.array(
    z.object({
      id,
      name: text,
      plateNo: text,
      model: text,
      deviceStatus: z.number().nullable(),
      offlineFor: text,
      lastTime: dateTime.nullable(),
      openNo: text.nullable(),
    }),
  ),
});
export type RepairDevice = z.infer<typeof repairRequestDevices.output>[number];

/** Halves of the coming working days in which an engineer still has time. */
export const repairRequestSlots = endpoint({
  path: `${base}/slots`,
  access: read,
  title: '可预约的时段',
  output: z.array(z.object({ date: dateOnly, half: z.literal(visitHalf.codes), left: z.number() })),
});

const visit = {
  visitDate: requiredDate('请选择预约日期'),
  visitHalf: z.literal(visitHalf.codes, '请选择时段'),
  address: z.string('请填写地点').trim().min(2, '地点至少2个字符').max(100, '地点最多100个字符'),
  contact: z.string('请填写联系人').trim().min(2, '联系人至少2个字符').max(10, '联系人最多10个字符'),
  phone: z.string('请填写手机').trim().regex(patterns.phone.regex, patterns.phone.message),
};
export const repairRequestAdd = endpoint({
  path: `${base}/add`,
  access: add,
  title: '新增报修',
  input: z.object({
    deviceId: z.string('请选择终端').regex(/^\d{1,19}$/u, '请选择终端'),
    faults: z.array(z.literal(repairFault.codes), '请选择故障类型').min(1, '请选择故障类型').max(9),
    description: z.string('请填写故障描述').trim().min(5, '故障描述至少5个字符').max(300, '故障描述最多300个字符'),
    ...visit,
    photoIds: z.array(id).max(maxRequestPhotos, `照片最多${maxRequestPhotos}张`).default([]),
  }),
  output: z.object({ id, requestNo: text }),
});
const one = { id, version };
const written = z.object({ id, state: z.number(), version: z.number() });
export const repairRequestUpdate = endpoint({
  path: `${base}/update`,
  access: button('reportForRepair', 'edit'),
  title: '改约',
  input: z.object({ ...one, ...visit }),
  output: written,
});
export const repairRequestCancel = endpoint({
  path: `${base}/cancel`,
  access: button('reportForRepair', 'cancel'),
  title: '取消报修',
  input: z.object({ ...one, reason: reasonOf('取消原因') }),
  output: written,
});
export const repairRequestRate = endpoint({
  path: `${base}/rate`,
  access: button('reportForRepair', 'rate'),
  title: '评价报修',
  input: z.object({
    ...one,
    score: z.number('请选择评分').int('请选择评分').min(1, '评分为1~5分').max(5, '评分为1~5分'),
    comment: z.string().trim().max(200, '评价最多200个字符').default(''),
  }),
  output: written,
});
export const repairRequestChangeHis = changeHisCall(base, read, '报修单');

export const repairRequestColumns = columns<RepairRequestRow>()([
  { value: 'requestNo', label: '报修单号', width: 150, fixed: 'left', noEdit: true },
  { value: 'state', label: '状态', width: 80, dict: 'repairRequestState' },
  { value: 'plateNo', label: '车牌', width: 112 },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'model', label: '型号', width: 90 },
  { value: 'faultText', label: '故障类型', width: 130 },
  { value: 'description', label: '描述', width: 200 },
  { value: 'visitDate', label: '预约时间', width: 128, sortable: true },
  { value: 'address', label: '地点', width: 180 },
  { value: 'contact', label: '联系人', width: 80 },
  { value: 'phone', label: '电话', width: 112 },
  { value: 'engineer', label: '工程师', width: 84 },
  { value: 'engineerPhone', label: '工程师电话', width: 112 },
  { value: 'doneTime', label: '完成时间', width: 140, sortable: true },
  { value: 'score', label: '评价', width: 72, align: 'right', sortable: true },
  { value: 'applyUser', label: '报修人', width: 84 },
  { value: 'createTime', label: '报修时间', width: 140, sortable: true },
]);
