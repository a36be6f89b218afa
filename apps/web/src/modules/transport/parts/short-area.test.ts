import { expect, test } from 'vitest';
import { shortArea } from './short-area';

test('the province goes where a city follows', () => {
  expect(
    ['浙江省杭州市萧山区', '上海市青浦区', '广西壮族自治区南宁市', '黑龙江省哈尔滨市道里区', '浙江省', ''].map(
      shortArea,
    ),
  ).toEqual(['杭州市萧山区', '上海市青浦区', '南宁市', '哈尔滨市道里区', '浙江省', '']);
});
