import { z } from 'zod';
import { carrierOptions, customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalId, optionalNumber, optionalText, reasonOf } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { operationStep } from '../order/step';
import { abnormalLevel, abnormalStatus, abnormalType, dutyParty, reportSource } from '../waybill/enums';
import { abnormalMachine } from '../waybill/status';

const base = '/api/tms/abnormal';
const read = { menu: menus.abnormalReporting.id } as const;
const text = z.string();
const nullable = z.string().nullable();

/** 异常单号: `YC`, yyMMdd, five digits. */
export const abnormalCode = z.string('请选择异常单').trim().min(1, '请选择异常单').max(30, '异常单号最多30个字符');
/** Photos that a report may carry. */
export const maxAbnormalFiles = 9;

/** Steps that the server allows for a report in its present state. */
export const abnormalAction = z.enum(abnormalMachine.verbs);

export const abnormalRow = z.object({
  id,
  abnormalCode: text,
  abnormalStatus: z.number(),
  abnormalType: z.number(),
  abnormalLevel: z.number(),
  waybillCode: nullable,
  waybillKind: z.number().nullable(),
  orderCodes: z.array(text),
  customerName: text,
  plateNo: text,
  vehicleColor: z.number().nullable(),
  driverName: text,
  occurTime: dateTime,
  address: text,
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  description: text,
  fileCount: z.number(),
  affectPieces: z.number().nullable(),
  /** yuan */
  lossAmount: z.number().nullable(),
  reportUser: text,
  reportSource: z.number(),
  duty: z.number().nullable(),
  dutyName: nullable,
  /** yuan */
  claimAmount: z.number().nullable(),
  handleResult: nullable,
  handler: text,
  createTime: dateTime,
  handleTime: dateTime.nullable(),
  /** minutes from the report to its handling, or until now */
  spentMin: z.number(),
  /** has waited longer than `abnormalSlaHours` allows for its level */
  overdue: z.boolean(),
  version: z.number(),
  allowActions: z.array(abnormalAction),
});
export type AbnormalRow = z.infer<typeof abnormalRow>;

export const abnormalColumns = columns<AbnormalRow>()([
  { value: 'abnormalCode', label: '异常单号', width: 136, fixed: 'left', sortable: true, noEdit: true },
  { value: 'abnormalStatus', label: '状态', width: 84, dict: 'abnormalStatus', sortable: true },
  { value: 'abnormalType', label: '类型', width: 96, dict: 'abnormalType', sortable: true },
  { value: 'abnormalLevel', label: '等级', width: 64, dict: 'abnormalLevel', sortable: true },
  { value: 'waybillCode', label: '运单号', width: 132, sortable: true },
  { value: 'orderCodes', label: '订单号', width: 150 },
  { value: 'customerName', label: '客户', width: 120, wide: 186 },
  { value: 'plateNo', label: '车牌号', width: 104 },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'occurTime', label: '发生时间', width: 112, sortable: true },
  { value: 'address', label: '发生地点', width: 170 },
  { value: 'description', label: '描述', width: 220 },
  { value: 'fileCount', label: '图片', width: 56, align: 'right' },
  { value: 'reportUser', label: '上报人', width: 84 },
  { value: 'reportSource', label: '上报来源', width: 84, dict: 'reportSource' },
  { value: 'duty', label: '责任方', width: 84, dict: 'dutyParty' },
  { value: 'claimAmount', label: '索赔金额(元)', width: 96, align: 'right', sortable: true },
  { value: 'spentMin', label: '处理时长', width: 92, align: 'right' },
  { value: 'handler', label: '处理人', width: 76 },
  { value: 'createTime', label: '上报时间', width: 112, sortable: true },
  { value: 'handleTime', label: '处理时间', width: 112, sortable: true, hidden: true },
  { value: 'affectPieces', label: '影响件数', width: 76, align: 'right', hidden: true },
  { value: 'lossAmount', label: '损失金额(元)', width: 96, align: 'right', hidden: true },
  { value: 'handleResult', label: '处理结果', width: 180, hidden: true },
]);

