import { z } from 'zod';
import { withCodeWords, withWordsOf } from '../../core/code-words';
import { minuteMs } from '../../core/durations';
import { endpoint, type MenuAccess } from '../../core/endpoint';
import { boundFields, toldCode } from '../../core/field/bound';
import { driverBy } from '../../core/live';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, exportOptions, version } from '../../core/register/pieces';
import { ruleKind } from '../../rules/alarm-rule/kind';
import { menus } from '../../shell/menus';
import { type ButtonAction, button } from '../../shell/rights';
import { alarmHandleStatus, alarmHandleWay, terminalFileKind } from './enums';
import { episodeKind, episodeLevel, episodeStatus } from './episode';
import { alarmCounts, alarmUrgency } from './urgency';
import { alarmKinds, alarmSources, sourceWords } from './words';

/** Alarms and how people deal with them (report.md 6, monitor.md 0.8 and 10). */
const base = '/api/alarm/record';

/** Alarms are seen on the location page and in 报警记录. */
const seen = [menus.monitoring.id, menus.alarmRecord.id];
const seeing: MenuAccess = { menu: seen };
/** A right of 报警记录 that the monitoring pages list too, there with longer words. */
function alarmRight(action: ButtonAction<'alarmRecord'>): MenuAccess {
  return { menu: seen, path: button('alarmRecord', action).path };
}

/** Undone within this time by who did it. */
export const undoMs = 10 * minuteMs;
/** Who said 处理中 is left alone for this long. */
export const claimMs = 5 * minuteMs;
export const maxHandleFiles = 6;
/** The way shown on the map of an alarm: so long before and after it began. */
export const closeMs = 5 * minuteMs;

const kindWords = alarmKinds.map((kind) => ({ code: kind, name: episodeKind.label(kind) }));
const row = z.object({
  id,
  /** of people's steps: send back what was read */
  version: z.number().int(),
  alarmNo: z.string(),
  vehicleId: id,
  plateNo: z.string(),
  vehicleColor: z.number().int(),
  fleetName: z.string(),
  orgName: z.string(),
  driverName: z.string(),
  driverPhone: z.string(),
  /** 识别方式; null without a driver */
  driverBy: driverBy.schema.nullable(),
  /** shared in by another company: looked at only */
  shared: z.boolean(),
  kind: withCodeWords(z.literal(alarmKinds), kindWords),
  /** 行驶开门, 超温报警 */
  title: z.string(),
  subject: z.string(),
  subjectWords: z.string(),
  level: episodeLevel.schema,
  status: episodeStatus.schema,
  startTime: dateTime,
  /** null = still going on */
  endTime: dateTime.nullable(),
  /** epoch ms of the beginning; the end or, while it goes on, null */
  start: z.number(),
  end: z.number().nullable(),
  /** of an ended alarm ms; null while it goes on */
  durationMs: z.number().nullable(),
  /** −9.8 ℃ and 上限 −12 ℃ as words */
  value: z.string(),
  limit: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  address: z.string(),
  placeName: z.string(),
  ruleName: z.string(),
  source: withWordsOf(z.enum(alarmSources), sourceWords),
  /** share of points that came late, per cent */
  latePercent: z.number(),
  /** 速度: when it began, km/h; null where nobody knows */
  speedKmh: z.number().nullable(),
  /** 次数: how often the terminal said it while it lasted, at least once */
  times: z.number().int(),
  /** told to anybody */
  announced: z.boolean(),
  /** pictures, videos and the like of its evidence: those that have come, and as many as the terminal announced */
  fileCount: z.number().int(),
  filesAnnounced: z.number().int(),
  handleStatus: alarmHandleStatus.schema,
  /** null: nobody has to look at it any more */
  urgency: alarmUrgency.schema.nullable(),
  /** 处理方式 of the last handling */
  ways: z.array(alarmHandleWay.schema),
  handledBy: z.string(),
  handleTime: dateTime.nullable(),
  handleRemark: z.string(),
  /** from the beginning to the first step of a person, ms */
  reactionMs: z.number().nullable(),
  extCode: toldCode,
});
export type AlarmRow = z.infer<typeof row>;

