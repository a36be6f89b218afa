import * as contract from '@tongda/contract';
import type { EnumCode } from '@tongda/contract/core/enum';
import type { auditStatus } from '@tongda/contract/transport/enums';
import { customerOrderMachine, pickUpOrderMachine, receiptOrderMachine } from '@tongda/contract/transport/order/status';
import { receiptRefusal, receiptVerbs } from '@tongda/contract/transport/receipt/stage';
import { transitions, transitionsBy } from '@tongda/contract/transport/transitions';
import { receiptRequire, type receiptStatus } from '@tongda/contract/transport/waybill/enums';
import {
  abnormalMachine,
  receiptAuditMachine,
  receiptMachine,
  stowMachine,
  waybillMachine,
} from '@tongda/contract/transport/waybill/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/test-app';
import { inHours, type TransportFixture, transportFixture } from '../../../../test/transport-kit';

/**
 * Every pair of state and step that a machine does not allow is tried against the API: each is refused as 4010 with the machine's own sentence, and
 * nothing is written. The state is put into the row by hand, since no allowed way leads to most of these pairs.
 */
let app: TestApp;
let a: TransportFixture;
let orderCode: string;
let parentCode: string;
let pickUpCode: string;
let receiptCode: string;
let waybillCode: string;
let abnormalCode: string;
beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '状态机');
  orderCode = await a.order({ pickUpFlag: 1, pickFrom: inHours(1), pickTo: inHours(5) });
  pickUpCode = (await a.post('/api/tms/pickUpOrder/page', { code: orderCode })).data.list[0].pickUpCode;
  parentCode = await a.order({}, { pieces: 2 });
  const parent = await a.orderOf(parentCode);
  const halves = [1, 1].map((pieces) => ({ items: [{ itemId: parent.items[0].itemId, pieces }] }));
  await a.post('/api/tms/customerOrder/split', { orderCode: parentCode, version: parent.version, children: halves });
  const brought = await a.order();
  receiptCode = (await a.post('/api/tms/receiptOrder/add', { orderCode: brought, siteId: a.qingpu })).data.receiptCode;
  const carried = await a.order();
  waybillCode = (await a.stow(await a.truck(), [carried])).data.waybillCode;
  const report = {
    waybillCode,
    abnormalType: 1,
    abnormalLevel: 1,
    occurTime: inHours(-1),
    description: '外箱破损两件',
  };
  abnormalCode = (await a.post('/api/tms/abnormal/add', report)).data.abnormalCode;
});
afterAll(() => app.close());

interface Walk {
  machine: {
    verbs: readonly string[];
    states: readonly number[];
    can(verb: string, state: number): boolean;
    refusal(verb: string, state: number, thing: string): string;
  };
  thing: string;
  /** puts the thing into a state */
  put(state: number): Promise<unknown>;
  /** what the row says now, to see that a refusal wrote nothing */
  read(): Promise<unknown>;
  calls: Readonly<Record<string, () => Promise<{ code: number; msg: string }>>>;
  /** steps that follow from those of another machine, which refuses them */
  elsewhere: readonly string[];
}

async function walk({ machine, thing, put, read, calls, elsewhere }: Walk): Promise<void> {
  expect([...Object.keys(calls), ...elsewhere].sort()).toEqual([...machine.verbs].sort());
  for (const state of machine.states) {
    await put(state);
    const before = await read();
    for (const [verb, call] of Object.entries(calls)) {
      if (machine.can(verb, state)) continue;
      const { code, msg } = await call();
      expect([verb, state, code, msg]).toEqual([
        verb,
        state,
        4010,
        expect.stringContaining(machine.refusal(verb, state, thing)),
      ]);
    }
    expect(await read()).toEqual(before);
  }
}