/** Filters of the list; days are those of the company, both included. */
export const abnormalFilters = filterSet({
  abnormalStatus: by.code('状态', abnormalStatus, { bar: false }),
  /** number of the report, the waybill or an order */
  code: by.own(by.text('单号', { max: 30, main: true, hint: '异常单号 / 运单号 / 订单号', width: 220 })),
  abnormalType: by.code('类型', abnormalType, { width: 150 }),
  abnormalLevel: by.code('等级', abnormalLevel, { width: 120 }),
  createFrom: by.days('上报时间', 'createTo', { columns: ['created_at'] }),
  /** nobody has finished handling it */
  open: by.own(by.only('处理', '未处理完', { width: 120 })),
  overdue: by.own(by.only('超时', '超时未处理', { width: 150 })),
  customerId: by.own(by.record('客户', 'customer', customerOptions, { width: 170 })),
  carrierId: by.record('承运商', 'carrier', carrierOptions, { width: 170, columns: ['w.carrier_id'] }),
  plateNo: by.text('车牌号', { max: 20, width: 140, columns: ['v.plate_no'] }),
  duty: by.code('责任方', dutyParty, { width: 140 }),
  reportSource: by.code('上报来源', reportSource, { width: 150 }),
});
const filters = abnormalFilters.schema;
export type AbnormalFilters = z.output<typeof filters>;

export const abnormalPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '异常上报列表',
  input: pageQuery.extend(filters.shape),
  output: pageOf(abnormalRow),
});
export const abnormalStatusCount = endpoint({
  path: `${base}/statusCount`,
  access: read,
  title: '各状态的异常数',
  input: filters.omit({ abnormalStatus: true }),
  output: z.record(z.string(), z.number()),
});
export const abnormalExport = endpoint({
  path: `${base}/export`,
  access: button('abnormalReporting', 'export'),
  title: '导出异常',
  input: filters.extend(exportOptions),
  output: z.object({ id }),
});

const picture = z.object({ id, name: text, url: text, image: z.boolean() });
export type AbnormalPicture = z.infer<typeof picture>;
const report = abnormalRow.extend({ files: z.array(picture), log: z.array(operationStep) });
export type AbnormalReport = z.infer<typeof report>;

/** All reports about one waybill, or about an order that is on no waybill. */
export const abnormalThread = endpoint({
  path: `${base}/listByWaybill`,
  access: read,
  title: '运单的异常及处理过程',
  input: z.object({ waybillCode: z.string('请选择运单').trim().min(1, '请选择运单').max(30) }),
  output: z.object({
    code: text,
    waybill: z
      .object({
        waybillCode: text,
        waybillKind: z.number(),
        transportStatus: z.number(),
        fromName: text,
        toName: text,
        plateNo: text,
        vehicleColor: z.number().nullable(),
        vehicleId: nullable,
        driverName: text,
        driverPhone: text,
        carrierName: text,
        setTemp: z.number().nullable(),
        planDepartTime: dateTime,
        actualDepartTime: dateTime.nullable(),
        actualArriveTime: dateTime.nullable(),
      })
      .nullable(),
    orders: z.array(
      z.object({
        orderCode: text,
        customerName: text,
        receiver: text,
        totalPieces: z.number(),
        orderStatus: z.number(),
        temperatureType: z.number(),
        tempMin: z.number().nullable(),
        tempMax: z.number().nullable(),
      }),
    ),
    reports: z.array(report),
  }),
});
export type AbnormalThread = z.infer<typeof abnormalThread.output>;

/** Vehicle data is shown from so many minutes before the moment of a report until so many after it. */
export const momentMinutes = 30;

/** What the vehicle measured around the moment of a report. Times are epoch ms. */
export const abnormalMoment = endpoint({
  path: `${base}/moment`,
  access: read,
  title: '异常发生前后的车辆数据',
  input: z.object({ abnormalCode }),
  output: z.object({
    /** false: no vehicle, or its data is not the caller's to read */
    readable: z.boolean(),
    at: z.number(),
    from: z.number(),
    to: z.number(),
    points: z.array(
      z.object({
        t: z.number(),
        lng: z.number(),
        lat: z.number(),
        speedKmh: z.number().nullable(),
        acc: z.boolean(),
        /** by channel */
        tempC: z.array(z.number().nullable()),
        /** numbers of the doors that stand open */
        openDoors: z.array(z.number()),
      }),
    ),
    probes: z.array(
      z.object({ channel: z.number(), name: text, lower: z.number().nullable(), upper: z.number().nullable() }),
    ),
    alarms: z.array(
      z.object({
        id,
        kind: text,
        level: z.number(),
        start: z.number(),
        end: z.number().nullable(),
        text,
      }),
    ),
  }),
});
export type AbnormalMoment = z.infer<typeof abnormalMoment.output>;

const yuan = optionalNumber({ min: 0, max: 99_999_999, places: 2, unit: '元' });
const fileIds = z.array(id).max(maxAbnormalFiles, `图片最多${maxAbnormalFiles}张`).default([]);

