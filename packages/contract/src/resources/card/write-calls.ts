import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { type CrossRule, withCrossRules } from '../../core/field/cross-rules';
import { optionalNumber } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { keysOf } from '../../core/keys';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, chosenIds, exportOptions } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { textType, writeContent, writeMode, writeStatus } from '../enums';

const base = '/api/base/manage/writeDevice';
const read = { menu: menus.writeDevice.id } as const;
const text = z.string();

/**
 * Limits of one task of 写入设备 (resources.md 1.10); `linePoints` and `lineSections` are those of a line (0x8606), `waitHours` is how long a task waits
 * for an offline terminal.
 */
export const writeLimits = {
  vehicles: 200,
  places: 24,
  contacts: 30,
  drivers: 100,
  linePoints: 500,
  lineSections: 200,
  waitHours: 72,
} as const;

/** Parameters of a terminal that can be written: number in the standard, label, unit and bounds. */
export const writeParams = {
  heartbeatS: { id: 0x0001, label: '心跳间隔', unit: 's', min: 10, max: 3600 },
  reportS: { id: 0x0029, label: '缺省定位上报间隔', unit: 's', min: 5, max: 3600 },
  sleepReportS: { id: 0x0027, label: '休眠时上报间隔', unit: 's', min: 30, max: 86_400 },
  speedLimitKmh: { id: 0x0055, label: '最高速度', unit: 'km/h', min: 20, max: 120 },
  overspeedS: { id: 0x0056, label: '超速持续时间', unit: 's', min: 1, max: 600 },
  driveLimitS: { id: 0x0057, label: '连续驾驶时间门限', unit: 's', min: 1800, max: 43_200 },
  restS: { id: 0x0059, label: '最小休息时间', unit: 's', min: 300, max: 7200 },
} as const;
export type WriteParam = keyof typeof writeParams;
const paramField = (key: WriteParam) => {
  const { min, max, unit } = writeParams[key];
  return optionalNumber({ min, max, places: 0, unit });
};

const vehicleIds = z
  .array(id, '请选择车辆')
  .min(1, '请选择车辆')
  .max(writeLimits.vehicles, `一次最多写入${writeLimits.vehicles}辆车`);

/** Somebody whom the driver can call from the cab, and who may call him there. */
export const phoneBookEntry = z.object({
  name: z.string('请输入姓名').trim().min(1, '请输入姓名').max(10, '姓名最多10个字符'),
  number: z
    .string('请输入电话')
    .trim()
    .min(1, '请输入电话')
    .regex(patterns.phoneOrTelephone.regex, patterns.phoneOrTelephone.message)
    .transform((number) => number.replaceAll('-', '')),
});
export type PhoneBookEntry = z.output<typeof phoneBookEntry>;

/** The form of a task; which of the fields are used depends on `content`. */
const fields = z.object({
  content: z.literal(writeContent.codes, '请选择写入内容'),
  text: z.string().trim().max(200, '最多200个字符').default(''),
  urgent: z.boolean().default(false),
  speak: z.boolean().default(true),
  textType: textType.schema.default(textType.notice),
  placeIds: z.array(id).max(writeLimits.places, `一次最多写入${writeLimits.places}个图形`).default([]),
  contacts: z.array(phoneBookEntry).max(writeLimits.contacts, `电话本最多${writeLimits.contacts}人`).default([]),
  driverIds: z.array(id).max(writeLimits.drivers, `司机白名单一次最多${writeLimits.drivers}人`).default([]),
  mode: z.literal(writeMode.codes, '请选择写入方式').default(writeMode.append),
  heartbeatS: paramField('heartbeatS'),
  reportS: paramField('reportS'),
  sleepReportS: paramField('sleepReportS'),
  speedLimitKmh: paramField('speedLimitKmh'),
  overspeedS: paramField('overspeedS'),
  driveLimitS: paramField('driveLimitS'),
  restS: paramField('restS'),
  vehicleIds,
});
export type WriteFields = z.output<typeof fields>;
const paramKeys = keysOf(writeParams);

/** The parameters that the form fills in, with their values. */
export const paramsToSet = (v: Partial<WriteFields>): Array<{ key: WriteParam; value: number }> =>
  paramKeys.flatMap((key) => {
    const value = v[key];
    return typeof value === 'number' ? [{ key, value }] : [];
  });

