import type { DriverTask } from '@tongda/contract/transport/driver-app/calls';
import { expect, test } from 'vitest';
import { readSignForm } from '../../parts/sign-form';
import { inputOf } from '../offline/outbox';
import type { OutboxRow, StepDraft } from '../offline/outbox-db';
import { lateAtStop, nextStep, withPending } from './model';

const waybillCode = 'YS26112100001';
const stop = (seq: number, stopType: number, stopStatus = 0): DriverTask['stops'][number] => ({
  id: String(seq),
  seq,
  stopType,
  evidence: [],
  atSite: false,
  name: `第${seq}站`,
  address: '',
  contact: '',
  phone: '',
  lng: null,
  lat: null,
  windowStart: null,
  windowEnd: null,
  planArriveTime: null,
  arriveTime: null,
  leaveTime: null,
  stopStatus,
});
const order = (orderCode: string, fromSeq: number, toSeq: number): DriverTask['orders'][number] => ({
  orderCode,
  customerName: '客户',
  receiver: '收货人',
  receivePhone: '',
  fromSeq,
  toSeq,
  final: true,
  temperatureType: 2,
  pieces: 10,
  weightKg: 100,
  volumeM3: 1,
  goods: '',
  remark: '',
  transportationStatus: 0,
  signedAt: null,
  signer: null,
  signPieces: null,
  rejectPieces: null,
});
/** Loads at 1, delivers A at 2, loads B at 3, delivers B at 4. */
const task: DriverTask = {
  waybillCode,
  waybillKind: 3,
  plateNo: '沪A10001',
  vehicleColor: 0,
  coDriverName: '',
  fromName: '',
  toName: '',
  planDepartTime: '2026-11-21 10:00:00',
  planArriveTime: '2026-11-21 18:00:00',
  actualDepartTime: null,
  actualArriveTime: null,
  totalPieces: 20,
  totalWeight: 200,
  totalVolume: 2,
  setTemp: null,
  boxTemp: null,
  precoolTime: null,
  precoolUser: null,
  sealNo: null,
  remark: '',
  transportStatus: 1,
  stowStatus: 2,
  driverConfirm: 0,
  stops: [stop(1, 1), stop(2, 2), stop(3, 1), stop(4, 2)],
  orders: [order('A', 1, 2), order('B', 3, 4)],
};
const row = (step: StepDraft, state: OutboxRow['state'] = 'waiting'): OutboxRow => ({
  seq: 1,
  who: '1:1',
  key: 'k',
  at: 1000,
  step,
  photos: [],
  state,
  msg: '',
});
const sign = (orderCode: string): StepDraft => ({
  action: 'sign',
  waybillCode,
  orderCode,
  signer: '李店长',
  signPieces: 9,
  rejectPieces: 1,
  rejectReason: '破损',
});
const after = (steps: StepDraft[], state?: OutboxRow['state']): DriverTask | undefined =>
  withPending(
    [task],
    steps.map((step) => row(step, state)),
    () => '2026-11-21 12:00:00',
  )[0];

test('a whole trip without a network: what comes next follows from what was done', () => {
  const steps: StepDraft[] = [];
  const seen: string[] = [];
  const next = () => {
    const now = after(steps);
    const step = now ? nextStep(now) : { kind: 'gone' as const };
    seen.push('stop' in step ? `${step.kind} ${step.stop.seq}` : step.kind);
  };
  next();
  for (const step of [
    { action: 'accept', waybillCode },
    { action: 'depart', waybillCode, sealNo: 'F1' },
    { action: 'arrive', waybillCode, stopSeq: 2 },
    sign('A'),
    { action: 'arrive', waybillCode, stopSeq: 3 },
    { action: 'load', waybillCode, stopSeq: 3 },
    { action: 'arrive', waybillCode, stopSeq: 4 },
    sign('B'),
  ] satisfies StepDraft[]) {
    steps.push(step);
    next();
  }
  expect(seen).toEqual(['answer', 'depart', 'arrive 2', 'sign 2', 'arrive 3', 'load 3', 'arrive 4', 'sign 4', 'over']);
  expect(after(steps)).toMatchObject({
    transportStatus: 3,
    sealNo: 'F1',
    orders: [{ signer: '李店长', signPieces: 9, rejectPieces: 1 }, {}],
  });
});

