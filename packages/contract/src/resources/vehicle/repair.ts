import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { optionalId, optionalNumber } from '../../core/field/inputs';
import { defineMachine } from '../../core/machine';
import { dateTime, id, pageOf, pageQuery, requiredTime } from '../../core/page';
import { changeHisCall, filterCode, version } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { vehicleRead } from './access';
import { maintainStatus, repairKind } from './enums';

const base = '/api/base/manage/vehicle/repair';
const access = button('vehicle', 'repair');

/** How many files (bills, pictures, reports) an order may have. */
export const maxRepairFiles = 6;

/** The states of a 维修保养 order and the steps between them (resources.md 1.4). */
export const repairMachine = defineMachine(maintainStatus, {
  edit: {
    from: [maintainStatus.pending, maintainStatus.inRepair, maintainStatus.done],
    to: null,
    label: '编辑',
  },
  start: { from: [maintainStatus.pending], to: maintainStatus.inRepair, label: '开始' },
  finish: { from: [maintainStatus.inRepair], to: maintainStatus.done, label: '完成' },
  cancel: { from: [maintainStatus.pending, maintainStatus.inRepair], to: maintainStatus.cancelled, label: '取消' },
});
export type RepairVerb = (typeof repairMachine.verbs)[number];

const text = z.string();
const nullable = z.string().nullable();
const picture = z.object({ id, name: text, url: text, image: z.boolean() });

const repairRow = z.object({
  id,
  repairCode: text,
  kind: z.literal(repairKind.codes),
  maintainStatus: z.literal(maintainStatus.codes),
  reason: text,
  workshop: text,
  reportTime: dateTime,
  startTime: dateTime.nullable(),
  endTime: dateTime.nullable(),
  /** odometer at the time of the work, km */
  mileageKm: z.number().nullable(),
  costYuan: z.number().nullable(),
  parts: text,
  remark: text,
  files: z.array(picture),
  cancelReason: text,
  /** the alarm that the order was made from */
  alarmId: nullable,
  createUser: text,
  updateUser: text,
  updateTime: dateTime,
  version: z.number(),
});
export type RepairRow = z.infer<typeof repairRow>;

export const repairColumns = columns<RepairRow>()([
  { value: 'repairCode', label: '单号', width: 128, fixed: 'left', noEdit: true },
  { value: 'kind', label: '类别', width: 52, dict: 'repairKind' },
  { value: 'maintainStatus', label: '状态', width: 76, dict: 'maintainStatus', sortable: true },
  { value: 'reason', label: '原因', width: 170 },
  { value: 'costYuan', label: '费用(元)', width: 84, align: 'right', sortable: true },
  { value: 'startTime', label: '开始时间', width: 112, sortable: true },
  { value: 'endTime', label: '完成时间', width: 112, sortable: true },
  { value: 'mileageKm', label: '里程(km)', width: 84, align: 'right', sortable: true },
  { value: 'workshop', label: '维修厂', width: 140 },
  { value: 'parts', label: '更换配件', width: 150 },
  { value: 'files', label: '附件', width: 52, align: 'right' },
  { value: 'reportTime', label: '报修时间', width: 112, sortable: true },
  { value: 'createUser', label: '登记人', width: 76 },
]);

export const repairPage = endpoint({
  path: `${base}/page`,
  access: vehicleRead,
  title: '车辆维修保养记录',
  input: pageQuery.extend({
    vehicleId: id,
    kind: filterCode(repairKind.codes),
    maintainStatus: filterCode(maintainStatus.codes),
  }),
  output: pageOf(repairRow),
});

/** Distance and days before the next upkeep from which it is warned of. */
export const upkeepSoon = { km: 1000, days: 15 } as const;

/** 下次保养, calculated from the vehicle's interval and its last finished upkeep. */
const nextUpkeep = z.object({
  /** day of the last upkeep and the odometer at that time, km */
  lastDate: nullable,
  lastKm: z.number().nullable(),
  dueKm: z.number().nullable(),
  /** negative: overdue */
  leftKm: z.number().nullable(),
  dueDate: nullable,
  leftDays: z.number().nullable(),
  state: z.enum(['unknown', 'ok', 'soon', 'over']),
});
export type NextUpkeep = z.infer<typeof nextUpkeep>;

