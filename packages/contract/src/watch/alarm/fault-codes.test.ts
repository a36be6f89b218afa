import { expect, test } from 'vitest';
import { faultCodeOf, faultCodeSubject, faultCodeWords, faultSystem, readFaultCodes } from './fault-codes';

test('a text is read as its codes, each once', () => {
  expect(readFaultCodes('P538f,U029f')).toEqual(['P538F', 'U029F']);
  expect(readFaultCodes(' U0100；P0301 P0301\0')).toEqual(['P0301', 'U0100']);
  expect(readFaultCodes('')).toEqual([]);
  expect(readFaultCodes('X'.repeat(21))).toEqual([]);
  expect(readFaultCodes(Array.from({ length: 40 }, (_, i) => `P0${300 + i}`).join())).toHaveLength(30);
});

test.each([
  ['P0301', 'P', '动力系统：点火与失火'],
  ['P0740', 'P', '动力系统：变速箱'],
  ['P1234', 'P', '动力系统（厂家定义）'],
  ['C0035', 'C', '底盘系统'],
  ['B1342', 'B', '车身系统（厂家定义）'],
  ['U0100', 'U', '通信系统'],
  // the second figure of this one goes no further than 3
  ['P538F', '', ''],
  ['SPN110', '', ''],
])('%s is of %s: %s', (code, system, words) => {
  expect(faultSystem(code)).toBe(system);
  expect(faultCodeWords(code)).toBe(words);
  expect(faultCodeOf(faultCodeSubject(code))).toBe(code);
});

test('other faults have no code', () => expect(faultCodeOf('lowVoltage')).toBeNull());
