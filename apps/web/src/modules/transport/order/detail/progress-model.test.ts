import { expect, test } from 'vitest';
import { stagesOf } from './progress-model';

const order = {
  orderStatus: 4,
  createTime: '2026-11-20 08:00:00',
  signTime: null,
  receiptRequire: 1,
  receiptStatus: 0,
};
let entered = 0;
/** Steps are entered one after the other, whenever they happened. */
const step = (action: string, toStatus: number | null, time: string, partCode: string | null = null) => ({
  id: String(++entered),
  action,
  toStatus,
  time: `2026-11-20 ${time}`,
  partCode,
});
const words = (stages: ReturnType<typeof stagesOf>) =>
  stages.map(({ name, time, done }) => `${name} ${done ? (time?.slice(11, 16) ?? '已过') : '未到'}`);

test('an order on its way: what was taken off a truck again counts no more, goods that nobody told of were loaded when the truck left', () => {
  const log = [
    step('下单', 1, '08:00:00'),
    step('配载', 2, '09:00:00'),
    step('移出', 1, '09:30:00'),
    step('配载', 2, '10:00:00'),
    step('发车', 4, '12:00:00'),
  ];
  expect(words(stagesOf(order, log))).toEqual([
    '下单 08:00',
    '配载 10:00',
    '装车 12:00',
    '发车 12:00',
    '签收 未到',
    '回单 未到',
  ]);
});

test('a signed order without a receipt ends with its signature; a stop on the way is told', () => {
  const signed = { ...order, orderStatus: 5, signTime: '2026-11-20 18:00:00', receiptRequire: 0, receiptStatus: null };
  const log = [step('装车', 3, '11:00:00'), step('发车', 4, '12:00:00'), step('到站', 4, '15:00:00')];
  expect(words(stagesOf(signed, log))).toEqual([
    '下单 08:00',
    '配载 已过',
    '装车 11:00',
    '发车 12:00',
    '到站 15:00',
    '签收 18:00',
  ]);
});

test('the times are those of what happened: entered late, corrected, undone; a pick-up has states of its own', () => {
  const log = [
    step('提货确认', 4, '07:00:00', 'TH1'),
    step('配载', 2, '09:00:00'),
    step('发车', 4, '09:30:00'),
    step('撤销发车', null, '09:40:00'),
    // entered at noon, with the time at which the truck left
    step('发车', 4, '08:30:00'),
    step('更正发车时间', null, '08:10:00'),
    step('到站', 4, '13:00:00'),
    step('更正到站时间', null, '12:45:00'),
    step('到站', null, '15:00:00'),
    step('撤销到站', null, '15:05:00'),
  ];
  expect(words(stagesOf(order, log))).toEqual([
    '下单 08:00',
    '提货 07:00',
    '配载 09:00',
    '装车 08:10',
    '发车 08:10',
    '到站 12:45',
    '签收 未到',
    '回单 未到',
  ]);
});

test('goods that were fetched wait at a site; what is put on a truck there leaves with it, not when it is put there', () => {
  const fetched = [
    step('下单', 1, '08:00:00'),
    step('配载', 2, '08:30:00', 'TH1'),
    step('发车', 4, '09:00:00', 'TH1'),
    step('提货确认', 4, '09:30:00', 'TH1'),
    step('到站', 4, '10:00:00', 'TH1'),
  ];
  expect(words(stagesOf(order, fetched))).toEqual([
    '下单 08:00',
    '提货 09:30',
    '配载 未到',
    '装车 未到',
    '发车 未到',
    '签收 未到',
    '回单 未到',
  ]);
  const stowed = [...fetched, step('配载', 4, '11:00:00')];
  expect(words(stagesOf(order, stowed)).slice(2, 5)).toEqual(['配载 11:00', '装车 未到', '发车 未到']);
  const left = [...stowed, step('发车', 4, '12:00:00')];
  expect(words(stagesOf(order, left)).slice(2, 5)).toEqual(['配载 11:00', '装车 12:00', '发车 12:00']);
});
