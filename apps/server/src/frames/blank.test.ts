import { fromHex, toHex } from '@tongda/protocol/bytes';
import { releaseReaders } from '@tongda/protocol/items/registry';
import { encodeBody, msgId } from '@tongda/protocol/jt808/codec';
import { encodePayload } from '@tongda/protocol/jt808/header';
import { encodeText } from '@tongda/protocol/text';
import { expect, it } from 'vitest';
import { blankItems, blankSecrets } from './blank';

const blank = (hex: string): string => toHex(blankSecrets(fromHex(hex), releaseReaders));
const phone = '013900000001';
const long = '0100000000013900000001';
const star = (bytes: number): string => '2a'.repeat(bytes);

it('a code that lets a terminal in is stars, in every edition', () => {
  expect(blank(`01020004${phone}000131323334`)).toBe(`01020004${phone}0001${star(4)}`);
  expect(blank(`01024028${long}00010431323334${'41'.repeat(15)}${'42'.repeat(20)}`)).toBe(
    `01024028${long}000104${star(4)}${'41'.repeat(15)}${'42'.repeat(20)}`,
  );
  // a header of 2019 before a body of 2013: where the code ends is not sure
  expect(blank(`01024004${long}000131323334`)).toBe(`01024004${long}0001${star(4)}`);
  expect(blank(`81000007${phone}000100050031323334`)).toBe(`81000007${phone}0001000500${star(4)}`);
  expect(blank(`81000003${phone}0001000503`)).toBe(`81000003${phone}0001000503`);
});

it('so are the arguments of terminal control, where passwords of other servers stand; its word is not', () => {
  expect(blank(`81050006${phone}0001023b3b707763`)).toBe(`81050006${phone}000102${star(5)}`);
  expect(blank(`81050001${phone}000104`)).toBe(`81050001${phone}000104`);
});

it('so is what locks are told, and a part or a damaged frame of any of them', () => {
  expect(blank(`89000003${phone}0001f60102`)).toBe(`89000003${phone}0001f6${star(2)}`);
  expect(blank(`09000003${phone}0001410102`)).toBe(`09000003${phone}0001410102`);
  expect(blank(`81002004${phone}00010002000231323334`)).toBe(`81002004${phone}000100020002${star(4)}`);
  expect(blank(`01020009${phone}000131323334`)).toBe(`01020009${phone}0001${star(4)}`);
});

it('everything else is shown as it came', () => {
  expect(blank(`00020000${phone}0001`)).toBe(`00020000${phone}0001`);
  expect(blank(`02000001${phone}0001ff`)).toBe(`02000001${phone}0001ff`);
});

/** What a frame says after blanking, as the text that its bytes are. */
const shown = (id: number, body: Uint8Array): string =>
  Buffer.from(
    blankSecrets(encodePayload(id, { phone: '13900000001', version: '2013', serial: 1 }, body), releaseReaders),
  ).toString('latin1');
const licence = '310101198003071234';

it('the number of a licence in items of reports is stars, whatever profile the terminal has', () => {
  const place = { alarmBits: 0, statusBits: 2, lat: 31, lng: 121, altitudeM: 4, speedKmh: 0, directionDeg: 0 };
  const items = [
    { id: 0x30, data: Uint8Array.of(0x1f) },
    { id: 0xbc, data: encodeText('WANG') },
    { id: 0xbd, data: encodeText(licence) },
  ];
  const location = { ...place, time: Date.UTC(2026, 10, 28), items, remainder: null };
  const one = shown(msgId.location, encodeBody(msgId.location, location, '2013'));
  expect(one).toContain('WANG');
  expect(one).not.toContain(licence);
  expect(one).toContain('*'.repeat(licence.length));
  const batch = { late: false, locations: [location, location], damaged: 0 };
  expect(shown(msgId.locationBatch, encodeBody(msgId.locationBatch, batch, '2013'))).not.toContain(licence);
});

it('the code that was typed at a lock is stars in every report that has items, and among items alone', () => {
  const code = '13579246';
  const items = [
    { id: 0x60, data: encodeText('event') },
    { id: 0x67, data: encodeText(code) },
    { id: 0x68, data: encodeText('rest') },
  ];
  const place = { alarmBits: 0, statusBits: 2, lat: 31, lng: 121, altitudeM: 4, speedKmh: 0, directionDeg: 0 };
  const location = { ...place, time: Date.UTC(2026, 10, 28), items, remainder: null };
  const small = { batteryPct: null, time: null, locations: [location, location], damaged: 0 };
  const lock = {
    ...{ time: location.time, lat: 31, lng: 121, fixed: true, flag: false, speedKnots: 0, directionDeg: 0, signal: 9 },
    ...{ satellites: 9, odometerKm: 1, battery: 90, cellId: 1, areaCode: 1, product: 1, statusBits: 0, alarmBits: 0 },
    items,
  };
  for (const said of [
    shown(msgId.location, encodeBody(msgId.location, location, '2013')),
    shown(msgId.smallBatch, encodeBody(msgId.smallBatch, small, '2013')),
    shown(msgId.lockLocation, encodeBody(msgId.lockLocation, lock, '2013')),
    shown(msgId.lockWithoutFix, encodeBody(msgId.lockWithoutFix, lock, '2013')),
  ]) {
    expect(said).not.toContain(code);
    expect(said).toContain('*'.repeat(code.length));
    expect(said).toContain('rest');
  }
  const alone = (hex: string): string => toHex(blankItems(fromHex(hex)));
  expect(alone('e10101670831323334353637380002ffff')).toBe(`e101016708${star(8)}0002ffff`);
  // a longer item of that number is an alarm; of one that is cut off nobody knows
  expect(alone('6709313233343536373839')).toBe('6709313233343536373839');
  expect(alone('ff00670831323334')).toBe(`ff006708${star(4)}`);
});

it('so are passwords of settings, and licences of cards; what is beside them stays', () => {
  const parameters = [
    { id: 0x10, value: encodeText('cmnet') },
    { id: 0x12, value: encodeText('geheim') },
    { id: 0x16, value: encodeText('geheim') },
  ];
  const set = shown(msgId.setParameters, encodeBody(msgId.setParameters, { parameters }, '2013'));
  expect(set).toContain('cmnet');
  expect(set).not.toContain('geheim');
  const told = encodeBody(msgId.parameters, { replySerial: 1, parameters }, '2013');
  expect(shown(msgId.parameters, told)).not.toContain('geheim');
  // cut off in the middle of a value: nobody knows what the rest is
  const cut = shown(msgId.parameters, told.subarray(0, told.length - 2));
  expect(cut).not.toMatch(/cmnet|gehe/u);
  const card = {
    ...{ inserted: true, time: Date.UTC(2026, 10, 28), result: 0, name: 'WANG', certificateNo: licence },
    ...{ authority: 'SH', validUntil: null, idCard: licence },
  };
  const swiped = shown(msgId.driverCard, encodeBody(msgId.driverCard, card, '2013'));
  expect(swiped).toContain('WANG');
  expect(swiped).not.toContain(licence);
});