const speedWords = '速度请填写0至300之间的数字';
const speedBound = (label: string) => ({
  kind: 'text' as const,
  label,
  schema: z.coerce.number(speedWords).min(0, speedWords).max(300, speedWords).optional(),
  width: 130,
});

/** Filters of the register of alarms, `e` in their SQL. */
export const alarmFilters = filterSet({
  /** part of plate or remark, or the alarm's number */
  keyword: by.own(by.text('车牌号 / 备注 / 报警编号', { main: true })),
  kind: by.word('报警类型', {
    codes: alarmKinds,
    options: kindWords,
  }),
  level: by.code('级别', episodeLevel, { width: 120 }),
  status: by.own(by.code('报警状态', episodeStatus, { width: 130 })),
  /** the alarm began in this time */
  startTime: by.times('开始时间', 'endTime', { columns: ['start_time'] }),
  driver: by.text('司机', { width: 140, columns: ['d.name', 'd.phone'] }),
  ruleName: by.text('规则名称', { width: 160, columns: ['r.name'] }),
  handledBy: by.text('处理人', { width: 140, columns: ['handled_name'] }),
  /** 1 only with late data, 0 only without */
  late: by.own(by.either('补传', '含补传', '仅实时', { width: 120 })),
  /** 1 only with files that have come, 0 only without */
  files: by.own(by.either('附件', '有附件', '无附件', { width: 120 })),
  /** what the row says under 数据来源: one that both found is listed with neither */
  source: by.own(by.key('数据来源', sourceWords, { width: 120 })),
  /** at least and at most so fast when it began, km/h */
  minSpeedKmh: by.own(speedBound('最低速度（km/h）')),
  maxSpeedKmh: by.own(speedBound('最高速度（km/h）')),
  /** worded by its plate, as far as the caller may see it */
  vehicleId: by.own({ kind: 'text', label: '车辆', schema: id.optional(), bar: false }),
  /** the vehicle was bound to this customer (车辆绑定) when the alarm began */
  customerId: by.own({ kind: 'text', label: '客户编号', schema: boundFields.customerId, bar: false }),
  /** a customer's code for the vehicle (车辆绑定) when the alarm began */
  extCode: by.own({ kind: 'text', label: '客户车辆编码', schema: boundFields.extCode, bar: false }),
  fleetId: by.linked('所属车队', 'fleet', { columns: ['v.fleet_id'] }),
  handleStatus: by.own(by.code('处理状态', alarmHandleStatus, { bar: false })),
  /** one of those that nobody finished: 新, 未确认, 处理中, 长期, 逾期 */
  urgency: by.own(by.code('紧急程度', alarmUrgency, { bar: false })),
  /** 1: nobody has finished it, whatever its urgency (新 to 逾期); 0: finished or withdrawn */
  waiting: by.own(by.either('未完成处理', '是', '否', { bar: false })),
  /** at least so long */
  minMinutes: by.own({
    kind: 'text',
    label: '最短持续(分钟)',
    schema: z.coerce.number().int().min(0).max(100_000).optional(),
    bar: false,
  }),
});
const filters = alarmFilters.schema;
export type AlarmFilters = z.output<typeof filters>;

export const alarmPage = endpoint({
  path: `${base}/page`,
  access: seeing,
  title: '报警记录',
  input: pageQuery.extend(filters.shape),
  output: pageOf(row),
});

/** Figures over the alarms of a filter: rates and times of withdrawn ones are left out. */
export const alarmStat = endpoint({
  path: `${base}/stat`,
  access: seeing,
  title: '报警统计',
  input: filters,
  output: z.object({
    count: z.number().int(),
    vehicles: z.number().int(),
    open: z.number().int(),
    waiting: z.number().int(),
    falseAlarms: z.number().int(),
    /** of ended ones, ms; null without any */
    meanDurationMs: z.number().nullable(),
    /** handled or false, per cent with one decimal; null without any */
    handledPercent: z.number().nullable(),
    /** to the first step of a person, ms */
    meanReactionMs: z.number().nullable(),
    /** rows of the list as it is with this filter, withdrawn ones too: what its tabs say */
    rows: z.object({
      all: z.number().int(),
      appeals: z.number().int(),
      closed: z.number().int(),
      dismissed: z.number().int(),
    }),
  }),
});

