import type { EnumCode } from '../../core/enum';
import { defineMachine } from '../../core/machine';
import { auditStatus, transportationStatus, transportStatus } from '../enums';
import { abnormalStatus, receiptStatus, stopStatus, stowStatus } from './enums';

/** Steps of a waybill (transport.md 3.3). */
export const waybillMachine = defineMachine(transportStatus, {
  edit: { from: [transportStatus.toDepart], to: null, label: '编辑' },
  stowage: { from: [transportStatus.toDepart], to: null, label: '配载' },
  depart: { from: [transportStatus.toDepart], to: transportStatus.inTransit, label: '发车' },
  revokeDepart: { from: [transportStatus.inTransit], to: transportStatus.toDepart, label: '撤销发车' },
  /** only a 提单 takes further orders on the road; goods of other waybills change vehicles by `reloading` */
  stowageEnroute: { from: [transportStatus.inTransit], to: null, label: '途中加单' },
  arrive: { from: [transportStatus.inTransit], to: null, label: '到站登记' },
  finish: { from: [transportStatus.inTransit], to: transportStatus.complete, label: '完成' },
  reloading: { from: [transportStatus.inTransit], to: null, label: '换装' },
  reassign: { from: [transportStatus.toDepart], to: null, label: '改派' },
  void: { from: [transportStatus.toDepart], to: null, label: '作废' },
});

/** Steps of loading a waybill (transport.md 3.3); they can be rolled back only before departure. */
export const stowMachine = defineMachine(stowStatus, {
  save: { from: [stowStatus.toStow, stowStatus.stowing, stowStatus.stowed], to: stowStatus.stowing, label: '保存配载' },
  confirm: {
    from: [stowStatus.toStow, stowStatus.stowing, stowStatus.stowed],
    to: stowStatus.stowed,
    label: '确认配载',
  },
  startLoad: { from: [stowStatus.stowed], to: null, label: '开始装车' },
  countLoad: { from: [stowStatus.stowed], to: null, label: '装车清点' },
  load: { from: [stowStatus.stowed], to: stowStatus.loaded, label: '装车完成' },
  rollback: { from: [stowStatus.stowed, stowStatus.loaded], to: stowStatus.stowing, label: '撤销装车' },
});

/** Steps of an abnormal report (transport.md 3.5). */
export const abnormalMachine = defineMachine(abnormalStatus, {
  accept: { from: [abnormalStatus.toHandle], to: abnormalStatus.handling, label: '受理' },
  handle: { from: [abnormalStatus.handling], to: abnormalStatus.handled, label: '处理' },
  close: { from: [abnormalStatus.handled], to: abnormalStatus.closed, label: '关闭' },
  reopen: { from: [abnormalStatus.handled], to: abnormalStatus.handling, label: '重开' },
  assign: { from: [abnormalStatus.toHandle, abnormalStatus.handling], to: null, label: '转派' },
  withdraw: { from: [abnormalStatus.toHandle], to: abnormalStatus.withdrawn, label: '撤销' },
});

/** Steps of a receipt document (transport.md 3.6). */
export const receiptMachine = defineMachine(receiptStatus, {
  upload: { from: [receiptStatus.toUpload, receiptStatus.uploaded], to: receiptStatus.uploaded, label: '上传' },
  recover: { from: [receiptStatus.uploaded], to: receiptStatus.recovered, label: '回收登记' },
  send: { from: [receiptStatus.recovered], to: receiptStatus.sent, label: '寄出' },
  receive: { from: [receiptStatus.sent], to: receiptStatus.received, label: '接收' },
  returnClient: {
    from: [receiptStatus.recovered, receiptStatus.received],
    to: receiptStatus.returned,
    label: '返客户',
  },
});

/** Audit of an uploaded receipt document; a new upload is audited again. */
export const receiptAuditMachine = defineMachine(auditStatus, {
  pass: { from: [auditStatus.pending], to: auditStatus.passed, label: '审核通过' },
  reject: { from: [auditStatus.pending], to: auditStatus.rejected, label: '驳回' },
  upload: { from: [auditStatus.pending, auditStatus.rejected], to: auditStatus.pending, label: '上传' },
  cancel: {
    from: [auditStatus.pending, auditStatus.passed, auditStatus.rejected],
    to: auditStatus.cancelled,
    label: '撤销签收',
  },
  restart: { from: [auditStatus.cancelled], to: auditStatus.pending, label: '重新签收' },
});

/** Facts that decide whether a trip is over. */
export interface TripFacts {
  departed: boolean;
  /** in their order */
  stops: ReadonlyArray<EnumCode<typeof stopStatus>>;
  legs: ReadonlyArray<EnumCode<typeof transportationStatus>>;
}

/**
 * State of a waybill from its stops and legs. It is over when every stop has been left or skipped, or when the last stop is reached and every leg has
 * ended. Source: transport.md 3.3.
 */
export function deriveTransportStatus({ departed, stops, legs }: TripFacts): EnumCode<typeof transportStatus> {
  if (!departed) return transportStatus.toDepart;
  const closed = stops.length > 0 && stops.every((s) => s === stopStatus.left || s === stopStatus.skipped);
  const last = stops.at(-1);
  const ended = legs.every((leg) => leg === transportationStatus.completed);
  const there = last !== undefined && last !== stopStatus.toCome;
  return closed || (there && ended) ? transportStatus.complete : transportStatus.inTransit;
}

/** A departure may be revoked within so many minutes and metres (transport.md 3.3). */
export const revokeDepartLimits = { minutes: 30, mileageKm: 5 } as const;
