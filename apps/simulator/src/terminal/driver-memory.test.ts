import {
  driverListMode,
  driverListType,
  encodeDriverList,
  type ListedDriver,
} from '@tongda/protocol/driver-list/frame';
import { expect, it } from 'vitest';
import { DriverMemory } from './driver-memory';

const zhou = { cardNo: '0A1B2C3D', name: '周强' };
const li = { cardNo: '0B1B2C3D', name: '李民' };

it('keeps the white list: appended, modified by card, replaced, emptied', () => {
  const memory = new DriverMemory();
  const send = (mode: keyof typeof driverListMode, drivers: ListedDriver[]) =>
    memory.take({ type: driverListType, data: encodeDriverList({ mode: driverListMode[mode], drivers }) });
  const greeted = () => [memory.greet(zhou.cardNo), memory.greet(li.cardNo)];
  expect(greeted()).toEqual(['', '']);
  send('append', [zhou]);
  expect(greeted()).toEqual(['周强', null]);
  send('modify', [{ ...zhou, name: '周强强' }, li]);
  expect(greeted()).toEqual(['周强强', null]);
  send('replace', [li]);
  expect(greeted()).toEqual([null, '李民']);
  memory.take({ type: 0xf6, data: encodeDriverList({ mode: driverListMode.replace, drivers: [] }) });
  expect(greeted()).toEqual([null, '李民']);
  send('replace', []);
  expect(greeted()).toEqual(['', '']);
});
