import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { encodeFrame809, type Message809, type Scramble, Splitter809 } from '@tongda/protocol/jt809/frame';
import {
  decodeLoginAnswer809,
  encodeLatePositions809,
  encodeLogin809,
  encodeLogout809,
  encodeOfVehicle809,
  encodePosition809,
  encodeWarn809,
  ids809,
  loginResults809,
  mostLate809,
  type Position809,
  warnTypes809,
} from '@tongda/protocol/jt809/messages';
import { AddressRefused, networkWords, type Outbound } from '../../../../core/notify/outbound';
import { placeFor } from './json';
import { type AlarmTold, type Item, inTime, type Link, LinkFailure, type LinkTarget, type Report } from './shape';

const silent = '对方10秒内没有应答';
const gone = '对方断开了连接';
/** The main link is kept alive every minute (JT/T 809-2011 5.1.5). */
const aliveMs = 60_000;

/** Colours of plates (JT/T 415-2006 5.4.12) by vehicleColor: yellow, green, blue. */
const colours: Readonly<Record<number, number>> = { 0: 2, 1: 5, 2: 1 };
const other = 9;

/** The main link, logged in. */
interface Session {
  write(id: number, body: Uint8Array): void;
  /** resolves when the other side has answered that it is there: what was written before has arrived */
  confirm(): Promise<void>;
  end(): void;
}

/**
 * JT/T 809-2011 as a lower platform: the main link with login and heartbeats. Positions have no answer in the standard; TCP keeps the order, so that the answer to
 * a heartbeat behind them says that they arrived. No sub link is offered: address and port of the login are empty, and everything goes over the main link.
 */
export function jt809Link(net: Outbound, target: LinkTarget): Link {
  let session: Promise<Session> | null = null;
  const ready = async (): Promise<Session> => {
    try {
      session ??= openSession(net, target, () => {
        session = null;
      });
      return await inTime(session, silent);
    } catch (error) {
      await close();
      throw failureOf(error);
    }
  };
  const close = async (): Promise<void> => {
    const open = session;
    session = null;
    (await open?.catch(() => null))?.end();
  };
  return {
    send: async (items) => {
      const link = await ready();
      for (const { id, body } of messagesOf(items, target.shifted)) link.write(id, body);
      try {
        await inTime(link.confirm(), silent);
        return null;
      } catch (error) {
        await close();
        throw failureOf(error);
      }
    },
    probe: async () => (await ready()).confirm(),
    close,
  };
}

const failureOf = (error: unknown): LinkFailure => {
  if (error instanceof LinkFailure) return error;
  return new LinkFailure('retry', error instanceof AddressRefused ? error.message : networkWords(error));
};

function scrambleOf({ m1, ia1, ic1 }: LinkTarget['options']): Scramble | undefined {
  return m1 == null || ia1 == null || ic1 == null ? undefined : { m1, ia1, ic1 };
}

async function openSession(net: Outbound, target: LinkTarget, ended: () => void): Promise<Session> {
  const { address, account, secret, options } = target;
  const at = address.lastIndexOf(':');
  const socket = net.open({ host: address.slice(0, at), port: Number(address.slice(at + 1)), tls: false });
  const scramble = scrambleOf(options);
  const splitter = new Splitter809(scramble);
  const waiting: Array<{ id: number; done: (message: Message809) => void; fail: (error: unknown) => void }> = [];
  let serial = 0;
  const write = (id: number, body: Uint8Array): void => {
    serial = (serial + 1) >>> 0;
    const key = scramble ? randomBytes(4).readUInt32BE() : null;
    socket.write(encodeFrame809({ serial, id, centerId: options.centerId ?? 0, key, body }, scramble));
  };
  const answer = (id: number): Promise<Message809> =>
    new Promise((done, fail) => {
      waiting.push({ id, done, fail });
    });
  // heartbeats have no number: the n-th answer belongs to the n-th of them, so each one asked for is waited for in its turn
  const beat = (): Promise<Message809> => {
    write(ids809.alive, new Uint8Array(0));
    return answer(ids809.aliveAnswer);
  };
  socket.on('data', (chunk: Buffer) => {
    for (const message of splitter.push(chunk)) {
      const i = waiting.findIndex(({ id }) => id === message.id);
      if (i >= 0) waiting.splice(i, 1)[0]?.done(message);
    }
  });
  const alive = setInterval(() => void beat().catch(() => undefined), aliveMs);
  alive.unref();
  let trouble: unknown = new LinkFailure('retry', gone);
  socket.on('error', (error) => {
    trouble = error;
  });
  socket.once('close', () => {
    clearInterval(alive);
    for (const { fail } of waiting.splice(0)) fail(trouble);
    ended();
  });
  await opened(socket);
  write(ids809.login, encodeLogin809({ userId: Number(account), password: secret, downIp: '', downPort: 0 }));
  const { result } = decodeLoginAnswer809((await answer(ids809.loginAnswer)).body);
  if (result !== 0) {
    socket.destroy();
    throw new LinkFailure('retry', loginResults809[result] ?? `对方平台拒绝登录（代码${result}）`);
  }
  return {
    write,
    confirm: async () => {
      await beat();
    },
    end: () => {
      if (!socket.destroyed) write(ids809.logout, encodeLogout809(Number(account), secret));
      socket.end();
    },
  };
}

