import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { rangeText } from '../../core/figure';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, chosenIds } from '../../core/register/pieces';
import { instructionSending } from '../../resources/device/enums';
import { textType } from '../../resources/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import * as driver from './driver-calls';
import { commandKind, confirmableAlarms, maxCommandVehicles, photoSizes } from './kind';
import { commandBase as base, sentLines, shownText, toVehicles, vehicleIds, whole, why } from './pieces';
import { settingOf, writableSetting } from './settings';
import * as unit from './unit-calls';

/** Commands to terminals (community.md 4, backstage.md 10): each call of the first part gives one, to one vehicle or many. */
const text = z.string();

/** 下发文本 (0x8300). */
export const commandText = endpoint({
  path: `${base}/text`,
  access: button('monitoring', 'location/text'),
  title: '向终端下发文本',
  input: z
    .object({
      vehicleIds,
      text: shownText,
      urgent: z.boolean().default(false),
      show: z.boolean().default(true),
      speak: z.boolean().default(true),
      textType: textType.schema.default(textType.notice),
    })
    .refine(({ show, speak }) => show || speak, { path: ['show'], message: '请选择终端显示或语音播报' }),
  output: sentLines,
});

/** 查询位置 (0x8201): the terminal reports its place at once. */
export const commandLocate = endpoint({
  path: `${base}/locate`,
  access: button('monitoring', 'location/query'),
  title: '查询车辆位置',
  input: toVehicles,
  output: sentLines,
});

const asking = button('monitoring', 'location/query');

/** 临时跟踪 (0x8202): reports come so often for so long; interval 0 ends it. */
export const commandTrack = endpoint({
  path: `${base}/track`,
  access: asking,
  title: '临时位置跟踪',
  input: toVehicles.extend({
    intervalS: whole('上报间隔', 0, 3600, '秒').refine((s) => s === 0 || s >= 5, '上报间隔至少5秒'),
    minutes: whole('跟踪时长', 1, 1440, '分钟'),
  }),
  output: sentLines,
});

/** 查询终端属性 (0x8107): maker, model, SIM card, firmware. */
export const commandProperties = endpoint({
  path: `${base}/properties`,
  access: asking,
  title: '查询终端属性',
  input: toVehicles,
  output: sentLines,
});

const settingId = z.number().refine((number) => settingOf(number) !== undefined, '参数不在可读取的范围内');
/** 读取参数 (0x8104 all, 0x8106 some). */
export const commandReadParams = endpoint({
  path: `${base}/readParams`,
  access: asking,
  title: '读取终端参数',
  input: toVehicles.extend({ ids: z.array(settingId).max(50, '一次最多读取50项').default([]) }),
  output: sentLines,
});

const settingValue = z
  .object({ key: z.string(), value: z.number('请输入参数值') })
  .superRefine(({ key, value }, { addIssue }) => {
    const known = writableSetting(key);
    const { label = '', unit = '', min = 0, max = Number.MAX_SAFE_INTEGER } = known ?? {};
    if (!known) addIssue({ code: 'custom', path: ['key'], message: '参数不能设置' });
    else if (value < min || value > max)
      addIssue({ code: 'custom', path: ['value'], message: `${label}应为${rangeText(min, max, unit)}` });
  });
/** 设置参数 (0x8103). */
export const commandSetParams = endpoint({
  path: `${base}/setParams`,
  access: button('monitoring', 'location/params'),
  title: '设置终端参数',
  input: toVehicles.extend({ values: z.array(settingValue).min(1, '请至少填写一项参数').max(30, '一次最多设置30项') }),
  output: sentLines,
});

/** 确认报警 (0x8203): the terminal stops reporting what a person has seen. */
export const commandConfirmAlarms = endpoint({
  path: `${base}/confirmAlarms`,
  access: button('monitoring', 'location/confirmAlarm'),
  title: '向终端确认报警',
  input: toVehicles.extend({
    bits: z
      .array(z.literal(confirmableAlarms, '该报警不能人工确认'))
      .min(1, '请选择报警')
      .max(confirmableAlarms.length),
  }),
  output: sentLines,
});

/** 车门控制 (0x8500): done when the status word says so. */
export const commandDoors = endpoint({
  path: `${base}/doors`,
  access: button('monitoring', 'location/doors'),
  title: '远程锁门和开锁',
  input: z.object({ vehicleIds, reason: why, lock: z.boolean('请选择锁门或开锁') }),
  output: sentLines,
});

