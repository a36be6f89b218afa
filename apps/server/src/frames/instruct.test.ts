import { instructParam } from '@tongda/contract/watch/command/edition';
import { expect, it } from 'vitest';
import { encodeInstruct, sampleFrame } from './instruct';

const param = (fields: object) => instructParam.parse({ key: 'k', name: '参数', type: 'int', length: 1, ...fields });

it('puts values behind each other: numbers big-endian, texts in GBK, bytes as they are', () => {
  const params = [
    param({ key: 'a', length: 2 }),
    param({ key: 'b', type: 'enum', options: [{ code: 1, name: '开' }] }),
    param({ key: 'c', type: 'bytes', length: 2 }),
    param({ key: 'd', type: 'str', length: 0 }),
  ];
  expect(encodeInstruct('8900', params, { a: 258, b: '1', c: '0a ff', d: '中' })).toBe('0102010affd6d0');
  // a text of fixed length is filled with zeros, a fallback stands for what was not typed
  expect(encodeInstruct('8900', [param({ type: 'str', length: 4, fallback: 'A' })], {})).toBe('41000000');
});

it('8103 counts its settings and names each by its number, leaving out what was not filled in', () => {
  const params = [
    param({ key: '0029', name: '上报间隔', length: 4 }),
    param({ key: 'F101', name: '采集间隔', length: 2, required: false }),
    param({ key: '0013', name: '服务器', type: 'str', length: 0 }),
  ];
  expect(encodeInstruct('8103', params, { '0029': 30, '0013': 'a.cn' })).toBe('0200000029040000001e0000001304612e636e');
});

it.each([
  [{ name: '间隔', length: 1 }, '300', '间隔应在0~255之间'],
  [{ name: '间隔', min: 5, max: 60 }, '4', '间隔应在5~60之间'],
  [{ name: '间隔' }, '1.5', '间隔应为整数'],
  [{ name: '间隔' }, '', '请填写间隔'],
  [{ name: '开关', type: 'enum', options: [{ code: 1, name: '开' }] }, '2', '开关不在可选范围内'],
  [{ name: '数据', type: 'bytes', length: 0 }, '0', '数据应为十六进制，两位一个字节'],
  [{ name: '数据', type: 'bytes', length: 2 }, '00', '数据应为2字节'],
  [{ name: '车牌', type: 'str', length: 2 }, '沪A', '车牌编码后有3字节，最多2字节'],
])('%j refuses %j', (fields, value, sentence) => {
  expect(() => encodeInstruct('8900', [param(fields)], { k: value })).toThrow(sentence);
});

it('a sample frame has header, checksum and delimiters of its edition', () => {
  expect(sampleFrame('8201', '', 'any')).toMatch(/^7e820100000138001380000001[0-9a-f]{2}7e$/u);
  expect(sampleFrame('8201', '', 'JT808-2019').slice(2, 10)).toBe('82014000');
});
