import { expect, test } from 'vitest';
import { defineEnum } from '../enum';
import { by, filterSet } from './filters';

const grade = defineEnum('grade', { best: ['A', '优'], good: ['B', '良'] });
const layer = defineEnum('layer', { warm: [1, '常温'], cold: [2, '冷藏'] });
const filters = filterSet({
  name: by.text('名称', { max: 3 }),
  grade: by.word('等级', grade),
  layer: by.code('温层', layer),
  used: by.either('使用', '已用', '未用'),
  since: by.days('日期', 'until'),
  expire: by.ends('合同', ['contract_end']),
  began: by.times('开始时间', 'ended'),
  abnormal: by.has('异常'),
  layers: by.codes('温层', layer),
  late: by.key('时效', { onTime: '正常', late: '已晚到' }),
  overdue: by.only('逾期', '已逾期'),
});

test('a request says each filter as its kind wants it, and the end of a range of days too', () => {
  expect(
    filters.schema.parse({
      name: ' 鸡翅 ',
      grade: 'A',
      layer: '2',
      used: '0',
      since: '2026-01-02 00:00:00',
      until: '2026-01-03',
      expire: 'soon',
    }),
  ).toEqual({ name: '鸡翅', grade: 'A', layer: 2, used: 0, since: '2026-01-02', until: '2026-01-03', expire: 'soon' });
  expect(filters.schema.parse({})).toEqual({});
  expect(filters.schema.parse({ layers: '2' })).toEqual({ layers: [2] });
  expect(filters.schema.parse({ layers: ['1', 2] })).toEqual({ layers: [1, 2] });
  const exact = {
    began: '2026-01-02 03:04:05',
    ended: '2026-01-03 00:00:00',
    abnormal: 'no',
    overdue: 'yes',
    late: 'onTime',
  };
  expect(filters.schema.parse(exact)).toEqual(exact);
});

test.each([
  [{ name: '冷冻鸡翅' }, '最多3个字符'],
  [{ grade: 'C' }, undefined],
  [{ layer: 3 }, undefined],
  [{ used: 2 }, undefined],
  [{ until: '昨天' }, '日期格式应为 YYYY-MM-DD'],
  [{ ended: '2026-01-03' }, '时间格式应为 YYYY-MM-DD HH:mm:ss'],
  [{ overdue: 'no' }, undefined],
  [{ late: 'never' }, undefined],
  [{ layers: [1, 3] }, undefined],
])('%j is refused', (given, sentence) => {
  const { error } = filters.schema.safeParse(given);
  expect(error).toBeDefined();
  if (sentence) expect(error?.issues[0]?.message).toBe(sentence);
});