/** What the location page lists: alarms that nobody finished, open or of the last day; with `ids` only those of them (what is missing is none any more). */
export const alarmLive = endpoint({
  path: `${base}/live`,
  access: seeing,
  title: '实时报警',
  input: z.object({ ids: z.array(id).max(500).optional() }),
  output: z.object({
    list: z.array(row),
    /** of all there are, however many the list holds; null where `ids` asked for some of them */
    counts: alarmCounts.nullable(),
    serverTime: z.number(),
  }),
});
/** As many as the live list holds: the newest. */
export const liveMost = 500;

/** How many alarms wait, for the header: the figures of the live list without its rows. */
export const alarmCount = endpoint({
  path: `${base}/count`,
  access: seeing,
  title: '待处理报警数',
  input: z.object({}),
  output: alarmCounts,
});

const trace = z.object({
  time: dateTime,
  /** begin, level, end, withdrawn: the platform; handle, appeal, undo, reopen: people; told: who heard of it */
  what: z.enum(['begin', 'changed', 'end', 'withdrawn', 'handle', 'appeal', 'undo', 'reopen', 'told']),
  who: z.string(),
  text: z.string(),
  remark: z.string(),
  files: z.array(z.object({ id, name: z.string(), url: z.string(), image: z.boolean() })),
});
export type AlarmTrace = z.infer<typeof trace>;

/** What the terminal said in one report. */
const frame = z.object({
  time: dateTime,
  receiveTime: dateTime,
  late: z.boolean(),
  located: z.boolean(),
  lng: z.number(),
  lat: z.number(),
  speedKmh: z.number().nullable(),
  directionDeg: z.number().int().nullable(),
  acc: z.boolean(),
  tempC: z.array(z.number().nullable()),
  humPct: z.array(z.number().nullable()),
  fuelL: z.array(z.number().nullable()),
  /** doors from 1: true open, false closed, null unknown */
  doors: z.array(z.boolean().nullable()),
  alarms: z.array(z.string()),
  odometerKm: z.number().nullable(),
});
export type AlarmFrame = z.infer<typeof frame>;

/** The same report as it was sent, in hex: both words of flags, and the items without a reading: unknown ones, and those of active safety, which are alarms themselves. */
const rawReport = z.object({ alarmWord: z.string(), statusWord: z.string(), items: z.string() });
export type AlarmRawReport = z.infer<typeof rawReport>;
/** Who sees it. */
export const alarmRawAccess = alarmRight('raw');

export const alarmDetail = endpoint({
  path: `${base}/detail`,
  access: seeing,
  title: '报警详情与证据',
  input: z.object({ id }),
  output: z.object({
    alarm: row,
    /** the caller may take his step back until then, epoch ms; null = not */
    undoUntil: z.number().nullable(),
    /** the version of the rule that fired; null for what the terminal raised by itself */
    rule: z
      .object({
        id,
        name: z.string(),
        version: z.number().int(),
        kind: ruleKind.schema,
        /** parameters of that version */
        params: z.record(z.string(), z.unknown()),
        /** names of the places in these parameters, by their ids */
        places: z.record(z.string(), z.string()),
        /** a newer version holds now */
        changedSince: z.boolean(),
        /** the limit that was applied and where it came from: 上限 −15 ℃，来自车辆探头“后区”的上下限; '' where the rule has none */
        applied: z.string(),
      })
      .nullable(),
    /** figures of the kind in words */
    figures: z.array(z.object({ label: z.string(), text: z.string() })),
    /** reports around the alarm in time order, those within `closeMs` of its beginning the most of all: [epoch ms, lng, lat, km/h, value of the subject] */
    points: z.array(
      z.tuple([z.number(), z.number().nullable(), z.number().nullable(), z.number().nullable(), z.number().nullable()]),
    ),
    /** name and unit of the value in `points`; null: speed only */
    series: z.object({ name: z.string(), unit: z.string(), limit: z.number().nullable() }).nullable(),
    /** the report with which it began; null when it cannot be read */
    frame: frame.nullable(),
    /** null without the right to it, or without `frame` */
    raw: rawReport.nullable(),
    /** pictures, sounds and videos of the terminal: evidence of the alarm, and what was taken while it lasted */
    files: z.array(
      z.object({
        id,
        name: z.string(),
        kind: terminalFileKind.schema,
        /** 前向摄像头, 驾驶员摄像头, 通道2; '' when the file does not say */
        camera: z.string(),
        time: dateTime,
        bytes: z.number(),
        /** what a browser can show or play */
        shown: z.enum(['image', 'audio', 'video', 'none']),
        /** for some minutes; null while the file is still coming */
        url: z.string().nullable(),
        /** of a raw film (H.264, H.265): the same as browsers play it; null for everything else */
        film: z.string().nullable(),
      }),
    ),
    /** what becomes of announced files that are not here, as a sentence; '' when all are */
    filesPending: z.string(),
    trace: z.array(trace),
    /** 转维修: orders of its vehicle that came from it */
    repairs: z.array(z.object({ id, repairCode: z.string(), maintainStatus: z.number() })),
    /** 临近报警: others of the vehicle that began within an hour of it, in time order */
    near: z.array(row.pick({ id: true, title: true, level: true, startTime: true, handleStatus: true, status: true })),
    /** older and newer alarm of the vehicle */
    before: id.nullable(),
    after: id.nullable(),
  }),
});