/** 拍照 (0x8801): one picture of one camera, sent at once. */
export const commandPhoto = endpoint({
  path: `${base}/photo`,
  access: button('monitoring', 'location/photo'),
  title: '远程拍照',
  input: toVehicles.extend({
    channel: whole('通道', 1, 255, ''),
    resolution: z
      .number('请选择尺寸')
      .refine((size) => size in photoSizes, '请选择尺寸')
      .default(2),
  }),
  output: sentLines,
});

const number = z
  .string('请输入电话号码')
  .trim()
  .regex(/^\d{3,20}$/u, '电话号码应为3~20位数字');
/** 电话回拨 and 监听 (0x8400): the terminal calls the number. */
export const commandCall = endpoint({
  path: `${base}/call`,
  access: button('monitoring', 'location/call'),
  title: '终端电话回拨',
  input: toVehicles.extend({ number }),
  output: sentLines,
});
export const commandListen = endpoint({
  path: `${base}/listen`,
  access: button('monitoring', 'location/listen'),
  title: '监听驾驶室',
  input: z.object({ vehicleIds, reason: why, number }),
  output: sentLines,
});

/** 重启终端 (0x8105). */
export const commandRestart = endpoint({
  path: `${base}/restart`,
  access: button('monitoring', 'location/control'),
  title: '重启终端',
  input: z.object({ vehicleIds, reason: why }),
  output: sentLines,
});

/** 数据透传 (0x8900): bytes for a device behind the terminal. */
export const commandRaw = endpoint({
  path: `${base}/raw`,
  access: button('monitoring', 'location/raw'),
  title: '向终端透传数据',
  input: z.object({
    vehicleIds,
    reason: why,
    type: z
      .string('请输入消息类型')
      .trim()
      .regex(/^[0-9a-f]{2}$/iu, '消息类型应为2位十六进制，如 41、F0'),
    hex: z
      .string('请输入数据')
      .transform((words) => words.replace(/\s/gu, ''))
      .pipe(
        z
          .string()
          .regex(/^([0-9a-f]{2})+$/iu, '数据应为十六进制，两位一个字节')
          .max(2000, '数据最多1000字节'),
      ),
  }),
  output: sentLines,
});

/**
 * 断油断电: one vehicle, whose plate is typed once more. Only below 20 km/h by a fresh report, looked at when it is given and again when it goes out; done when
 * the status word says so.
 */
export const commandCut = endpoint({
  path: `${base}/cut`,
  access: button('monitoring', 'location/cutOil'),
  title: '断开车辆油路和电路',
  input: z.object({
    vehicleId: id,
    reason: why,
    plateNo: z.string('请输入车牌号确认').trim().min(1, '请输入车牌号确认'),
  }),
  output: sentLines,
});
/** 恢复油电. */
export const commandRestore = endpoint({
  path: `${base}/restore`,
  access: button('monitoring', 'location/cutOil'),
  title: '恢复车辆油路和电路',
  input: z.object({ vehicleId: id, reason: why }),
  output: sentLines,
});

/** A command and how far it came. */
export const commandRow = z.object({
  id,
  batchNo: text,
  vehicleId: id,
  plateNo: text,
  vehicleColor: z.number(),
  terminalNo: text,
  kind: commandKind.schema,
  /** of a line of 写入设备: what it writes (writeContent), as clearing takes a right of its own; null otherwise */
  content: text.nullable(),
  summary: text,
  reason: text,
  state: instructionSending.schema,
  /** what the terminal answered, or why there is no answer, in words */
  answer: text,
  tries: z.number(),
  createUser: text,
  /** the caller gave it: he cannot be its second person */
  mine: z.boolean(),
  createTime: dateTime,
  sendTime: dateTime.nullable(),
  answerTime: dateTime.nullable(),
  /** the picture that the terminal took; null: none, or none yet */
  picture: z.object({ url: text, time: dateTime }).nullable(),
  /** the terminal has taken a picture, and it is expected here */
  picturePending: z.boolean(),
  /** from sending to the end, ms */
  tookMs: z.number().nullable(),
  expireTime: dateTime,
});
export type CommandRow = z.infer<typeof commandRow>;

