import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cameraCount } from '../../resources/vehicle/enums';
import { orderStatus } from '../../transport/enums';
import { scoreColour, scoreGrade, scoreMark } from '../../watch/alarm/enums';
import { strengthOf } from '../org/enums';
import { openUrl, sysList } from '../system-enums';
import { dictionaries, dictionaryGet, dictionaryOf, dictionaryPost, labelOf, maxTypeCodes } from './calls';

test('the registry holds the 82 enumerations of the specification and the shown state of a vehicle', () => {
  expect(dictionaries.size).toBeGreaterThanOrEqual(83);
  expect([...dictionaries.values()].flatMap(({ options }) => options).length).toBeGreaterThanOrEqual(324);
});

test('codes are unique inside an enumeration and every label says something', () => {
  for (const { typeCode, options } of dictionaries.values()) {
    expect(new Set(options.map(({ code }) => code)).size, typeCode).toBe(options.length);
    for (const { name } of options) expect(name.trim(), typeCode).not.toBe('');
  }
});

test('every enumeration becomes a schema that the API document can show', () => {
  expect(z.toJSONSchema(orderStatus.schema)).toMatchObject({ enum: [1, 2, 3, 4, 5, 6] });
  expect(orderStatus.schema.safeParse(7).success).toBe(false);
  expect(openUrl.schema.parse(false)).toBe(false);
});

test('every dictionary that a column names is in the registry: lists and files would show bare codes', () => {
  const source = join(import.meta.dirname, '../..');
  const named = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/u.test(name))
    .flatMap((name) =>
      [...readFileSync(join(source, name), 'utf8').matchAll(/\bdict: '(\w+)'/gu)].map(([, code = '']) => code),
    );
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((code) => !dictionaries.has(code))).toEqual([]);
});

test('labels: known, unknown, nothing', () => {
  expect(labelOf('orderStatus', 4)).toBe('运输中');
  expect(labelOf('orderStatus', 99)).toBe('99');
  expect(labelOf('orderStatus', null)).toBe('--');
  expect(labelOf('noSuchType', 'x')).toBe('x');
  expect(labelOf('openUrl', false)).toBe('多页面打开');
  expect(labelOf('alarmType', '')).toBe('全部');
  expect(labelOf('toString', undefined)).toBe('--');
});

test('codes have names in the code', () => {
  expect(orderStatus.inTransit).toBe(4);
  expect(sysList.tmsNew).toBe('tms_new');
  expect(cameraCount.n6).toBe(6);
  expect(cameraCount.label(6)).toBe('6路');
});

test('getDictionary takes one type code, a repeated one, a list and a joined one', () => {
  const typeCode = (input: unknown) => dictionaryGet.input.parse(input).typeCode;
  expect(typeCode({ typeCode: 'sex' })).toEqual(['sex']);
  expect(typeCode({ typeCode: ['sex', 'accStatus', 'sex'] })).toEqual(['sex', 'accStatus']);
  expect(typeCode({ typeCode: 'sex,accStatus,' })).toEqual(['sex', 'accStatus']);
});

test('getDictionary refuses nothing, emptiness and too much', () => {
  const first = (input: unknown) => dictionaryPost.input.safeParse(input).error?.issues[0]?.message;
  expect(first({})).toBe('请给出字典类型 typeCode');
  expect(first({ typeCode: ',' })).toBe('请给出字典类型 typeCode');
  expect(first({ typeCode: Array.from({ length: maxTypeCodes + 1 }, (_, n) => `t${n}`) })).toContain('一次最多');
});

test('the answer is a map of entries in order; an unknown type code is an empty list', () => {
  const answer = dictionaryOf(['accStatus', 'constructor']);
  expect(answer).toEqual({
    accStatus: [
      { code: 0, name: '关' },
      { code: 1, name: '开' },
    ],
    constructor: [],
  });
  expect(dictionaryGet.output.parse(dictionaryOf([...dictionaries.keys()]))).toHaveProperty('alarmType');
});

test('both methods answer at the documented path', () => {
  expect([dictionaryGet, dictionaryPost].map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/base/manage/vehicle/getDictionary',
    'POST /api/base/manage/vehicle/getDictionary',
  ]);
});

test.each([
  [100, 'green', 'excellent'],
  [90, 'green', 'excellent'],
  [89.9, 'yellow', 'good'],
  [75.1, 'yellow', 'good'],
  [75, 'orange', 'fair'],
  [60, 'orange', 'fair'],
  [59.9, 'red', 'poor'],
  [0, 'red', 'poor'],
] as const)('a score of %d is %s and %s', (score, colour, grade) => {
  expect(scoreMark(score)).toMatchObject({ colour: scoreColour[colour], grade: scoreGrade[grade] });
});

test.each([
  ['123456', 'weak'],
  ['abcdef', 'weak'],
  ['!!!!!!', 'weak'],
  ['abc123', 'medium'],
  ['abc!', 'medium'],
  ['123!', 'medium'],
  ['abc!12', 'strong'],
  ['', 'weak'],
])('the strength of %s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
