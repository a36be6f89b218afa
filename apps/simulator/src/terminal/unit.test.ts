import { msgId } from '@tongda/protocol/jt808/codec';
import type { Shoot } from '@tongda/protocol/jt808/messages/media/8801';
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