const crossRules: ReadonlyArray<CrossRule<WriteFields>> = [
  { path: 'text', fault: (v) => (v.content === writeContent.text && !v.text ? '请输入要显示的文本' : null) },
  {
    path: 'placeIds',
    fault: (v) => (v.content === writeContent.places && !v.placeIds?.length ? '请选择区域、站点或电子线路' : null),
  },
  {
    path: 'contacts',
    fault: (v) => (v.content === writeContent.phoneBook && !v.contacts?.length ? '请至少添加一个联系人' : null),
  },
  {
    // replaced by nobody, the list of the terminal is empty again
    path: 'driverIds',
    fault: (v) =>
      v.content === writeContent.driverList && v.mode !== writeMode.replace && !v.driverIds?.length
        ? '请选择司机'
        : null,
  },
  {
    path: 'heartbeatS',
    fault: (v) => (v.content === writeContent.params && paramsToSet(v).length === 0 ? '请至少填写一项参数' : null),
  },
];
const input = withCrossRules(fields, crossRules);

/** One vehicle of a task. */
export const writeRow = z.object({
  id,
  taskNo: text,
  vehicleId: id,
  plateNo: text,
  vehicleColor: z.number(),
  terminalNo: text,
  content: text,
  summary: text,
  status: z.number(),
  /** places that changed since they were written into this terminal, in words; empty: the terminal holds the present ones */
  outdated: text,
  /** what the terminal answered, in words */
  answer: text,
  tries: z.number(),
  createUser: text,
  createTime: dateTime,
  updateTime: dateTime,
  expireTime: dateTime,
});
export type WriteRow = z.infer<typeof writeRow>;
export const writeColumns = columns<WriteRow>()([
  { value: 'taskNo', label: '任务号', width: 136, fixed: 'left', noEdit: true },
  { value: 'plateNo', label: '车牌号', width: 118 },
  { value: 'content', label: '内容', width: 96, dict: 'writeContent' },
  { value: 'summary', label: '写入了什么', width: 260 },
  { value: 'status', label: '状态', width: 100, dict: 'writeStatus' },
  { value: 'outdated', label: '待更新', width: 170 },
  { value: 'answer', label: '终端应答', width: 260 },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'tries', label: '下发次数', width: 80, align: 'right' },
  { value: 'createUser', label: '操作人', width: 90 },
  { value: 'createTime', label: '下发时间', width: 136, sortable: true },
  { value: 'updateTime', label: '更新时间', width: 136, sortable: true },
]);

/** Filters of the list, `w` in their SQL. */
export const writeFilters = filterSet({
  plateNo: by.text('车牌号', { max: 20, main: true, width: 160, columns: ['v.plate_no'] }),
  taskNo: by.text('任务号', { max: 20, width: 180, columns: ['t.task_no'] }),
  content: by.word('内容', writeContent, { width: 150, columns: ['t.content'] }),
  status: by.own(by.code('状态', writeStatus, { width: 140 })),
  /** only what terminals hold in an older form */
  outdated: by.own(by.code('设备中的区域', { codes: [1], options: [{ code: 1, name: '待更新' }] }, { width: 190 })),
});
const filters = writeFilters.schema;
export type WriteFilters = z.output<typeof filters>;

export const writeTaskPage = endpoint({
  path: `${base}/taskPage`,
  access: read,
  title: '写入设备任务列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(writeRow),
});
/** Writes into the terminals of the vehicles. A terminal that is not connected gets its command when it connects within `waitHours`. */
export const writeSend = endpoint({
  path: `${base}/send`,
  access: button('writeDevice', 'send'),
  title: '写入设备',
  input,
  output: z.object({ taskNo: text, count: z.number() }),
});
export const writeResend = endpoint({
  path: `${base}/resend`,
  access: button('writeDevice', 'send'),
  title: '重发写入任务',
  input: z.object({ ids: chosenIds('任务') }),
  output: z.array(batchLine),
});
/** Takes back lines whose terminal has not been reached yet. */
export const writeCancel = endpoint({
  path: `${base}/taskCancel`,
  access: button('writeDevice', 'send'),
  title: '取消写入任务',
  input: z.object({ ids: chosenIds('任务') }),
  output: z.array(batchLine),
});
/** Writes changed places again into the terminals that hold them: the old form is removed, the present one is added. */
export const writeRefresh = endpoint({
  path: `${base}/refresh`,
  access: button('writeDevice', 'send'),
  title: '更新设备中已变更的区域和线路',
  input: z.object({ ids: chosenIds('任务') }),
  output: z.array(batchLine),
});
export const writeClear = endpoint({
  path: `${base}/clear`,
  access: button('writeDevice', 'clear'),
  title: '清除设备中的区域和线路',
  input: z.object({ vehicleIds }),
  output: z.object({ taskNo: text, count: z.number() }),
});
export const writeExport = endpoint({
  path: `${base}/taskExport`,
  access: button('writeDevice', 'export'),
  title: '导出写入设备任务',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});
