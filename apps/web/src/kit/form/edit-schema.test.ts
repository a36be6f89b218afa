import { expect, test } from 'vitest';
import { z } from 'zod';
import { isRequired, maxLengthOf, normaliseValues, sentenceFor, withValue } from './edit-schema';

const schema = z
  .object({
    plateNo: z.string().min(1).max(10, '最多10个字符'),
    remark: z.string().max(30).optional(),
    phone: z
      .string()
      .regex(/^1\d{10}$/u, '请输入正确的手机号码')
      .optional(),
    fleetId: z.string().nullable(),
    box: z.object({ lengthM: z.number().positive('长度须大于0') }),
    lower: z.number().optional(),
    upper: z.number().optional(),
  })
  .refine(({ lower, upper }) => lower === undefined || upper === undefined || lower < upper, {
    path: ['upper'],
    message: '上限须高于下限',
  });
const good = { plateNo: '沪A12345', fleetId: null, box: { lengthM: 9.6 } };

test('what may not be left out is required', () => {
  expect(
    ['plateNo', 'remark', 'phone', 'fleetId', 'box.lengthM', 'unknown'].map((name) => isRequired(schema, name)),
  ).toEqual([true, false, false, false, true, false]);
});

test('the longest text comes from the rule', () => {
  expect(maxLengthOf(schema, 'remark')).toBe(30);
  expect(maxLengthOf(schema, 'plateNo')).toBe(10);
  expect(maxLengthOf(schema, 'lower')).toBeUndefined();
});

test('an emptied field becomes what the schema allows', () => {
  const values = { plateNo: ' 沪A12345 ', remark: '', phone: '', fleetId: '', box: { lengthM: 1 } };
  expect(normaliseValues(schema, values, Object.keys(values))).toMatchObject({
    plateNo: '沪A12345',
    remark: '',
    phone: undefined,
    fleetId: null,
  });
});

test.each([
  [{ ...good, plateNo: '' }, 'plateNo', '请输入车牌号'],
  [{ ...good, plateNo: '12345678901' }, 'plateNo', '最多10个字符'],
  [{ ...good, phone: '123' }, 'phone', '请输入正确的手机号码'],
  [withValue(good, 'box.lengthM', -1), 'box.lengthM', '长度须大于0'],
  [{ ...good, lower: 5, upper: 2 }, 'upper', '上限须高于下限'],
  [{ ...good, phone: '123' }, 'plateNo', null],
])('the sentence stands at its field (%#)', (values, name, sentence) => {
  expect(sentenceFor(schema, values, name, { label: '车牌号', verb: '输入' })).toBe(sentence);
});

test('a table tells the line and the column of what is wrong in it', () => {
  const goods = z.object({
    items: z.array(z.object({ cargoName: z.string(), weightKg: z.number('请输入数字') })).min(1, '请填写货物'),
  });
  const said = (items: unknown[]) =>
    sentenceFor(goods, { items }, 'items', { label: '货物', verb: '输入', cells: { weightKg: '重量' } });
  expect(
    said([
      { cargoName: '水饺', weightKg: 1 },
      { cargoName: '水饺', weightKg: null },
    ]),
  ).toBe('第2行重量：请输入数字');
  expect(said([])).toBe('请填写货物');
});
