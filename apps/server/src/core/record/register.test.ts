import { expect, it } from 'vitest';
import { useSentence } from './register';

it.each([
  [['沪A1', '沪A2'], undefined, '车辆沪A1、沪A2'],
  [['沪A1', '沪A2', '沪A3', '沪A4'], undefined, '车辆沪A1、沪A2、沪A3等4辆'],
  // what the reader may not see is a number
  [['沪A1'], 3, '车辆沪A1等3辆'],
  [[], 2, '车辆2辆'],
])('%j of %j', (names, total, sentence) => {
  expect(useSentence('车辆', '辆', names, total)).toBe(sentence);
});
