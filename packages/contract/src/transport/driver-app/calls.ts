import { z } from 'zod';
import { dayMs } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { optionalId, optionalText, reasonOf } from '../../core/field/inputs';
import { scanCode } from '../../core/field/scan-code';
import { dateTime, id } from '../../core/page';
import { driverPlan } from '../../ground/route-plan/driver';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { tripReaders } from '../trip/temperature';
import { abnormalLevel, abnormalType } from '../waybill/enums';
import { waybillCode } from '../waybill/shapes';

const base = '/api/tms/driverApp';
const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** Photos that one action may carry, a signature included. */
export const maxActionFiles = 9;
/** Days that an action may wait on a phone without a network; the server refuses older ones. */
export const maxActionAgeDays = 7;

const taskStop = z.object({
  id,
  seq: z.number(),
  stopType: z.number(),
  /** goods are counted and taken over by the people of the site */
  atSite: z.boolean(),
  name: text,
  address: text,
  contact: text,
  phone: text,
  lng: numeric,
  lat: numeric,
  windowStart: dateTime.nullable(),
  windowEnd: dateTime.nullable(),
  planArriveTime: dateTime.nullable(),
  arriveTime: dateTime.nullable(),
  leaveTime: dateTime.nullable(),
  stopStatus: z.number(),
  /** what the store there asks of an arrival (arrivalEvidence) */
  evidence: z.array(z.number()),
});
const taskOrder = z.object({
  orderCode: text,
  customerName: text,
  receiver: text,
  receivePhone: text,
  fromSeq: z.number(),
  toSeq: z.number(),
  /** this leg ends at the receiver, who signs there */
  final: z.boolean(),
  temperatureType: z.number(),
  /** pieces to sign for; the planned ones as long as nothing is loaded */
  pieces: z.number(),
  weightKg: z.number(),
  volumeM3: z.number(),
  goods: text,
  remark: text,
  transportationStatus: z.number(),
  signedAt: dateTime.nullable(),
  signer: nullable,
  signPieces: numeric,
  rejectPieces: numeric,
});
export const driverTask = z.object({
  waybillCode: text,
  waybillKind: z.number(),
  plateNo: text,
  vehicleColor: numeric,
  coDriverName: text,
  fromName: text,
  toName: text,
  planDepartTime: dateTime,
  planArriveTime: dateTime,
  actualDepartTime: dateTime.nullable(),
  actualArriveTime: dateTime.nullable(),
  totalPieces: z.number(),
  totalWeight: z.number(),
  totalVolume: z.number(),
  setTemp: numeric,
  boxTemp: numeric,
  /** when the office asked for pre-cooling, and who asked */
  precoolTime: dateTime.nullable(),
  precoolUser: nullable,
  sealNo: nullable,
  remark: text,
  transportStatus: z.number(),
  stowStatus: z.number(),
  driverConfirm: z.number(),
  stops: z.array(taskStop),
  orders: z.array(taskOrder),
});
export type DriverTask = z.infer<typeof driverTask>;
export type TaskStop = DriverTask['stops'][number];
export type TaskOrder = DriverTask['orders'][number];

/** All that a driver's phone needs to go on without a network: the open trips and those that ended in the last two days. */
export const driverTasks = endpoint({
  path: `${base}/tasks`,
  access: 'session',
  title: '司机端：我的任务（限本人为司机的账号）',
  output: z.object({
    driver: z.object({
      id,
      name: text,
      phone: text,
      /** 离职 or 停用 for a driver who may no longer accept or start trips; empty for the others */
      leaver: text,
      /** vehicles whose main driver this is */
      vehicles: z.array(z.object({ id, plateNo: text, vehicleColor: z.number(), vehicleType: text })),
    }),
    tasks: z.array(driverTask),
    /** route plans that were sent to this driver */
    plans: z.array(driverPlan),
    /** alarms that a push setting sends to his phone page and that he has not read, newest first */
    notices: z.array(z.object({ id, title: text, content: text, createTime: dateTime })),
    serverTime: dateTime,
  }),
});
export type DriverNotice = z.infer<typeof driverTasks.output>['notices'][number];
export type DriverTasks = z.infer<typeof driverTasks.output>;

/** Fields that every action carries. */
const made = {
  /** drawn by the phone when the button is pressed; an action that is sent several times takes effect once */
  key: z.uuid('操作编号不正确'),
  waybillCode,
  /** ms since the button was pressed, by the phone's clock: it may be set wrong, but the difference of two of its readings is right */
  agoMs: z
    .number()
    .int()
    .min(0)
    .max(maxActionAgeDays * dayMs, `超过${maxActionAgeDays}天的操作不能再提交`),
  lng: z.number().min(-180).max(180).nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  fileIds: z.array(id).max(maxActionFiles, `一次最多${maxActionFiles}张照片`).default([]),
  remark: z.string().trim().max(200, '备注最多200个字符').default(''),
};
const stopSeq = z.number('请选择站点').int().min(1, '请选择站点').max(500);
/** id of the stop: stops that are put before it while the phone has no network change its number (`stopSeq`) */
const stopId = id.nullish();
const pieces = z.number('请输入件数').int('件数须为整数').min(0, '件数不能小于0').max(999_999);

