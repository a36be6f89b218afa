import { type Message, msgId } from '@tongda/protocol/jt808/codec';
import { listMode } from '@tongda/protocol/jt808/messages/command/8301';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { expect, it } from 'vitest';
import { DriverMenu } from './driver-menu';
import { type Reply, Unit } from './unit';

it('the driver reports the first event of a new menu, and subscribes to its first kind of news while that is in it', () => {
  const waiting: Array<() => void> = [];
  const menu = new DriverMenu((work) => void waiting.push(work));
  const said: unknown[] = [];
  const come = (message: Message): unknown[] => {
    said.length = 0;
    menu.take(message, ({ body }) => said.push(body));
    for (const work of waiting.splice(0)) work();
    return [...said];
  };
  const events = (mode: number, ...ids: number[]): Message => ({
    id: msgId.eventMenu,
    body: { mode, events: ids.map((id) => ({ id, text: `事件${id}` })) },
  });
  const news = (mode: number, ...ids: number[]): Message => ({
    id: msgId.infoMenu,
    body: { mode, kinds: ids.map((id) => ({ id, name: `信息${id}` })) },
  });
  expect(come(events(listMode.replace, 3, 4))).toEqual([{ eventId: 3 }]);
  expect(come(events(listMode.delete, 3))).toEqual([{ eventId: 4 }]);
  expect(come(events(listMode.deleteAll))).toEqual([]);
  expect(come(news(listMode.replace, 7, 8))).toEqual([{ kindId: 7, subscribed: true }]);
  expect(come(news(listMode.append, 9))).toEqual([]);
  expect(come(news(listMode.replace, 9))).toEqual([
    { kindId: 7, subscribed: false },
    { kindId: 9, subscribed: true },
  ]);
});

it('tells what its video has, which recordings there are, and that it cannot upload one', () => {
  const now = Date.UTC(2026, 10, 30, 3, 2);
  const identity = { phone: '13900000001', plateNo: '沪A00001', plateColor: 2, protocol: '2013' } as const;
  const unit = new Unit({ identity, now: () => now }, { 1: 'road', 2: 'box' });
  const ask = (message: Message): Reply[] => {
    const told: Reply[] = [];
    unit.answer(message, 7, (reply) => told.push(reply));
    return told;
  };
  expect(ask({ id: msgId.queryMediaAbilities, body: emptyMessage })).toMatchObject([
    { id: msgId.mediaAbilities, body: { videoCodec: 98, maxVideoChannels: 2 } },
  ]);
  const wanted = {
    ...{ channel: 0, alarmBits: 0, videoAlarmBits: 0, kind: 0, stream: 0, storage: 0 },
    ...{ from: now - 12 * 60_000, to: now },
  };
  const [list] = ask({ id: msgId.queryRecordings, body: wanted });
  if (list?.id !== msgId.recordingList) throw new Error('no list');
  expect(list.body.replySerial).toBe(7);
  // 10:50 to 11:00 in whole files, of both cameras
  expect(list.body.recordings.map(({ channel, from }) => [channel, (now - from!) / 60_000])).toEqual([
    [1, 12],
    [1, 7],
    [2, 12],
    [2, 7],
  ]);
  const [none] = ask({ id: msgId.queryRecordings, body: { ...wanted, channel: 3 } });
  expect(none).toMatchObject({ body: { recordings: [] } });
  const server = { host: '10.0.0.1', port: 21, user: 'a', password: 'b', path: '/', conditions: 7 };
  expect(ask({ id: msgId.uploadRecordings, body: { ...wanted, ...server } })).toMatchObject([
    { id: msgId.terminalReply, body: { result: 0 } },
    { id: msgId.uploadDone, body: { replySerial: 7, result: 1 } },
  ]);
});
