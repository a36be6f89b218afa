import { instructionSending } from '@tongda/contract/resources/device/enums';
import type { CommandOrder } from '@tongda/contract/watch/command/kind';
import { msgId } from '@tongda/protocol/jt808/codec';
import { expect, it } from 'vitest';
import { LateLooks, lateFit } from './late';
import type { SentCommand, WentOut } from './store';

/** A message of one package, the only one of its command. */
const went = (first: number, more: Partial<WentOut> = {}): WentOut => ({
  ...{ attempt: 1, no: 1, of: 1, msgId: '8105', first, packages: 1 },
  ...more,
});

const lost: SentCommand = {
  ...{ id: '1', clientId: '1', vehicleId: '1', userId: null },
  kind: 'restart',
  order: { kind: 'restart' },
  written: null,
  state: instructionSending.noAnswer,
  ...{ attempts: 1, strayed: null, slow: true },
  wentOut: [went(7)],
  told: [1],
};
const answer = { serial: 7, reply: { replySerial: 7, replyId: msgId.terminalControl, result: 0 } };
const fitOf = (...others: SentCommand[]) => lateFit({ commands: [lost, ...others], own: [] }, answer, '2013');
const aloneOf = (command: SentCommand) => lateFit({ commands: [command], own: [] }, answer, '2013');

it.each([
  ['done', { state: instructionSending.done }],
  ['refused', { state: instructionSending.refused }],
  ['queued again', { state: instructionSending.queued }],
  ['under way', { state: instructionSending.sent }],
  [
    'sent anew, under another serial',
    { state: instructionSending.done, attempts: 2, wentOut: [went(7), went(12, { attempt: 2 })] },
  ],
  [
    'one of several messages',
    { state: instructionSending.done, wentOut: [went(6, { of: 2 }), went(7, { no: 2, of: 2 })] },
  ],
  ['one of several packages', { state: instructionSending.done, wentOut: [went(5, { packages: 4 })] }],
  ['sent under a serial that nobody has written down', { wentOut: [], told: [] }],
  ['sent anew under such a serial', { attempts: 2, wentOut: [went(3)] }],
  [
    'refused when it was sent once more after such a serial',
    { state: instructionSending.refused, attempts: 2, wentOut: [went(3, { attempt: 2 })], told: [2] },
  ],
  ['cancelled after such a serial', { state: instructionSending.cancelled, wentOut: [], told: [] }],
])('an answer belongs to no command when another one, which is %s, may have had its serial', (_, other) => {
  expect(fitOf()).toMatchObject({ command: lost, outcome: { what: 'accepted', serial: 7 } });
  expect(fitOf({ ...lost, id: '2', ...other })).toBeNull();
  // what is no such message is not in its way
  const order: CommandOrder = { kind: 'text', text: '', urgent: false, show: true, speak: true };
  const another = { ...lost, id: '2', order, ...other };
  const wentOut = another.wentOut.map((message) => ({ ...message, msgId: '8300' }));
  expect(fitOf({ ...another, wentOut })).toMatchObject({ command: lost });
});

it.each([
  [
    'had other serials, however often and as however many messages it went out',
    { attempts: 2, wentOut: [went(5, { of: 2 }), went(6, { no: 2, of: 2 }), went(8, { attempt: 2, packages: 4 })] },
  ],
  ['was refused before it went out', { state: instructionSending.refused, wentOut: [] }],
  ['lost its connection before it went out', { wentOut: [] }],
  ['lost it then and went out once more', { attempts: 2, wentOut: [went(3, { attempt: 2 })] }],
])('one that %s is not in its way', (_, other) => {
  expect(fitOf({ ...lost, id: '2', ...other })).toMatchObject({ command: lost });
});

