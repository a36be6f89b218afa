import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { afterEach, expect, it } from 'vitest';
import { FakeGateway, until } from '../../test/fake-gateway';
import { Terminal } from './connection';
import { extraNames } from './extras';

const root = join(import.meta.dirname, '../../../..');
/** What terminals send to another server, or when a driver has looked at a menu, and the test that sees it: by its file and a piece of it. */
const evidence = ['apps/server/test/simulated/uploads.test.ts', 'evidence: true'] as const;
const menu = 'apps/simulator/src/terminal/driver-menu.test.ts';
const elsewhere: ReadonlyArray<readonly [id: MsgId, file: string, piece: string]> = [
  [msgId.eventReport, menu, 'eventId'],
  [msgId.infoSubscription, menu, 'subscribed'],
  [msgId.attachmentList, ...evidence],
  [msgId.attachmentBegins, ...evidence],
  [msgId.attachmentEnds, ...evidence],
];
/** The one message of the upper half of the numbers that terminals send, and the answer of the lower half that the platform sends. */
const isUp = (id: number): boolean => (id < 0x8000 && id !== msgId.lockReply) || id === msgId.vendorPhoto;

const open: Array<{ stop: () => Promise<void> }> = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

const point = {
  ...{ timeMs: Date.UTC(2026, 10, 21, 3), lng: 121, lat: 31, altitudeM: 5, speedKmh: 60, directionDeg: 90 },
  ...{ located: true, acc: true, doors: 1, odometerM: 1_000, fuelL: 100, tempC: [-18], humPct: [], reeferOn: null },
  ...{ extVoltageV: 27, signal: 26, satellites: 17, alarmBits: 0 },
};

it('every message that a terminal may send is sent by one', async () => {
  const gateway = await FakeGateway.start();
  const identity = { phone: '014400260148', protocol: '2013' as const, plateNo: '沪D92157', plateColor: 2 };
  const terminal = new Terminal({
    ...{ host: '127.0.0.1', port: gateway.port, identity, camera: true, reconnectMs: 20, heartbeatMs: 50 },
    // it asks for a package of a long message that it missed
    fault: 'missed',
    // what the fake does not answer as a platform would is not sent twice
    ackTimeoutMs: 60_000,
  });
  open.push(terminal, gateway);
  terminal.start();
  await terminal.whenReady();
  terminal.report(point);
  terminal.sendReaderLine('0012345678');
  void terminal.upload([point], true);
  for (const extra of extraNames) void terminal.sendExtra(extra, point);
  await until(() => terminal.counters.connects === 2 && terminal.online);
  const [{ header } = { header: null }] = gateway.heard;
  if (!header) throw new Error('nothing heard');
  gateway.ask(header);
  gateway.ask(header, msgId.queryProperties);
  gateway.upgrade(header, { kind: 0, maker: 'TDSIM', version: 'V9', data: new Uint8Array(2_500) });
  const day = { from: point.timeMs - 86_400_000, to: point.timeMs };
  const media = { kind: 0, channel: 0, event: 0, from: null, to: null };
  gateway.say(header, msgId.queryLocation, emptyMessage);
  gateway.say(header, msgId.question, { flags: 0, text: '到了吗？', answers: [{ id: 1, text: '到了' }] });
  gateway.say(header, msgId.vehicleControl, { lockDoors: true, otherBits: 0, others: [] });
  gateway.say(header, msgId.queryAreas, { kind: 1, ids: [] });
  gateway.say(header, msgId.readRecorder, { command: 3, block: null, other: new Uint8Array() });
  gateway.say(header, msgId.queryDriverCard, emptyMessage);
  gateway.say(header, msgId.shoot, {
    ...{ channel: 2, command: 1, intervalS: 0, save: false, resolution: 1, quality: 5 },
    ...{ brightness: 128, contrast: 64, saturation: 64, chroma: 128 },
  });
  gateway.say(header, msgId.searchMedia, media);
  gateway.say(header, msgId.queryMediaAbilities, emptyMessage);
  const recording = { ...day, channel: 0, alarmBits: 0, videoAlarmBits: 0, kind: 0, stream: 0, storage: 0 };
  gateway.say(header, msgId.queryRecordings, recording);
  gateway.say(header, msgId.uploadRecordings, {
    ...recording,
    ...{ host: '127.0.0.1', port: 21, user: 'a', password: 'b', path: '/', conditions: 7 },
  });
  const heard = (): Set<number> => new Set([...gateway.ids(), ...gateway.parts]);
  const played = new Set(elsewhere.map(([id]) => id));
  const missing = (): string[] =>
    Object.entries(msgId).flatMap(([name, id]) => (isUp(id) && !heard().has(id) && !played.has(id) ? [name] : []));
  await until(() => missing().length === 0).catch(() => undefined);
  expect(missing()).toEqual([]);
  expect(gateway.encrypted).toBe(1);
});

it.each(elsewhere)('%s is seen in %s', (_, file, piece) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(piece);
});
