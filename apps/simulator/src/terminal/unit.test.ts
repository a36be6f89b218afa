import { type Message, msgId } from '@tongda/protocol/jt808/codec';
import type { Shoot } from '@tongda/protocol/jt808/messages/media/8801';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import { readRecorderValue } from '@tongda/protocol/jt808/messages/recorder/values';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { expect, it } from 'vitest';
import { type Reply, Unit } from './unit';

const now = Date.UTC(2026, 10, 21, 3);
const identity = { phone: '13900000001', plateNo: '沪A00001', plateColor: 2, protocol: '2013' } as const;
const order: Shoot = {
  channel: 2,
  command: 1,
  intervalS: 0,
  save: false,
  resolution: 2,
  quality: 3,
  brightness: 127,
  contrast: 64,
  saturation: 64,
  chroma: 127,
};

const place: Location = {
  ...{ alarmBits: 0, statusBits: 3, lat: 31.2, lng: 121.4, altitudeM: 4, speedKmh: 0, directionDeg: 90 },
  ...{ time: now, items: [], remainder: null },
};

it('takes a photo with the camera that it has, and says so of one that it has not', () => {
  const unit = new Unit({ identity, now: () => now }, { 2: 'box' });
  const told: Reply[] = [];
  const shoot = (channel: number) =>
    unit.answer({ id: msgId.shoot, body: { ...order, channel } }, 7, (reply) => told.push(reply));
  shoot(2);
  shoot(3);
  const mediaId = Math.floor(now / 1000) & 0x7fffffff;
  expect(told).toMatchObject([
    { id: msgId.shootReply, body: { replySerial: 7, result: 0, mediaIds: [mediaId] } },
    { id: msgId.mediaData, body: { mediaId, channel: 2, event: 0, kind: 0 } },
    { id: msgId.shootReply, body: { replySerial: 7, result: 2, mediaIds: [] } },
  ]);
});

it('lists the photos that it took, sends them again when asked, and forgets those that it is told to', () => {
  let at = now;
  const unit = new Unit({ identity, now: () => at }, { 1: 'road', 2: 'box' });
  const ask = (message: Message): Reply[] => {
    const told: Reply[] = [];
    unit.answer(message, 7, (reply) => told.push(reply));
    return told;
  };
  unit.remember([place]);
  for (const channel of [1, 2]) {
    ask({ id: msgId.shoot, body: { ...order, channel } });
    at += 60_000;
  }
  const wanted = { kind: 0, channel: 0, event: 0, from: null, to: null };
  const [, list] = ask({ id: msgId.searchMedia, body: wanted });
  expect(list).toMatchObject({
    id: msgId.mediaList,
    body: { replySerial: 7, media: [{ channel: 1, location: { time: now } }, { channel: 2 }] },
  });
  const [, box, ...more] = ask({ id: msgId.uploadMedia, body: { ...wanted, channel: 2, remove: true } });
  expect(box).toMatchObject({ id: msgId.mediaData, body: { channel: 2 } });
  expect(more).toEqual([]);
  const [, left] = ask({ id: msgId.searchMedia, body: { ...wanted, from: now, to: at } });
  expect(left).toMatchObject({ body: { media: [{ channel: 1 }] } });
  const mediaId = Math.floor(now / 1000) & 0x7fffffff;
  expect(ask({ id: msgId.uploadOneMedia, body: { mediaId, remove: false } })[1]).toMatchObject({ body: { mediaId } });
});

it('tells where it is now, or where its last report said', () => {
  let where: Location | null = null;
  const unit = new Unit({ identity, now: () => now, whereNow: () => where });
  const ask = (): Reply[] => {
    const told: Reply[] = [];
    unit.answer({ id: msgId.queryLocation, body: emptyMessage }, 7, (reply) => told.push(reply));
    return told;
  };
  expect(ask()).toEqual([]);
  unit.report(place);
  expect(ask()).toMatchObject([{ id: msgId.locationReply, body: { location: { time: now, lat: 31.2 } } }]);
  where = { ...place, lat: 31.3, time: now + 40_000 };
  expect(ask()).toMatchObject([{ body: { replySerial: 7, location: { time: now + 40_000, lat: 31.3 } } }]);
});

it('its driving recorder tells the edition of its standard, and who drives', () => {
  const unit = new Unit({ identity, now: () => now });
  const read = (command: number): unknown => {
    const told: Reply[] = [];
    const body = { command, block: null, other: new Uint8Array() };
    unit.answer({ id: msgId.readRecorder, body }, 7, (reply) => told.push(reply));
    const answer = told[1];
    if (answer?.id !== msgId.recorderReply || !answer.body.block) throw new Error('no data');
    return readRecorderValue(answer.body.block)?.fields;
  };
  expect(read(0)).toEqual({ standardYear: '12', modification: 0 });
  expect(read(1)).toEqual({ licenceNo: '' });
  unit.licenceNo = '310112196801010011';
  expect(read(1)).toEqual({ licenceNo: '310112196801010011' });
});

it('tells whose card is in it, or that there is none', () => {
  const unit = new Unit({ identity, now: () => now });
  const ask = (): Reply[] => {
    const told: Reply[] = [];
    unit.answer({ id: msgId.queryDriverCard, body: emptyMessage }, 7, (reply) => told.push(reply));
    return told;
  };
  expect(ask()).toMatchObject([{ id: msgId.driverCard, body: { inserted: false, time: now } }]);
  const papers = { name: '王建军', certificateNo: '31', authority: '上海', validUntil: null, idCard: '' };
  unit.card = { inserted: true, time: now - 60_000, result: 0, ...papers };
  expect(ask()).toMatchObject([{ body: { inserted: true, name: '王建军', time: now - 60_000 } }]);
});