const rowOf = async (table: string, column: string, code: string) =>
  (await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${code}`.execute(a.db)).rows[0];
const putIn = (table: string, column: string, code: string, state: string) => (value: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(state)} = ${value} where ${sql.ref(column)} = ${code}`.execute(a.db);

describe('what the machines do not allow is answered 4010 with the reason', () => {
  it('customer orders', async () => {
    const putBoth = async (state: number) => {
      await putIn('customer_order', 'order_code', orderCode, 'order_status')(state);
      await putIn('customer_order', 'order_code', parentCode, 'order_status')(state);
    };
    const { version, items, ...fields } = await a.orderOf(orderCode);
    const parentVersion = (await a.orderOf(parentCode)).version;
    const other = await a.order();
    const children = [60, 60].map((pieces) => ({ items: [{ itemId: items[0].itemId, pieces }] }));
    await walk({
      machine: customerOrderMachine as never,
      thing: '订单',
      put: putBoth,
      read: async () => [
        await rowOf('customer_order', 'order_code', orderCode),
        await rowOf('customer_order', 'order_code', parentCode),
      ],
      calls: {
        edit: () => a.post('/api/tms/customerOrder/update', { ...fields, items, version, remark: '改' }),
        splitOrder: () => a.post('/api/tms/customerOrder/split', { orderCode, version, children }),
        cancelSplit: () =>
          a.post('/api/tms/customerOrder/cancelSplit', { orderCode: parentCode, version: parentVersion }),
        merge: () => a.post('/api/tms/customerOrder/merge', { orderCodes: [orderCode, other] }),
        cancelMerge: () => a.post('/api/tms/customerOrder/cancelMerge', { orderCode, version }),
        sign: () => a.post('/api/tms/customerOrder/sign', { orderCode, signer: '李店长', signPieces: 120 }),
        revokeSign: () => a.post('/api/tms/customerOrder/revokeSign', { orderCode, reason: '签错了单' }),
        void: () => a.post('/api/tms/customerOrder/void', { orderCodes: [orderCode], reason: '客户取消' }),
      },
      // what a vehicle may take is one of the checks of stowage (4011); loading and leaving are steps of the waybill
      elsewhere: ['stowage', 'withdraw', 'load', 'rollbackLoading'],
    });
    for (const state of [2, 3, 4, 5, 6]) {
      await putIn('customer_order', 'order_code', orderCode, 'order_status')(state);
      expect(await a.stow(await a.truck(), [orderCode])).toMatchObject({
        code: 4011,
        msg: expect.stringContaining('不能配载'),
      });
    }
    await putBoth(1);
  });

  it('pick-up orders', async () => {
    const { version, items, ...fields } = (await a.post('/api/tms/pickUpOrder/detail', { id: pickUpCode })).data;
    const [item] = items;
    const lines = [{ itemId: item.itemId, actualPieces: 120, actualWeight: 960, actualVolume: 6.2, productTemp: -19 }];
    const own = { pickUpCode, version };
    await walk({
      machine: pickUpOrderMachine as never,
      thing: '提货单',
      put: putIn('pick_up_order', 'pick_up_code', pickUpCode, 'order_status'),
      read: () => rowOf('pick_up_order', 'pick_up_code', pickUpCode),
      calls: {
        edit: () => a.post('/api/tms/pickUpOrder/update', { ...fields, items, ...own, remark: '改' }),
        splitOrder: () =>
          a.post('/api/tms/pickUpOrder/split', {
            ...own,
            children: [60, 60].map((pieces) => ({ items: [{ itemId: item.itemId, pieces }] })),
          }),
        pick: () => a.post('/api/tms/pickUpOrder/pick', { ...own, lines }),
        fail: () => a.post('/api/tms/pickUpOrder/fail', { ...own, failReason: '客户未备货' }),
        void: () => a.post('/api/tms/pickUpOrder/void', { ...own, reason: '客户取消' }),
      },
      elsewhere: ['stowage', 'withdraw', 'load', 'receive'],
    });
  });

  it('receipt orders', async () => {
    const { version, items } = (await a.post('/api/tms/receiptOrder/detail', { id: receiptCode })).data;
    const lines = [
      { itemId: items[0].itemId, receivePieces: 120, receiveWeight: 960, receiveVolume: 6.2, productTemp: -19 },
    ];
    const own = { receiptCode, version };
    await walk({
      machine: receiptOrderMachine as never,
      thing: '收货单',
      put: putIn('receipt_order', 'receipt_code', receiptCode, 'receipt_status'),
      read: () => rowOf('receipt_order', 'receipt_code', receiptCode),
      calls: {
        receive: () => a.post('/api/tms/receiptOrder/receive', { ...own, lines, finish: true }),
        correct: () => a.post('/api/tms/receiptOrder/correct', { ...own, lines, reason: '数错了' }),
        void: () => a.post('/api/tms/receiptOrder/void', { ...own, reason: '开错了' }),
      },
      elsewhere: [],
    });
  });

  it('waybills and their loading', async () => {
    const detail = await a.waybill(waybillCode);
    const { version, vehicleId } = detail;
    const [{ orderCode: carried }] = detail.legs;
    const spare = await a.truck();
    const own = { waybillCode, version };
    const task = (verb: string, more: object = {}) =>
      a.post(`/api/tms/waybill/transportTask/${verb}`, { ...own, ...more });
    const stow = (confirm: boolean) => a.stow(vehicleId, [carried], { ...own, confirm });
    const read = () => rowOf('waybill', 'waybill_code', waybillCode);
    await walk({
      machine: waybillMachine as never,
      thing: '运单',
      put: putIn('waybill', 'waybill_code', waybillCode, 'transport_status'),
      read,
      calls: {
        edit: () => task('update', { vehicleId, planDepartTime: inHours(1) }),
        stowage: () => stow(true),
        depart: () => a.post('/api/tms/departure/confirm', { ...own, overrideReason: '现场确认', sealNo: 'F1' }),
        revokeDepart: () => a.post('/api/tms/departure/revoke', { waybillCode, reason: '车没走' }),
        arrive: () => a.post('/api/tms/arrival/register', { waybillCode, stopSeq: 2 }),
        finish: () => task('finish'),
        reloading: () =>
          a.post('/api/tms/stowage/reload', {
            ...own,
            reason: 1,
            place: { placeName: '半路' },
            reloadTime: inHours(0),
            legs: [{ orderCode: carried, pieces: 120, productTemp: -19 }],
            target: { vehicleId: spare, planDepartTime: inHours(0.2) },
          }),
        reassign: () => task('reassign', { vehicleId: spare, reason: '原车要保养' }),
        void: () => task('void', { reason: '不走了' }),
      },
      // of 提单 only: tested beside the subject
      elsewhere: ['stowageEnroute'],
    });
    await putIn('waybill', 'waybill_code', waybillCode, 'transport_status')(1);
    await walk({
      machine: stowMachine as never,
      thing: '运单',
      put: putIn('waybill', 'waybill_code', waybillCode, 'stow_status'),
      read,
      calls: {
        save: () => stow(false),
        confirm: () => stow(true),
        startLoad: () => task('startLoad'),
        countLoad: () => task('countLoad', { orderCode: carried, pieces: 1 }),
        load: () => task('load'),
        rollback: () => task('rollback'),
      },
      elsewhere: [],
    });
  });

  it('receipts: their way and what the office says of them', async () => {
    const signed = await a.order({ receiptRequire: receiptRequire.both, receiptCopies: 1 });
    const code = (await a.stow(await a.truck(), [signed])).data.waybillCode;
    await a.depart(code);
    await a.post('/api/tms/customerOrder/sign', { orderCode: signed, signer: '李店长', signPieces: 120 });
    const { receiptNo, version } = (await a.post('/api/tms/receipt/detail', { id: signed })).data;
    const row = () => rowOf('receipt', 'receipt_no', receiptNo);
    const one = { orderCodes: [signed] };
    const paper = {
      orderCode: signed,
      version,
      signer: '李店长',
      signTime: inHours(0),
      signPieces: 120,
      rejectPieces: 0,
    };
    const express = { expressCompany: '顺丰速运', expressNo: 'SF1234567890', sendTime: inHours(0) };
    const calls = {
      upload: () => a.post('/api/tms/receipt/save', { ...paper, pages: ['1'] }),
      pass: () => a.post('/api/tms/receipt/audit', { ...one, pass: true }),
      reject: () => a.post('/api/tms/receipt/audit', { ...one, pass: false, reason: '看不清' }),
      recover: () => a.post('/api/tms/receipt/recover', one),
      send: () => a.post('/api/tms/receipt/send', { ...one, ...express }),
      receive: () => a.post('/api/tms/receipt/receive', one),
      returnClient: () => a.post('/api/tms/receipt/returnClient', one),
    };
    const asStatus = (value: number) => value as EnumCode<typeof receiptStatus>;
    let refused = 0;
    for (const status of receiptMachine.states)
      for (const audit of receiptAuditMachine.states) {
        await sql`update receipt set receipt_status = ${status}, audit_status = ${audit} where receipt_no = ${receiptNo}`.execute(
          a.db,
        );
        const before = await row();
        for (const verb of receiptVerbs) {
          const facts = { receiptStatus: asStatus(status), auditStatus: audit as EnumCode<typeof auditStatus> };
          const reason = receiptRefusal(verb, { ...facts, receiptRequire: receiptRequire.both });
          const machine = verb === 'pass' || verb === 'reject' ? receiptAuditMachine : receiptMachine;
          if (!machine.can(verb as never, (machine === receiptMachine ? status : audit) as never))
            expect([verb, status, audit, reason]).not.toEqual([verb, status, audit, null]);
          if (reason === null) continue;
          // one receipt is answered as a refusal, several are answered line by line
          const { code: answer, msg, data } = await calls[verb]();
          const told = verb === 'upload' ? [answer, msg] : [data[0]?.ok ? 200 : 4010, data[0]?.msg];
          expect([verb, status, audit, ...told]).toEqual([verb, status, audit, 4010, expect.stringContaining(reason)]);
          refused++;
        }
        expect(await row()).toEqual(before);
      }
    // 6 states by 4 verdicts by 7 steps, of which few are allowed
    expect(refused).toBeGreaterThan(140);
  });

  it('abnormal reports', async () => {
    const { rows } = await sql<{
      version: number;
    }>`select version from abnormal_report where abnormal_code = ${abnormalCode}`.execute(a.db);
    const own = { abnormalCode, version: rows[0]?.version };
    const handled = { duty: 2, handleResult: '承运商赔付' };
    await walk({
      machine: abnormalMachine as never,
      thing: '异常单',
      put: putIn('abnormal_report', 'abnormal_code', abnormalCode, 'abnormal_status'),
      read: () => rowOf('abnormal_report', 'abnormal_code', abnormalCode),
      calls: {
        accept: () => a.post('/api/tms/abnormal/accept', own),
        handle: () => a.post('/api/tms/abnormal/handle', { ...own, ...handled }),
        close: () => a.post('/api/tms/abnormal/close', own),
        reopen: () => a.post('/api/tms/abnormal/reopen', { ...own, reason: '结果不对' }),
        withdraw: () => a.post('/api/tms/abnormal/withdraw', { ...own, reason: '报错了' }),
        assign: () => a.post('/api/tms/abnormal/assign', { ...own, handlerId: a.userId }),
      },
      elsewhere: [],
    });
  });
});

describe('what belongs to an allowed step', () => {
  it('names calls that exist and that somebody has to be given the right for', () => {
    const access = new Map(
      Object.values(contract)
        .flatMap((module) => Object.values(module as Record<string, unknown>))
        .flatMap((value) => {
          const one = value as { path?: string; access?: unknown } | null;
          return typeof one?.path === 'string' && one.access !== undefined ? [[one.path, one.access] as const] : [];
        }),
    );
    for (const [thing, { steps }] of Object.entries(transitions))
      for (const [verb, { by, ...step }] of Object.entries(
        steps as Record<string, { by: readonly string[]; with?: string; writes: string }>,
      )) {
        expect([thing, verb, by.length > 0 || step.with !== undefined, step.writes !== '']).toEqual([
          thing,
          verb,
          true,
          true,
        ]);
        for (const path of by)
          expect([path, access.get(path)]).toEqual([path, expect.objectContaining({ path: expect.anything() })]);
      }
  });

  it('is read in the document of the calls', () => {
    expect(transitionsBy('/api/tms/departure/revoke')).toEqual([
      '运单撤销发车：运输中 → 待发车；条件：发车30分钟内、行驶不到5 km、没有到达途经点；写入：发车记录标记撤销，运输段恢复未开始',
    ]);
    expect(transitionsBy('/api/tms/customerOrder/page')).toEqual([]);
  });
});
