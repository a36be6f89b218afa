import { expect, test } from 'vitest';
import { readScanned } from './scanned';

test.each([
  ['WK20261013', 'WK20261013', null],
  [' WK20261013\n', 'WK20261013', null],
  ['WK20261013,14410301703', 'WK20261013', '14410301703'],
  ['WK20261013；14410301703', 'WK20261013', '14410301703'],
  ['TH5-0071|860000000000001|V2', 'TH5-0071', '860000000000001'],
  ['https://dev.example/d/WK20261013', 'WK20261013', null],
  ['https://dev.example/q?sn=TH5-0071&phone=14410301703', 'TH5-0071', '14410301703'],
])('%j is a recorder', (text, deviceNo, terminalNo) => {
  expect(readScanned(text)).toEqual({ deviceNo, terminalNo });
});

test.each(['', '  ', '温控仪', 'https://', 'https://dev.example/', 'x'.repeat(31)])('%j is none', (text) => {
  expect(readScanned(text)).toBeNull();
});
