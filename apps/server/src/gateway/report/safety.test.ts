import { encodeSafetyItem } from '@tongda/protocol/jsatl12/encode';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import { expect, it } from 'vitest';
import { safetyEventsOf } from './safety';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
/** T/JSATL 12 item 0x65: id 9, start, fatigue, level 2, degree 7 · 70 km/h, 5 m, 31.2304/121.4737 · 2026-03-01 10:00:00 · identifier */
const identifier = '41424331323334 260301100000 00 03 00';
const item = (time: string) =>
  bytes(`00000009 01 01 02 07 00000000 46 0005 01dc89a0 073d8aa4 ${time} 0401 ${identifier}`);
const at = Date.UTC(2026, 2, 1, 2, 0, 0);
const location = (items: Location['items']) => ({ items }) as Location;

it('an alarm of the driver camera becomes an event with its identifier, in units of ours', () => {
  const items = [
    { id: 0x01, data: bytes('00000001') },
    { id: 0x65, data: item('260301100000') },
  ];
  expect(safetyEventsOf(location(items), at + 1000, at + 2000)).toEqual([
    {
      item: 0x65,
      type: 1,
      level: 2,
      flag: 1,
      alarmId: 9,
      identifier: identifier.replaceAll(' ', ''),
      t: at,
      speedKmh: 70,
      attachments: 3,
    },
  ]);
});

it("takes the report's time where the alarm's own is impossible", () => {
  const [event] = safetyEventsOf(location([{ id: 0x65, data: item('990101000000') }]), at + 1000, at + 2000) ?? [];
  expect(event).toMatchObject({ t: at + 1000, timeAbnormal: true });
});

it("takes the report's speed where the alarm's own is not known, and none where that is not either", () => {
  const bytesOf = item('260301100000');
  bytesOf[bytesOf.indexOf(70)] = 0xff;
  const speedOf = (speedKmh: number) =>
    safetyEventsOf({ ...location([{ id: 0x65, data: bytesOf }]), speedKmh }, at, at)?.map((event) => event.speedKmh);
  expect(speedOf(64.5)).toEqual([64.5]);
  expect(speedOf(6553.5)).toEqual([null]);
});

it('other makers use these ids for other things', () => {
  expect(safetyEventsOf(location([{ id: 0x64, data: bytes('2f000000') }]), at, at)).toBeUndefined();
  expect(safetyEventsOf(location([]), at, at)).toBeUndefined();
});

it.each([
  [0x64, 3, 2],
  [0x65, 1, 1],
  [0x67, 3, null],
] as const)('an alarm of item %s that a terminal encodes is read again', (item, type, level) => {
  const where = { lat: 31.2304, lng: 121.4737, altitudeM: 5, speedKmh: 70, time: at, terminalId: 'TD1078' };
  const encoded = encodeSafetyItem({ item, type, level: level ?? 1, alarmId: 9, ...where });
  expect(safetyEventsOf(location([encoded]), at + 1000, at + 2000)).toMatchObject([
    { item, type, level, flag: 0, alarmId: 9, t: at, speedKmh: 70, attachments: 0 },
  ]);
});

it('harsh driving is such an alarm too, without a level', () => {
  const data = bytes(`00000009 01 03 0003 0023 0000 46 0005 01dc89a0 073d8aa4 260301100000 0401 ${identifier}`);
  expect(safetyEventsOf(location([{ id: 0x70, data }]), at + 1000, at + 2000)).toMatchObject([
    { item: 0x70, type: 3, level: null, flag: 1, alarmId: 9, t: at, speedKmh: 70, attachments: 3 },
  ]);
  expect(safetyEventsOf(location([{ id: 0x70, data: bytes('0102') }]), at, at)).toBeUndefined();
});