const opened = (socket: Socket): Promise<void> =>
  new Promise((done, fail) => {
    socket.once('connect', done);
    socket.once('error', fail);
    socket.once('close', () => fail(new LinkFailure('retry', gone)));
  });

interface Told {
  id: number;
  body: Uint8Array;
}

/** The messages that tell items: positions one by one, late ones of a vehicle that follow each other together, alarms. */
export function messagesOf(items: readonly Item[], shifted: boolean): Told[] {
  const told: Told[] = [];
  let late: { vehicleId: string; body: Report; positions: Position809[] } | null = null;
  const flush = (): void => {
    if (late)
      told.push(ofVehicle(ids809.exchange, late.body, ids809.latePositions, encodeLatePositions809(late.positions)));
    late = null;
  };
  for (const item of items) {
    const position = item.kind === 'report' ? positionOf(item, shifted) : null;
    if (late && (late.vehicleId !== item.vehicleId || late.positions.length >= mostLate809)) flush();
    if (item.kind === 'alarm') {
      flush();
      told.push(ofVehicle(ids809.warn, item.body, ids809.warnInfo, warnOf(item.body)));
    } else if (position && item.body.late) {
      late ??= { vehicleId: item.vehicleId, body: item.body, positions: [] };
      late.positions.push(position);
    } else if (position) {
      flush();
      told.push(ofVehicle(ids809.exchange, item.body, ids809.position, encodePosition809(position)));
    }
  }
  flush();
  return told;
}

const ofVehicle = (id: number, { plateNo, color }: Report | AlarmTold, inner: number, body: Uint8Array): Told => ({
  id,
  body: encodeOfVehicle809({ plateNo, color: colours[color] ?? other, id: inner, body }),
});

/** Null: the report has no place, which the standard cannot say. */
function positionOf({ at, body }: Item & { kind: 'report' }, shifted: boolean): Position809 | null {
  const { position: p } = body;
  if (!p || p.lng === null || p.lat === null) return null;
  return {
    shifted,
    t: at,
    ...placeFor(p.lng, p.lat, shifted),
    speedKmh: p.speedKmh ?? 0,
    recorderSpeedKmh: p.recorderSpeedKmh ?? 0,
    mileageKm: (p.odometerM ?? 0) / 1000,
    directionDeg: p.directionDeg ?? 0,
    altitudeM: p.altitudeM ?? 0,
    state: p.statusBits,
    alarm: p.alarmBits,
  };
}

const warnKinds: Readonly<Record<string, number>> = {
  speedAlarm: warnTypes809.speeding,
  fatigueAlarm: warnTypes809.fatigue,
  lineAlarm: warnTypes809.offRoute,
};
const events = { opened: '发生', changed: '变化', ended: '结束', withdrawn: '撤销' } as const;
const byPlatform = 2;

const warnOf = ({ alarm }: AlarmTold): Uint8Array =>
  encodeWarn809({
    source: byPlatform,
    type: warnKinds[alarm.kind] ?? warnTypes809.other,
    t: alarm.start,
    infoId: Number(BigInt(alarm.episodeId) & 0xffffffffn),
    text: [
      episodeKind.label(alarm.kind),
      events[alarm.event],
      ...(alarm.peak === null ? [] : [`报警值${alarm.peak}`]),
      ...(alarm.limit === null ? [] : [`限值${alarm.limit}`]),
    ].join(' '),
  });