export const commandColumns = columns<CommandRow>()([
  { value: 'batchNo', label: '批次', width: 136, fixed: 'left', noEdit: true },
  { value: 'plateNo', label: '车牌号', width: 118 },
  { value: 'kind', label: '指令', width: 110, dict: 'commandKind' },
  { value: 'summary', label: '内容', width: 260 },
  { value: 'state', label: '状态', width: 100, dict: 'instructionSending' },
  { value: 'answer', label: '终端应答', width: 260 },
  { value: 'reason', label: '原因', width: 140 },
  { value: 'terminalNo', label: '终端编号', width: 164 },
  { value: 'tries', label: '下发次数', width: 80, align: 'right' },
  { value: 'createUser', label: '操作人', width: 90 },
  { value: 'createTime', label: '提交时间', width: 136, sortable: true },
  { value: 'sendTime', label: '下发时间', width: 136 },
  { value: 'answerTime', label: '应答时间', width: 136 },
  { value: 'expireTime', label: '有效期至', width: 136 },
]);

/** Filters of the list, `c` in their SQL. */
export const commandFilters = filterSet({
  plateNo: by.text('车牌号', { max: 20, main: true, width: 160, columns: ['v.plate_no'] }),
  kind: by.word('指令', commandKind, { width: 150 }),
  state: by.code('状态', instructionSending, { width: 140 }),
  batchNo: by.text('批次', { max: 20, width: 160 }),
  startTime: by.times('提交时间', 'endTime', { columns: ['created_at'] }),
  vehicleId: by.own({ kind: 'text' as const, label: '车辆', schema: id.optional(), width: 210, bar: false as const }),
});
export type CommandFilters = z.output<typeof commandFilters.schema>;

/** Whoever sees a vehicle sees what was asked of it. */
const read = { menu: [menus.monitoring.id, menus.vehicle.id] };

export const commandPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '车辆指令记录',
  input: pageQuery.extend(commandFilters.schema.shape),
  output: pageOf(commandRow),
});

/** Some commands as they are now: what a dialog asks after it has given them. */
export const commandList = endpoint({
  path: `${base}/list`,
  access: read,
  title: '指令的执行情况',
  input: z.object({ ids: z.array(id).min(1).max(maxCommandVehicles) }),
  output: z.array(commandRow),
});

/** 取消: takes commands back that have not gone out. */
export const commandCancel = endpoint({
  path: `${base}/cancel`,
  access: read,
  title: '取消待下发的指令',
  input: z.object({ ids: chosenIds('指令') }),
  output: z.array(batchLine),
});

/** 复核: a second person lets fuel and power be cut, or not. */
export const commandApprove = endpoint({
  path: `${base}/approve`,
  access: button('monitoring', 'location/cutOil'),
  title: '复核断油断电',
  input: z.object({ ids: chosenIds('指令'), pass: z.boolean('请选择通过或驳回') }),
  output: z.array(batchLine),
});

/** 重发: gives commands again that failed, as new ones. The right is that of their kind. */
export const commandRetry = endpoint({
  path: `${base}/retry`,
  access: read,
  title: '重发指令',
  input: z.object({ ids: chosenIds('指令') }),
  output: sentLines,
});

/** The call that gives a command of each kind: its right is asked for once more when one is given again or taken back. */
export const commandCalls = {
  text: commandText,
  locate: commandLocate,
  track: commandTrack,
  properties: commandProperties,
  readParams: commandReadParams,
  setParams: commandSetParams,
  confirmAlarms: commandConfirmAlarms,
  doors: commandDoors,
  photo: commandPhoto,
  call: commandCall,
  listen: commandListen,
  restart: commandRestart,
  raw: commandRaw,
  question: driver.commandQuestion,
  events: driver.commandEvents,
  infoMenu: driver.commandInfoMenu,
  info: driver.commandInfo,
  driverCard: driver.commandDriverCard,
  areas: unit.commandAreas,
  recorderRead: unit.commandRecorderRead,
  recorderWrite: unit.commandRecorderWrite,
  mediaSearch: unit.commandMediaSearch,
  mediaUpload: unit.commandMediaUpload,
  sound: unit.commandSound,
  cut: commandCut,
  restore: commandRestore,
} as const;