const corners: Array<[number, number]> = [0, 1, 2].map((i) => [121 + i, 31 + (i % 2)]);
/** A task of 写入设备 that sets a circle and a polygon. */
const areas: SentCommand = {
  ...lost,
  kind: 'write',
  order: { kind: 'write', taskId: '1', content: 'areas' },
  written: {
    ...{ kind: 'areas', mode: 'append', rects: [], lines: [] },
    circles: [{ id: 1, name: '仓库', limitKmh: null, lng: 121, lat: 31, radiusM: 300 }],
    polygons: [{ id: 2, name: '园区', limitKmh: null, points: corners }],
  },
};
const polygonSet = { serial: 7, reply: { replySerial: 7, replyId: msgId.setPolygon, result: 0 } };

it('a task whose process was killed between its messages may have sent the next one', () => {
  const circle = went(6, { of: 2, msgId: '8600' });
  const polygon = went(7, { no: 2, of: 2, msgId: '8604' });
  const whole = { ...areas, wentOut: [circle, polygon] };
  const begun = { ...areas, id: '2', wentOut: [{ ...circle, first: 40 }] };
  const fitWith = (other: SentCommand) => lateFit({ commands: [whole, other], own: [] }, polygonSet, '2013');
  expect(fitWith(begun)).toMatchObject({ command: { id: '1' }, outcome: { what: 'accepted' } });
  expect(fitWith({ ...begun, told: [] })).toBeNull();
  // the circle had gone out before, under a serial that is known
  const circleSet = { serial: 6, reply: { ...polygonSet.reply, replySerial: 6, replyId: msgId.setCircles, result: 1 } };
  expect(lateFit({ commands: [whole, { ...begun, told: [] }], own: [] }, circleSet, '2013')).toMatchObject({
    ...{ command: { id: '1' }, outcome: { what: 'refused' } },
  });
});

it('what the gateway itself has asked with its serial may be what it answers', () => {
  const own = [{ msgId: '8105', first: 6, packages: 2 }];
  expect(lateFit({ commands: [lost], own }, answer, '2013')).toBeNull();
  expect(lateFit({ commands: [lost], own: [{ msgId: '8103', first: 7, packages: 1 }] }, answer, '2013')).not.toBeNull();
});

it('a yes counts for what is under way over another connection or waits to go out once more, a no to what is under way is looked at later', () => {
  const [queued, sent] = [instructionSending.queued, instructionSending.sent].map((state) => ({ ...lost, state }));
  if (!queued || !sent) throw new Error('unreachable');
  expect(aloneOf(sent)).toMatchObject({ command: sent, outcome: { what: 'accepted', serial: 7 } });
  expect(aloneOf(queued)).toMatchObject({ command: queued, outcome: { what: 'accepted', serial: 7 } });
  const no = { ...answer, reply: { ...answer.reply, result: 1 } };
  expect(lateFit({ commands: [sent], own: [] }, no, '2013')).toBe('later');
  expect(lateFit({ commands: [queued], own: [] }, no, '2013')).toMatchObject({ outcome: { what: 'refused' } });
  // its serials are being written just now
  expect(aloneOf({ ...sent, wentOut: [], told: [] })).toBe('later');
  expect(aloneOf({ ...lost, state: instructionSending.done })).toBeNull();
  expect(aloneOf({ ...lost, strayed: 'unbound' })).toBeNull();
  expect(aloneOf({ ...lost, wentOut: [went(8)] })).toBeNull();
  // it may have been another one
  expect(aloneOf({ ...lost, wentOut: [], told: [] })).toBeNull();
});

it('looks up a bounded number of answers of a terminal, and none to what no command says', () => {
  let now = 0;
  const looks = new LateLooks(() => now);
  const allowed = (deviceId: string): number => {
    let count = 0;
    for (let i = 0; i < 100; i++) if (looks.allow(deviceId, answer)) count++;
    return count;
  };
  const own = { serial: 7, reply: { replySerial: 7, replyId: msgId.platformReply, result: 0 } };
  expect(looks.allow('1', own)).toBe(false);
  expect([allowed('1'), allowed('2'), allowed('1')]).toEqual([32, 32, 0]);
  now += 600_000;
  expect(allowed('1')).toBe(32);
});
