import { encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { expect, it } from 'vitest';
import { shanghai } from '../../test/gateway-kit';
import { type AlarmFrame, AlarmFrames } from './alarm-frames';
import { direction, RecentFrames } from './recent-frames';

const t0 = Date.UTC(2026, 10, 21, 3);

it('frames of many alarms are looked for one alarm a turn, so that reports go on between', async () => {
  const recent = new RecentFrames();
  const [report] = new FrameSplitter().push(
    encodeMessage(msgId.location, { phone: '13800138000', serial: 1, version: '2013' }, shanghai(t0)),
  );
  recent.ringOf('d', 'c').put(t0, direction.up, report?.payload ?? new Uint8Array());
  const at = { start: t0, confirmedAt: t0 };
  const kept: AlarmFrame[] = [];
  const store = {
    begun: async (ids: readonly string[]) =>
      ids.map((episodeId) => ({ ...at, episodeId, clientId: 'c', deviceId: 'd', settings: {} })),
    write: async (frames: readonly AlarmFrame[]) => void kept.push(...frames),
  };
  const errors: unknown[] = [];
  const frames = new AlarmFrames(store, recent, (error) => errors.push(error));
  for (let i = 0; i < 50; i++) frames.began(String(i));
  let turns = 0;
  const count = (): void => {
    turns++;
    if (kept.length === 0) setImmediate(count);
  };
  setImmediate(count);
  await frames.stop();
  expect(errors).toEqual([]);
  expect(kept).toHaveLength(50);
  expect(turns).toBeGreaterThanOrEqual(49);
});