test('goods that were not loaded cannot be signed for, and a site counts its own', () => {
  const early = after([
    { action: 'accept', waybillCode },
    { action: 'depart', waybillCode },
    { action: 'arrive', waybillCode, stopSeq: 4 },
  ]);
  expect(early && nextStep(early)).toMatchObject({ kind: 'arrive', stop: { seq: 2 } });
  const site = {
    ...task,
    actualDepartTime: '2026-11-21 11:00:00',
    stops: [stop(1, 1, 2), { ...stop(2, 2, 1), atSite: true }],
  };
  expect(nextStep({ ...site, transportStatus: 2 })).toMatchObject({ kind: 'counted', stop: { seq: 2 } });
});

test('what the server refused has no effect, a refused trip is gone', () => {
  expect(after([{ action: 'accept', waybillCode }], 'refused')).toMatchObject({ driverConfirm: 0 });
  expect(after([{ action: 'refuse', waybillCode, reason: '车坏了' }])).toBeUndefined();
});

test('what the page shows already has no effect any more: the desk may have taken it back', () => {
  const departed = { ...task, actualDepartTime: '2026-11-21 11:00:00' };
  const pending = (more: Partial<OutboxRow>) =>
    withPending([departed], [{ ...row(sign('A'), 'sent'), ...more }], () => '2026-11-21 12:00:00')[0]?.orders[0];
  expect(pending({})).toMatchObject({ signer: '李店长' });
  expect(pending({ shown: true })).toMatchObject({ signer: null, signedAt: null });
});

test('the age of a step is a difference of the phone’s own clock, its signature one of its files', () => {
  const photo = { name: '', blob: new Blob(), signature: false, fileId: '7' };
  const signed = { ...row(sign('A')), photos: [photo, { ...photo, signature: true, fileId: '8' }] };
  expect(inputOf(signed, 61_000)).toMatchObject({ agoMs: 60_000, fileIds: ['7', '8'], signatureId: '8' });
  // somebody set the clock back
  expect(inputOf(signed, 500)).toMatchObject({ agoMs: 0 });
});

test('a signature form says what is wrong first, and what it says when nothing is', () => {
  const given = { brought: 10, pieces: '10', reason: '', signer: '李四', ink: true, askInk: '请签名' };
  const fault = (more: object) => readSignForm({ ...given, ...more }).fault;
  expect(['', '-1', '11', '1.5', 'x'].map((pieces) => fault({ pieces }))).toEqual(
    Array.from({ length: 5 }, () => '实收件数应为 0~10 的整数'),
  );
  expect([fault({ pieces: '8' }), fault({ signer: '李 ' }), fault({ ink: false })]).toEqual([
    '请填写拒收原因',
    '请填写签收人（2~20 个字）',
    '请签名',
  ]);
  expect(readSignForm({ ...given, pieces: '8', reason: ' 破损 ' })).toEqual({
    fault: '',
    signed: { signer: '李四', signPieces: 8, rejectPieces: 2, rejectReason: '破损' },
  });
});

test('a stop says how late it is, by the end of its window: planned, overdue, and as it was reached', () => {
  const windowEnd = '2026-11-21 12:00:00';
  const cases = [
    [null, '2026-11-21 12:30:00', '2026-11-21 10:00:00', '预计晚30分'],
    [null, '2026-11-21 11:30:00', '2026-11-21 10:00:00', ''],
    // the window is over: it comes at the planned time at the earliest, and not before now
    [null, '2026-11-21 12:30:00', '2026-11-21 12:10:00', '晚30分'],
    [null, '2026-11-21 12:30:00', '2026-11-21 13:10:00', '晚1小时10分'],
    [null, null, '2026-11-21 12:10:00', '晚10分'],
    ['2026-11-21 12:00:30', null, '2026-11-21 18:00:00', '晚不到1分'],
    ['2026-11-21 11:59:00', '2026-11-21 12:30:00', '2026-11-21 18:00:00', ''],
  ] as const;
  for (const [arriveTime, planArriveTime, now, words] of cases)
    expect(lateAtStop({ ...stop(2, 2), windowEnd, arriveTime, planArriveTime }, now)).toBe(words);
  expect(lateAtStop({ ...stop(2, 2), arriveTime: '2026-11-21 12:30:00' }, windowEnd)).toBe('');
});
