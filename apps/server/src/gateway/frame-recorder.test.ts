import { fromHex } from '@tongda/protocol/bytes';
import { encodeFrame, msgId } from '@tongda/protocol/jt808/codec';
import { expect, it } from 'vitest';
import { FrameRecorder, type NotedFrame, type RunningTrace } from './frame-recorder';
import { direction, RecentFrames } from './recent-frames';

const trace: RunningTrace = {
  ...{ id: '1', clientId: 'c', deviceId: 'd', userId: null },
  ...{ isNew: true, left: 100, endsAt: 60_000 },
};

/** A recorder over rows that are read when the test says so. */
function recorderOver(recent = new RecentFrames()) {
  const reads: Array<(running: RunningTrace[]) => void> = [];
  const kept: NotedFrame[] = [];
  const store = {
    running: () => new Promise<RunningTrace[]>((done) => reads.push(done)),
    write: async (frames: readonly NotedFrame[]) => void kept.push(...frames),
  };
  const trouble = (error: unknown): void => {
    throw error;
  };
  const recorder = new FrameRecorder(store, recent, { publish: async () => undefined }, () => 1_000, trouble);
  return { recorder, reads, kept };
}

it('looks one after the other: the newest answer is the one that holds', async () => {
  const { recorder, reads, kept } = recorderOver();
  const looks = [recorder.look()];
  await Promise.resolve();
  looks.push(recorder.look(), recorder.look());
  await Promise.resolve();
  expect(reads).toHaveLength(1);
  reads[0]?.([]);
  await looks[0];
  await Promise.resolve();
  // those that were asked for meanwhile are one
  expect(reads).toHaveLength(2);
  reads[1]?.([trace]);
  await Promise.all(looks);
  expect(recorder.active).toBe(true);
  recorder.up('d', fromHex('00020000013900000001000a'), false);
  await recorder.stop();
  expect(kept).toHaveLength(1);
});

it('keeps no arguments of terminal control, remembered or following', async () => {
  const recent = new RecentFrames();
  const { recorder, reads, kept } = recorderOver(recent);
  const body = Uint8Array.of(2, ...Buffer.from(';;geheim'));
  const wire = encodeFrame({ phone: '13900000001', version: '2013', serial: 1, msgId: msgId.terminalControl, body });
  recent.ringOf('d', 'c').put(500, direction.down, wire);
  const look = recorder.look();
  await Promise.resolve();
  reads[0]?.([trace]);
  await look;
  recorder.down('d', wire);
  await recorder.stop();
  expect(kept.map(({ payload }) => Buffer.from(payload.subarray(12)).toString('latin1'))).toEqual([
    '\u0002********',
    '\u0002********',
  ]);
});