/** Number and cost of the orders of the last 12 months, number of open orders, and when the next upkeep is due. */
export const repairSummary = endpoint({
  path: `${base}/summary`,
  access: vehicleRead,
  title: '车辆维修保养合计',
  input: z.object({ vehicleId: id }),
  output: z.object({
    repairs: z.number(),
    upkeeps: z.number(),
    /** null: the caller's role hides costs */
    costYuan: z.number().nullable(),
    open: z.number(),
    /** present odometer, km; null while unknown */
    odometerKm: z.number().nullable(),
    /** null: the vehicle has no interval */
    next: nextUpkeep.nullable(),
  }),
});
export type RepairSummary = z.infer<typeof repairSummary.output>;

const optionalTime = z
  .union([z.literal(''), dateTime])
  .nullish()
  .transform((time) => time || null);
const textField = (noun: string, max: number) => z.string().trim().max(max, `${noun}最多${max}个字符`).default('');

const facts = {
  kind: z.literal(repairKind.codes, '请选择类别'),
  reason: z.string('请填写原因').trim().min(2, '原因至少2个字符').max(200, '原因最多200个字符'),
  workshop: textField('维修厂', 50),
  reportTime: requiredTime('请选择报修时间'),
  /** an order with a start is in the workshop, one with an end is done */
  startTime: optionalTime,
  endTime: optionalTime,
  mileageKm: optionalNumber({ min: 0, max: 9_999_999, places: 1, unit: 'km' }),
  costYuan: optionalNumber({ min: 0, max: 9_999_999.99, places: 2, unit: '元' }),
  parts: textField('更换配件', 500),
  remark: textField('备注', 500),
  fileIds: z.array(id).max(maxRepairFiles, `附件最多${maxRepairFiles}个`).default([]),
};

interface Times {
  reportTime?: string | null;
  startTime?: string | null;
  endTime?: string | null;
}
/** Rules for the order of the times; wire times compare as texts. */
const timeRules: ReadonlyArray<CrossRule<Times>> = [
  { path: 'startTime', fault: (v) => (v.endTime && !v.startTime ? '填写完成时间时须填写开始时间' : null) },
  {
    path: 'startTime',
    fault: (v) => (v.reportTime && v.startTime && v.startTime < v.reportTime ? '开始时间不能早于报修时间' : null),
  },
  {
    path: 'endTime',
    fault: (v) => (v.startTime && v.endTime && v.endTime <= v.startTime ? '完成时间须晚于开始时间' : null),
  },
];
export const repairAdd = endpoint({
  path: `${base}/add`,
  access,
  title: '登记维修保养',
  input: withCrossRules(z.object({ vehicleId: id, ...facts, alarmId: optionalId }), timeRules),
  output: z.object({ id, repairCode: text, maintainStatus: z.number() }),
});
const written = z.object({ id, maintainStatus: z.number(), version: z.number() });
export const repairUpdate = endpoint({
  path: `${base}/update`,
  access,
  title: '编辑维修保养',
  input: withCrossRules(z.object({ id, version, ...facts }), timeRules),
  output: written,
});
export const repairStart = endpoint({
  path: `${base}/start`,
  access,
  title: '开始维修保养',
  input: z.object({
    id,
    version,
    startTime: requiredTime('请选择开始时间'),
    workshop: facts.workshop,
    mileageKm: facts.mileageKm,
  }),
  output: written,
});
export const repairFinish = endpoint({
  path: `${base}/finish`,
  access,
  title: '完成维修保养',
  input: z.object({
    id,
    version,
    endTime: requiredTime('请选择完成时间'),
    mileageKm: facts.mileageKm,
    costYuan: facts.costYuan,
    parts: facts.parts,
    remark: facts.remark,
    fileIds: facts.fileIds,
  }),
  output: written,
});
export const repairCancel = endpoint({
  path: `${base}/cancel`,
  access,
  title: '取消维修保养',
  input: z.object({
    id,
    version,
    reason: z.string('请填写取消原因').trim().min(2, '取消原因至少2个字符').max(200, '取消原因最多200个字符'),
  }),
  output: written,
});
export const repairChangeHis = changeHisCall(base, vehicleRead, '维修保养');
