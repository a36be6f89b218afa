import { instructionSending } from '@tongda/contract/resources/device/enums';
import { msgId } from '@tongda/protocol/jt808/codec';
import { expect, it } from 'vitest';
import { LateLooks, lateFit } from './late';
import type { SentCommand } from './store';

const lost: SentCommand = {
  ...{ id: '1', clientId: '1', vehicleId: '1', userId: null },
  kind: 'restart',
  order: { kind: 'restart' },
  written: null,
  state: instructionSending.noAnswer,
  ...{ attempts: 1, strayed: null, slow: true },
  serial: 7,
  sentIds: ['8105'],
};
const answer = { serial: 7, reply: { replySerial: 7, replyId: msgId.terminalControl, result: 0 } };
const fitOf = (...others: SentCommand[]) => lateFit([lost, ...others], answer, '2013');

it.each([
  ['done', { state: instructionSending.done }],
  ['refused', { state: instructionSending.refused }],
  ['queued again', { state: instructionSending.queued }],
  ['under way', { state: instructionSending.sent }],
  ['sent anew, under another serial', { state: instructionSending.done, attempts: 2, serial: 12 }],
  ['one of several messages', { state: instructionSending.done, serial: 6, sentIds: ['8601', '8105'] }],
])('an answer belongs to no command when another one, which is %s, may have had its serial', (_, other) => {
  expect(fitOf()).toMatchObject({ command: lost, outcome: { what: 'accepted', serial: 7 } });
  expect(fitOf({ ...lost, id: '2', ...other })).toBeNull();
  // what is no such message is not in its way
  expect(fitOf({ ...lost, id: '2', ...other, sentIds: ['8300'] })).toMatchObject({ command: lost });
});

it('an answer to what is still under way over a dead connection is looked at later', () => {
  expect(lateFit([{ ...lost, state: instructionSending.sent }], answer, '2013')).toBe('later');
  expect(lateFit([{ ...lost, state: instructionSending.done }], answer, '2013')).toBeNull();
  expect(lateFit([{ ...lost, strayed: 'unbound' }], answer, '2013')).toBeNull();
  expect(lateFit([{ ...lost, serial: 8, attempts: 2 }], answer, '2013')).toBeNull();
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
