import { expect, test } from 'vitest';
import { pinyinInitials, pinyinMatch } from './pinyin';

test.each([
  ['苏州分公司', 'sz', true],
  ['苏州分公司', 'fgs', true],
  ['重庆仓', 'cq', true],
  ['重庆仓', 'zq', true],
  ['长沙', 'cs', true],
  ['沪A·D8F21', 'd8f', true],
  ['华东干线一队', '干线', true],
  ['华东干线一队', 'hdgxyd', true],
  ['华东干线一队', 'xyz', false],
  ['任意', '', true],
])('%s ~ %s', (text, query, found) => expect(pinyinMatch(text, query)).toBe(found));

test.each([
  ['上海干线部', 'shgxb'],
  ['重庆A组', 'zqaz cqaz'],
])('initials of %s', (text, words) => expect(pinyinInitials(text)).toBe(words));