const remark = z.string().trim().min(2, '处理意见请填写 2 至 200 个字').max(200, '处理意见请填写 2 至 200 个字');

/** Results that 处理 may have; 误报 is a right and a call of its own. */
export const handleResults = [alarmHandleStatus.closed, alarmHandleStatus.inProgress] as const;

const step = z.object({
  alarms: z.array(z.object({ id, version })).min(1, '请选择报警').max(200, '一次最多处理200条报警'),
  remark,
  files: z.array(id).max(maxHandleFiles, `附件最多${maxHandleFiles}个`).default([]),
  /** also the other unfinished alarms of the same vehicle and kind; only with one alarm */
  sameKind: z.boolean().default(false),
});

/** One line of result for each alarm; a single one that cannot be handled is an error. */
export const alarmHandle = endpoint({
  path: `${base}/handle`,
  access: alarmRight('handle'),
  title: '处理报警',
  input: step.extend({
    handleStatus: z.literal(handleResults, '请选择处理结果'),
    ways: z.array(alarmHandleWay.schema).max(alarmHandleWay.codes.length).default([]),
  }),
  output: z.array(batchLine),
});

export const alarmDismiss = endpoint({
  path: `${base}/falseAlarm`,
  access: alarmRight('falseAlarm'),
  title: '记为误报',
  input: step,
  output: z.array(batchLine),
});

export const alarmUndo = endpoint({
  path: `${base}/undo`,
  access: alarmRight('handle'),
  title: '撤回处理',
  input: z.object({ id, version }),
});

export const alarmReopen = endpoint({
  path: `${base}/reopen`,
  access: alarmRight('reopen'),
  title: '重新打开报警',
  input: z.object({ id, version, remark }),
});

/** 申诉: somebody says with reasons that an alarm is not to be counted. It waits then for whoever decides: 已处理 (it counts) or 误报 (it does not). */
export const alarmAppeal = endpoint({
  path: `${base}/appeal`,
  access: button('alarmRecord', 'appeal'),
  title: '申诉报警',
  input: z.object({
    id,
    version,
    remark: z.string().trim().min(2, '申诉理由请填写 2 至 200 个字').max(200, '申诉理由请填写 2 至 200 个字'),
    files: step.shape.files,
  }),
});

/** 生成证据包: what is known of an alarm, what became of it, the reports around it and its files, as one archive. */
export const alarmEvidence = endpoint({
  path: `${base}/evidence`,
  access: button('alarmRecord', 'evidence'),
  title: '下载报警证据包',
  raw: true,
  input: z.object({ id }),
  output: z.unknown(),
});

/** 重新请求: asks the terminal once more for the files that did not come (0x9208), now or when it is back. */
export const alarmAskEvidence = endpoint({
  path: `${base}/askEvidence`,
  access: button('alarmRecord', 'evidence'),
  title: '重新请求报警附件',
  input: z.object({ id }),
});

export const alarmExport = endpoint({
  path: `${base}/export`,
  access: alarmRight('export'),
  title: '导出报警记录',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});
