import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalId, optionalNumber } from '../../core/field/inputs';
import { dateTime, id } from '../../core/page';
import { recordCalls } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, chosenIds, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { routePlanStatus, routePlanType, routeStrategy } from '../place/enums';
import { routeFields } from '../transport-route/calls';
import { crossedAreas, plannedWay } from './way';

const base = '/api/base/manage/routePlan';
const read = { menu: menus.routePlanning.id };
const text = z.string();

/** Assumed speed of a way that nobody has driven, km/h; its length is the straight line times 1.3. Both are shown as estimates. */
export const planSpeedKmh = 45;
/** A way that was driven at least so often in so many days takes the median time of these drives. */
export const learnedWays = { least: 3, days: 60 } as const;
/** km that a stop may lie off the plan's electronic line */
export const lineReachKm = 5;
export const planLimits = { tour: 100, direct: 18 } as const;

const clock = z
  .union([z.literal(''), z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, '时间格式应为 HH:mm')])
  .nullish()
  .transform((value) => value || null);
export const planStop = z
  .object({
    /** a site, or null: any point, by its position and a name of its own */
    placeId: optionalId,
    name: z.string().trim().max(60, '途经点名称最多60个字符').default(''),
    lng: z.number().min(-180, '经度应在-180到180之间').max(180, '经度应在-180到180之间').nullish(),
    lat: z.number().min(-90, '纬度应在-90到90之间').max(90, '纬度应在-90到90之间').nullish(),
    stayMin: numberWithin({ min: 0, max: 1440, places: 0, unit: '分钟' }).default(20),
    /** the arrival should lie between these times of day, the first time that they come after departure; either may be missing */
    windowFrom: clock,
    windowTo: clock,
  })
  .refine(({ placeId, lng, lat }) => placeId !== null || (typeof lng === 'number' && typeof lat === 'number'), {
    path: ['placeId'],
    error: '请选择站点，或在地图上选点',
  })
  .refine(({ placeId, name }) => placeId !== null || name !== '', {
    path: ['name'],
    error: '请填写所选位置的名称',
  })
  .refine((stop) => stop.windowFrom === null || stop.windowFrom !== stop.windowTo, {
    path: ['windowTo'],
    error: '时间窗的开始和结束不能相同',
  });
export type PlanStop = z.output<typeof planStop>;

type Spot = { placeId: string | null; lng?: number | null; lat?: number | null };
/** The same site, or the same point. */
export const isSameSpot = (a: Spot, b: Spot): boolean =>
  a.placeId === null && b.placeId === null ? a.lng === b.lng && a.lat === b.lat : a.placeId === b.placeId;
/** A stay of the vehicle within this distance of a point that is not a site counts as a call there, metres. */
export const pointReachM = 300;

const shared = {
  planType: z.literal(routePlanType.codes, '请选择规划类型'),
  /** its mass, passes and forbidden areas decide which 限行区 keep it out */
  vehicleId: optionalId,
  departTime: z.string('请选择计划发车时间').min(1, '请选择计划发车时间').pipe(dateTime),
  /** the last stop stays the last when the best order is searched */
  keepLast: z.boolean().default(false),
  returnToStart: z.boolean().default(false),
  /** electronic line to follow; without one (and without a routing engine) ways are straight legs */
  lineId: optionalId,
  /** 策略, used with a routing engine when no line is followed; null: the fastest */
  strategy: z.literal(routeStrategy.codes).nullable().default(null),
  /** 禁行区域: areas that the way avoids where it can */
  avoidIds: z.array(id).max(20, '禁行区域最多20个').default([]),
  stops: z.array(planStop).min(2, '至少2个途经点').max(planLimits.tour, `途经点最多${planLimits.tour}个`),
};
const withStopLimits = <S extends z.ZodObject<typeof shared>>(schema: S) =>
  schema
    .refine((v) => v.planType !== routePlanType.direct || v.stops.length <= planLimits.direct, {
      path: ['stops'],
      error: `点到点最多${planLimits.direct}个途经点，更多请用多点排序`,
    })
    .refine(
      ({ stops }) =>
        stops.every((stop, i) => {
          const before = stops[i - 1];
          return !before || !isSameSpot(stop, before);
        }),
      { path: ['stops'], error: '相邻两个途经点不能是同一个站点' },
    );