/** Fields of a new report, which names a waybill or at least one order. */
export const abnormalInput = z
  .object({
    waybillCode: optionalText(30),
    orderCodes: z.array(orderCode).max(100, '一次最多关联100个订单').default([]),
    abnormalType: z.literal(abnormalType.codes, '请选择异常类型'),
    abnormalLevel: z.literal(abnormalLevel.codes, '请选择异常等级').default(abnormalLevel.minor),
    occurTime: z.string('请选择发生时间').min(1, '请选择发生时间').pipe(dateTime),
    address: z.string().trim().max(120, '发生地点最多120个字符').default(''),
    lng: optionalNumber({ min: -180, max: 180, places: 6 }),
    lat: optionalNumber({ min: -90, max: 90, places: 6 }),
    affectPieces: optionalNumber({ min: 0, max: 999_999, places: 0, unit: '件' }),
    lossAmount: yuan,
    description: z.string('请输入异常描述').trim().min(5, '异常描述至少5个字').max(500, '异常描述最多500个字'),
    fileIds,
  })
  .refine((v) => Boolean(v.waybillCode) || (v.orderCodes?.length ?? 0) > 0, {
    path: ['waybillCode'],
    error: '请填写运单号或订单号',
    when: () => true,
  });
export const abnormalAdd = endpoint({
  path: `${base}/add`,
  access: button('abnormalReporting', 'add'),
  title: '异常上报',
  input: abnormalInput,
  output: z.object({ abnormalCode: text }),
});
/** Waybills that the caller may report about and that match the typed text, with their orders, newest first. */
export const abnormalSubjects = endpoint({
  path: `${base}/subjects`,
  access: button('abnormalReporting', 'add'),
  title: '查找可上报异常的运单',
  input: z.object({ keyword: z.string().trim().max(30, '最多30个字符').default('') }),
  output: z.array(
    z.object({
      waybillCode: text,
      plateNo: text,
      driverName: text,
      fromName: text,
      toName: text,
      /** position of its vehicle when it is on the road */
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      orders: z.array(z.object({ orderCode: text, receiver: text })),
    }),
  ),
});
export type AbnormalSubject = z.infer<typeof abnormalSubjects.output>[number];

const step = z.object({ abnormalCode, version });
const written = z.object({ abnormalCode: text, abnormalStatus: z.number(), version: z.number() });

export const abnormalAccept = endpoint({
  path: `${base}/accept`,
  access: button('abnormalReporting', 'accept'),
  title: '受理异常',
  input: step,
  output: written,
});
export const abnormalHandle = endpoint({
  path: `${base}/handle`,
  access: button('abnormalReporting', 'handle'),
  title: '处理异常',
  input: step.extend({
    duty: z.literal(dutyParty.codes, '请选择责任方'),
    dutyName: optionalText(50),
    handleResult: z.string('请输入处理结果').trim().min(2, '处理结果至少2个字符').max(500, '处理结果最多500个字符'),
    claimAmount: yuan,
    /** photos of the handling, beside those of the report */
    fileIds,
  }),
  output: written,
});
export const abnormalClose = endpoint({
  path: `${base}/close`,
  access: button('abnormalReporting', 'close'),
  title: '关闭异常',
  input: step,
  output: written,
});
export const abnormalReopen = endpoint({
  path: `${base}/reopen`,
  access: button('abnormalReporting', 'reopen'),
  title: '重开异常',
  input: step.extend({ reason: reasonOf('重开原因') }),
  output: written,
});
export const abnormalWithdraw = endpoint({
  path: `${base}/withdraw`,
  access: button('abnormalReporting', 'withdraw'),
  title: '撤销异常',
  input: step.extend({ reason: reasonOf('撤销原因') }),
  output: written,
});
export const abnormalAssign = endpoint({
  path: `${base}/assign`,
  access: button('abnormalReporting', 'assign'),
  title: '转派异常',
  input: step.extend({
    handlerId: optionalId.refine((value) => value !== null, '请选择处理人'),
    remark: optionalText(100),
  }),
  output: written,
});
/** Users who may be put in charge of a report. */
export const abnormalHandlers = endpoint({
  path: `${base}/handlers`,
  access: button('abnormalReporting', 'assign'),
  title: '可转派的处理人',
  output: z.array(z.object({ code: id, name: text })),
});

/** Hours within which a report must be handled, by its level (transport.md D3). */
export const abnormalSlaHours: Readonly<Record<number, number>> = {
  [abnormalLevel.minor]: 24,
  [abnormalLevel.serious]: 4,
  [abnormalLevel.grave]: 1,
};
