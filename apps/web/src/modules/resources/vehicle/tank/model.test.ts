import { expect, test } from 'vitest';
import { draftOf, lineFaults, lineOf, pointsOfText, refusalOf, type TankSetting, textOfPoints } from './model';

const setting: TankSetting = {
  vehicleId: '1',
  plateNo: '沪A12345',
  vehicleColor: 1,
  remarkNo: '',
  sharedFrom: '',
  capacityL: 300,
  sensors: 1,
  tanks: [],
  raw: [],
  readTime: null,
};

test('points come from what a spreadsheet copies, with or without its headings, and go back as a file', () => {
  const points = [
    { raw: 100, litres: 0 },
    { raw: 300.5, litres: 60 },
  ];
  expect(pointsOfText('高度\t油量\n100\t0\n300.5\t60\n')).toEqual(points);
  expect(pointsOfText('100,0\r\n\r\n300.5，60')).toEqual(points);
  expect(pointsOfText(textOfPoints(points))).toEqual(points);
  expect(pointsOfText('没有数字')).toEqual([]);
});

test('a draft says what keeps it from being saved', () => {
  const fresh = draftOf(setting, 1);
  expect(fresh.capacityL).toBe(300);
  expect(refusalOf(fresh)).toBe('标定点至少3个');
  const lines = [lineOf({ raw: 100, litres: 0 }), lineOf({ raw: 90, litres: 60 }), lineOf({ raw: 300, litres: 320 })];
  expect([...lineFaults({ ...fresh, lines }).values()]).toEqual(['标定点必须递增', '不能大于油箱容量300L']);
  const half = [lineOf({ raw: 100, litres: 0 }), lineOf({ raw: 200 }), lineOf({ raw: 300, litres: 300 })];
  expect([...lineFaults({ ...fresh, lines: half }).values()]).toEqual(['高度/电压值和油量都要填']);
  expect(refusalOf({ ...fresh, lines: half })).toBe('1 个标定点需修改');
  const good = [
    lineOf({ raw: 100, litres: 0 }),
    lineOf({ raw: 200, litres: 150 }),
    lineOf({ raw: 300, litres: 300 }),
    lineOf(),
  ];
  expect(refusalOf({ ...fresh, lines: good })).toBeNull();
});