const fields = z.object({
  ...shared,
  planName: z.string('请输入规划名称').trim().min(1, '请输入规划名称').max(30, '最多30个字符'),
  orgId: optionalId,
  /** 预计过路费, entered by hand, as no engine answers it */
  tollYuan: optionalNumber({ min: 0, max: 99_999.99, places: 2, unit: '元' }),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type PlanFields = z.output<typeof fields>;
export const planLabels: Readonly<Record<keyof PlanFields, string>> = {
  planName: '规划名称',
  planType: '类型',
  vehicleId: '车辆',
  orgId: '所属部门',
  departTime: '计划发车',
  keepLast: '终点固定',
  returnToStart: '返回起点',
  lineId: '电子线路',
  strategy: '策略',
  avoidIds: '禁行区域',
  tollYuan: '预计过路费(元)',
  stops: '途经点',
  remark: '备注',
};

const planRow = z.object({
  id,
  planNo: text,
  planName: text,
  planType: z.number(),
  vehicleId: id.nullable(),
  plateNo: text,
  driverName: text,
  startName: text,
  endName: text,
  stopCount: z.number(),
  /** km and hours */
  planMileage: z.number(),
  planDuration: z.number(),
  /** stops that would be reached after their window */
  lateCount: z.number(),
  departTime: dateTime,
  status: z.number(),
  /** driven km from leaving the first stop to the last one (or so far); null when the run has not begun or nothing is known */
  actualMileage: z.number().nullable(),
  /** (actual - plan) / plan, per cent; of drives that are over */
  deviationRate: z.number().nullable(),
  deviationCount: z.number().nullable(),
  startTime: dateTime.nullable(),
  finishTime: dateTime.nullable(),
  /** when it was sent to the terminal, and the worst state of its texts (writeStatus); null when it was never sent */
  sentTime: dateTime.nullable(),
  sendStatus: z.number().nullable(),
  /** when it went to the driver's phone last, and when he looked at it there */
  driverSentTime: dateTime.nullable(),
  driverReadTime: dateTime.nullable(),
  tollYuan: z.number().nullable(),
  /** its ways are straight legs times 1.3, as there is neither a line nor a routing engine */
  estimated: z.boolean(),
  routeId: id.nullable(),
  routeName: text,
  orgId: id.nullable(),
  orgName: text,
  lineId: id.nullable(),
  lineName: text,
  strategy: text.nullable(),
  createUser: text,
  version: z.number(),
  updateTime: dateTime,
});
export type PlanRow = z.infer<typeof planRow>;

export const planColumns = columns<PlanRow>()([
  { value: 'planNo', label: '规划编号', width: 128, fixed: 'left', sortable: true, noEdit: true },
  { value: 'planName', label: '规划名称', width: 160, sortable: true, noEdit: true },
  { value: 'status', label: '状态', width: 84, dict: 'routePlanStatus', sortable: true },
  { value: 'plateNo', label: '车牌号', width: 100 },
  { value: 'planMileage', label: '规划里程(km)', width: 100, align: 'right', sortable: true },
  { value: 'actualMileage', label: '实际里程(km)', width: 100, align: 'right', sortable: true },
  { value: 'deviationRate', label: '偏差率(%)', width: 86, align: 'right', sortable: true },
  { value: 'deviationCount', label: '偏航次数', width: 82, align: 'right', sortable: true },
  { value: 'startName', label: '起点', width: 118 },
  { value: 'endName', label: '终点', width: 118 },
  { value: 'strategy', label: '策略', width: 76, dict: 'routeStrategy' },
  { value: 'departTime', label: '计划发车', width: 118, sortable: true },
  { value: 'planDuration', label: '预计用时(h)', width: 96, align: 'right', sortable: true },
  { value: 'tollYuan', label: '预计过路费(元)', width: 110, align: 'right', sortable: true },
  { value: 'stopCount', label: '途经点数', width: 82, align: 'right', sortable: true },
  { value: 'driverName', label: '司机', width: 76 },
  { value: 'sendStatus', label: '下发结果', width: 90, dict: 'writeStatus' },
  { value: 'driverReadTime', label: '司机查看', width: 136, sortable: true },
  { value: 'planType', label: '类型', width: 84, dict: 'routePlanType' },
  { value: 'lateCount', label: '计划迟到站', width: 88, align: 'right', hidden: true },
  { value: 'startTime', label: '实际发车', width: 118, sortable: true, hidden: true },
  { value: 'finishTime', label: '实际完成', width: 118, sortable: true, hidden: true },
  { value: 'sentTime', label: '下发时间', width: 118, sortable: true, hidden: true },
  { value: 'createUser', label: '创建人', width: 76 },
  { value: 'lineName', label: '电子线路', width: 130, hidden: true },
  { value: 'routeName', label: '转为线路', width: 130, hidden: true },
  { value: 'orgName', label: '所属部门', width: 110, hidden: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);

/** Filters of the list, `r` in their SQL. */
export const planFilters = filterSet({
  keyword: by.text('规划名称、编号', { main: true, width: 200, columns: ['name', 'plan_no'] }),
  plateNo: by.own(by.text('车牌号', { max: 20, width: 170 })),
  startTime: by.times('计划发车', 'endTime', { columns: ['depart_at'] }),
  planType: by.code('类型', routePlanType, { width: 150 }),
  status: by.code('状态', routePlanStatus, { width: 140 }),
});
export type PlanFilters = z.output<typeof planFilters.schema>;

export const planRegister = recordCalls({
  base,
  noun: '线路规划',
  unit: '个',
  menu: menus.routePlanning.id,
  right: (right) => button('routePlanning', right),
  fields: {
    row: planRow,
    filters: planFilters,
    input: withStopLimits(fields),
    change: withStopLimits(fields.extend({ id, version })),
  },
});
/** Why the ways of a plan are estimated although an engine is configured: it may have answered the form and then failed at saving. */
const note = text;
export const planAdd = endpoint({ ...planRegister.add, output: planRegister.add.output.extend({ note }) });
export const planUpdate = endpoint({ ...planRegister.update, output: planRegister.update.output.extend({ note }) });
export const { page: planPage, del: planDel, exports: planExport, changeHis: planChangeHis } = planRegister;
export const { page: planRecyclePage, restore: planRestore } = planRegister.recycle;

/** A stop with what the calculation found. Times in the company's zone. */
const plannedStop = z.object({
  /** null: a point that is no site */
  placeId: id.nullable(),
  name: text,
  address: text,
  lng: z.number(),
  lat: z.number(),
  stayMin: z.number(),
  windowFrom: text.nullable(),
  windowTo: text.nullable(),
  distanceKm: z.number(),
  driveMin: z.number(),
  /** minutes before the window opens */
  waitMin: z.number(),
  arriveTime: dateTime,
  leaveTime: dateTime,
  lateMin: z.number(),
});
export type PlannedStop = z.infer<typeof plannedStop>;
const lngLat = z.tuple([z.number(), z.number()]);
const schedule = z.object({
  stops: z.array(plannedStop),
  /** km and minutes to the last stop, or back to the first */
  mileageKm: z.number(),
  durationMin: z.number(),
  lateMin: z.number(),
  /** the way back, when one is wanted */
  back: z.object({ distanceKm: z.number(), driveMin: z.number(), arriveTime: dateTime }).nullable(),
});
export type PlanSchedule = z.infer<typeof schedule>;

/** Calculates times and lengths of the stops in their order, and with `optimise` also of the best order found; nothing is saved. */
export const planCalc = endpoint({
  path: `${base}/calc`,
  access: read,
  title: '计算规划的时刻和顺序（不保存）',
  input: withStopLimits(z.object({ ...shared, optimise: z.boolean().default(false) })),
  output: z.object({
    given: schedule,
    best: schedule.nullable(),
    /** the way along the electronic line or by road, WGS-84; null: straight legs */
    path: z.array(lngLat).nullable(),
    /** the ways by road that may be chosen, where a routing engine answers; else none */
    ways: z.array(plannedWay),
    /** areas that the way of the given order goes through */
    crossed: crossedAreas,
    note,
  }),
});
/** Whether strategies are shown: when an engine is configured, or when a plan has one from a time when it was. */
export const planStrategies = endpoint({
  path: `${base}/strategies`,
  access: read,
  title: '线路规划是否有策略可选',
  output: z.object({ shown: z.boolean() }),
});
export const planDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '线路规划详情',
  input: z.object({ id }),
  output: z.object({
    ...planRow.shape,
    keepLast: z.boolean(),
    returnToStart: z.boolean(),
    remark: text,
    schedule,
    /** the way along the electronic line or by road as it was when the plan was saved; null: straight legs */
    path: z.array(lngLat).nullable(),
    avoid: z.array(z.object({ id, name: text })),
    /** what it goes through, as the areas are drawn now */
    crossed: crossedAreas,
    /** whose phone it went to; empty: nobody's */
    phoneDriver: text,
    /** what was sent to the terminal and what became of it, the newest first */
    writes: z.array(
      z.object({
        taskNo: text,
        content: text,
        summary: text,
        status: z.number(),
        answer: text,
        createTime: dateTime,
        updateTime: dateTime,
      }),
    ),
  }),
});
export type PlanDetail = z.infer<typeof planDetail.output>;

export const planCancel = endpoint({
  path: `${base}/cancel`,
  access: button('routePlanning', 'cancel'),
  title: '作废线路规划',
  input: z.object({ ids: chosenIds('线路规划') }),
  output: z.array(batchLine),
});
/** 下发方式: the driver's phone page, what the terminal shows and speaks (0x8300), and the way that it watches (0x8606). */
export const sendWays = { driver: '司机端', text: '文本', line: '线路' } as const;
/** Sends a plan to its driver's phone and to the terminal of its vehicle; a terminal that is offline gets it when it connects within 72 hours. */
export const planSend = endpoint({
  path: `${base}/send`,
  access: button('routePlanning', 'send'),
  title: '将线路规划下发到司机端、车辆终端',
  input: z.object({
    id,
    version,
    ways: z
      .array(z.enum(['driver', 'text', 'line']), '请选择下发方式')
      .min(1, '请选择下发方式')
      .default(['text']),
  }),
  /** `driver`: his name, '' when it did not go to a phone */
  output: z.object({ version: z.number(), texts: z.number(), line: z.boolean(), driver: text }),
});
/** Makes a transport route of the plan's order, ways and stays. Needs the right to add routes. */
export const planToRoute = endpoint({
  path: `${base}/toRoute`,
  access: { menu: menus.routeManage.id, path: 'routeManage/add', label: '新增' },
  title: '将线路规划转为线路',
  input: z.object({
    id,
    version,
    routeCode: routeFields.shape.routeCode,
    routeName: routeFields.shape.routeName,
    routeType: routeFields.shape.routeType,
  }),
  output: z.object({ id }),
});
