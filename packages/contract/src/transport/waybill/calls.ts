import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { optionalId, optionalText, reasonOf } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { exportOptions, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';
import { waybillKind } from './enums';
import { waybillFilters } from './filters';
import { waybillCode, waybillDetailOut, waybillHeader, waybillMore, waybillRow } from './shapes';

const text = z.string();
const nullable = z.string().nullable();

const written = z.object({ waybillCode: text, version: z.number() });
const base = '/api/tms/waybill';

/** Kinds of waybills that have a list of their own, with their name, their menu and the right that each step needs. */
const kinds = {
  billOfLading: {
    kind: waybillKind.billOfLading,
    noun: '提单',
    menu: menus.billOfLading.id,
    edit: button('billOfLading', 'edit'),
    load: button('billOfLading', 'edit'),
    void: button('billOfLading', 'void'),
    finish: button('billOfLading', 'finish'),
    changeVehicle: button('billOfLading', 'changeVehicle'),
    export: button('billOfLading', 'export'),
  },
  transportTask: {
    kind: waybillKind.transportTask,
    noun: '运输任务',
    menu: menus.transportTask.id,
    edit: button('transportTask', 'edit'),
    load: button('transportTask', 'load'),
    void: button('transportTask', 'void'),
    finish: button('transportTask', 'finish'),
    changeVehicle: button('transportTask', 'reassign'),
    export: button('transportTask', 'export'),
  },
  waybillStowage: {
    kind: waybillKind.stowage,
    noun: '配载单',
    menu: menus.waybillStowage.id,
    edit: button('waybillStowage', 'edit'),
    load: button('waybillStowage', 'load'),
    void: button('waybillStowage', 'void'),
    finish: button('waybillStowage', 'finish'),
    changeVehicle: button('waybillStowage', 'changeVehicle'),
    export: button('waybillStowage', 'export'),
  },
} as const;

type KindName = keyof typeof kinds;

/** How a truck is loaded: begun, counted, ended, and taken back. */
function loadingCalls(name: KindName) {
  const own = kinds[name];
  const path = `${base}/${name}` as const;
  const step = z.object({ waybillCode, version });
  return {
    load: endpoint({
      path: `${path}/load`,
      access: own.load,
      title: `${own.noun}装车完成`,
      /** `asPlanned`: what was counted short is on board all the same; without it such a count is refused (4011) */
      input: step.extend({ asPlanned: z.boolean().default(false) }),
      output: written,
    }),
    startLoad: endpoint({
      path: `${path}/startLoad`,
      access: own.load,
      title: `${own.noun}开始装车`,
      input: step,
      output: written,
    }),
    countLoad: endpoint({
      path: `${path}/countLoad`,
      access: own.load,
      title: `${own.noun}装车清点`,
      input: step.extend({
        orderCode,
        /** pieces on board so far */
        pieces: z.number('请输入已装件数').int('件数须为整数').min(0, '件数不能小于0').max(999_999),
      }),
      output: written,
    }),
    rollback: endpoint({
      path: `${path}/rollback`,
      access: own.load,
      title: `撤销${own.noun}的装车`,
      input: step,
      output: written,
    }),
  };
}

function callsOf(name: KindName) {
  const own = kinds[name];
  const read = { menu: own.menu } as const;
  const path = `${base}/${name}` as const;
  const step = z.object({ waybillCode, version });
  return {
    kind: own.kind,
    noun: own.noun,
    page: endpoint({
      path: `${path}/page`,
      access: read,
      title: `${own.noun}列表`,
      input: pageQuery.extend(waybillFilters.schema.shape),
      output: pageOf(waybillRow),
    }),
    statusCount: endpoint({
      path: `${path}/statusCount`,
      access: read,
      title: `各状态的${own.noun}数`,
      input: waybillFilters.schema.omit({ transportStatus: true }),
      output: z.record(z.string(), z.number()),
    }),
    detail: endpoint({
      path: `${path}/detail`,
      access: read,
      title: `${own.noun}详情`,
      input: z.object({ id: waybillCode }),
      output: waybillDetailOut,
    }),
    update: endpoint({
      path: `${path}/update`,
      access: own.edit,
      title: `编辑${own.noun}`,
      input: waybillHeader.extend({ ...waybillMore.shape, waybillCode, version }),
      output: written,
    }),
    ...loadingCalls(name),
    finish: endpoint({
      path: `${path}/finish`,
      access: own.finish,
      title: `${own.noun}完成`,
      input: step,
      output: written,
    }),
    /** another vehicle or driver for a trip that has not left; the driver has to accept again (transport.md C1, C15) */
    changeVehicle: endpoint({
      path: `${path}/${own.kind === waybillKind.transportTask ? 'reassign' : 'changeVehicle'}`,
      access: own.changeVehicle,
      title: own.kind === waybillKind.transportTask ? '改派' : `${own.noun}换车`,
      input: z.object({
        waybillCode,
        version,
        vehicleId: id,
        driverId: optionalId,
        reason: reasonOf(own.kind === waybillKind.transportTask ? '改派原因' : '换车原因'),
        lateReason: waybillMore.shape.lateReason,
      }),
      output: written,
    }),
    void: endpoint({
      path: `${path}/void`,
      access: own.void,
      title: `作废${own.noun}`,
      input: step.extend({ reason: reasonOf('作废原因') }),
      output: written,
    }),
    export: endpoint({
      path: `${path}/export`,
      access: own.export,
      title: `导出${own.noun}`,
      input: waybillFilters.schema.extend(exportOptions),
      output: z.object({ id }),
    }),
  };
}
export type WaybillCalls = ReturnType<typeof callsOf>;

export const transportTaskCalls: WaybillCalls = callsOf('transportTask');
export const waybillStowageCalls: WaybillCalls = callsOf('waybillStowage');
export const billOfLadingCalls: WaybillCalls = callsOf('billOfLading');
export const {
  page: billOfLadingPage,
  statusCount: billOfLadingStatusCount,
  detail: billOfLadingDetail,
  update: billOfLadingUpdate,
  startLoad: billOfLadingStartLoad,
  countLoad: billOfLadingCountLoad,
  load: billOfLadingLoad,
  rollback: billOfLadingRollback,
  finish: billOfLadingFinish,
  changeVehicle: billOfLadingChangeVehicle,
  void: billOfLadingVoid,
  export: billOfLadingExport,
} = billOfLadingCalls;
/** Exported one by one, because the API document and the access check find calls by the exports of a module. */
export const {
  page: transportTaskPage,
  statusCount: transportTaskStatusCount,
  detail: transportTaskDetail,
  update: transportTaskUpdate,
  load: transportTaskLoad,
  startLoad: transportTaskStartLoad,
  countLoad: transportTaskCountLoad,
  rollback: transportTaskRollback,
  finish: transportTaskFinish,
  changeVehicle: transportTaskReassign,
  void: transportTaskVoid,
  export: transportTaskExport,
} = transportTaskCalls;
export const {
  page: waybillStowagePage,
  statusCount: waybillStowageStatusCount,
  detail: waybillStowageDetail,
  update: waybillStowageUpdate,
  load: waybillStowageLoad,
  startLoad: waybillStowageStartLoad,
  countLoad: waybillStowageCountLoad,
  rollback: waybillStowageRollback,
  finish: waybillStowageFinish,
  changeVehicle: waybillStowageChangeVehicle,
  void: waybillStowageVoid,
  export: waybillStowageExport,
} = waybillStowageCalls;

/** 签收: records that the receiver took the goods, or refused them (transport.md 3.1, 4→5). */
export const orderSign = endpoint({
  path: '/api/tms/customerOrder/sign',
  access: button('customerOrder', 'sign'),
  title: '签收',
  input: z.object({
    orderCode,
    signer: z.string('请输入签收人').trim().min(2, '签收人为2~20个字符').max(20, '签收人最多20个字符'),
    signPieces: z.number('请输入实签件数').int('件数须为整数').min(0, '件数不能小于0'),
    rejectPieces: z.number().int('件数须为整数').min(0, '件数不能小于0').default(0),
    rejectReason: optionalText(100),
    signTime: dateTime.optional(),
  }),
  output: z.object({
    orderCode: text,
    orderStatus: z.number(),
    waybillCode: text,
    transportStatus: z.number(),
    /** number of the return order for refused goods; null when nothing was refused */
    returnCode: nullable,
  }),
});
export const orderRevokeSign = endpoint({
  path: '/api/tms/customerOrder/revokeSign',
  access: button('customerOrder', 'revokeSign'),
  title: '撤销签收',
  input: z.object({ orderCode, reason: reasonOf('撤销原因') }),
  output: z.object({ orderCode: text, orderStatus: z.number() }),
});

/** Hours within which a signature may be revoked (transport.md 3.1). */
export const revokeSignHours = 24;