/** One step that a driver takes on the phone. */
export const driverStep = z.discriminatedUnion('action', [
  z.object({ ...made, action: z.literal('accept') }),
  z.object({ ...made, action: z.literal('refuse'), reason: reasonOf('拒单原因') }),
  z.object({
    ...made,
    action: z.literal('depart'),
    sealNo: optionalText(30),
    /** why the truck leaves in spite of a warning */
    overrideReason: optionalText(100),
  }),
  z.object({
    ...made,
    action: z.literal('arrive'),
    stopSeq,
    stopId,
    /** code of the store, when the driver scanned it: evidence of the arrival */
    scanCode: scanCode.nullish(),
  }),
  /** everything planned for this stop was loaded */
  z.object({ ...made, action: z.literal('load'), stopSeq, stopId }),
  z.object({
    ...made,
    action: z.literal('sign'),
    orderCode,
    signer: z.string('请输入签收人').trim().min(2, '签收人为2~20个字符').max(20, '签收人最多20个字符'),
    signPieces: pieces,
    rejectPieces: pieces.default(0),
    rejectReason: optionalText(100),
    /** picture of the signature, one of `fileIds` */
    signatureId: optionalId,
  }),
  z.object({ ...made, action: z.literal('photo'), stopSeq: stopSeq.optional(), stopId }),
  /** 上报异常: reports a problem on the trip, with photos; the office handles the report like one of its own */
  z.object({
    ...made,
    action: z.literal('abnormal'),
    abnormalType: abnormalType.schema,
    abnormalLevel: abnormalLevel.schema,
    description: z.string('请填写异常描述').trim().min(5, '异常描述至少5个字').max(500, '异常描述最多500个字符'),
    /** orders of the trip that are concerned; empty for the trip as a whole */
    orderCodes: z.array(orderCode).max(50, '一次最多选择50个订单').default([]),
    affectPieces: pieces.nullish(),
  }),
]);
export type DriverStep = z.input<typeof driverStep>;
export type DriverActionName = DriverStep['action'];

export const driverActionWords: Readonly<Record<DriverActionName, string>> = {
  accept: '接单',
  refuse: '拒单',
  depart: '发车',
  arrive: '到达',
  load: '装货完成',
  sign: '签收',
  photo: '拍照',
  abnormal: '上报异常',
};

/** Steps that say what happened at a door. They are kept whatever the plan says, and the desk resolves what contradicts it. */
export const doorSteps: ReadonlySet<string> = new Set<DriverActionName>(['depart', 'arrive', 'load', 'sign', 'photo']);
/** What the desk decided about a step that contradicted plan or state. */
export const resolutionWords = { 1: '已采纳', 2: '不采纳' } as const;

/**
 * Takes one step. `refused` is an answer, not an error: the server keeps what was entered, and `msg` says why it had no effect. A step at a door is kept
 * as a fact then (`conflict`), which the desk adopts or closes.
 */
export const driverAct = endpoint({
  path: `${base}/act`,
  access: 'session',
  title: '司机端：提交一步操作（相同编号只生效一次）',
  input: driverStep,
  output: z.object({ refused: z.boolean(), conflict: z.boolean(), msg: text, repeated: z.boolean() }),
});

/** Steps that drivers took on a waybill, for users who may see the waybill. */
export const driverActions = endpoint({
  path: `${base}/actions`,
  access: tripReaders,
  title: '运单的司机端操作记录',
  input: z.object({ id: waybillCode }),
  output: z.array(
    z.object({
      id,
      action: text,
      driverName: text,
      stopSeq: numeric,
      orderCode: nullable,
      actedTime: dateTime,
      receivedTime: dateTime,
      refused: z.boolean(),
      msg: text,
      /** it contradicted plan or state; resolved once somebody at the desk decided */
      conflict: z.boolean(),
      /** key of `resolutionWords` */
      resolution: numeric,
      resolvedTime: dateTime.nullable(),
      resolvedBy: nullable,
      resolveNote: text,
      remark: text,
      /** store whose code was scanned there */
      scanStore: nullable,
      lng: numeric,
      lat: numeric,
      files: z.array(z.object({ id, name: text, url: text, image: z.boolean(), signature: z.boolean() })),
    }),
  ),
});
/** 核实司机操作: adopts a step that contradicted plan or state, which then takes effect at the time when the driver took it, or closes it with a reason. */
export const driverResolve = endpoint({
  path: `${base}/resolve`,
  access: button('transportTask', 'resolve'),
  title: '核实司机端操作（采纳或不采纳）',
  input: z.object({
    id: z.string('请选择司机操作').regex(/^\d{1,19}$/u, '请选择司机操作'),
    adopt: z.boolean('请选择是否采纳'),
    note: reasonOf('处理说明'),
  }),
  output: z.object({ id, msg: text }),
});
export type DriverActionRow = z.infer<typeof driverActions.output>[number];
