import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type {
  CardSwipeMessage,
  DriverCardMessage,
  LockToldMessage,
  PortableReadingMessage,
  PositionMessage,
  PresenceMessage,
  Topics,
} from '@tongda/contract/core/topics';
import { type Bodies, decodeFrame, encodeMessage, type Frame, type MsgId, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import type { Location } from '@tongda/protocol/jt808/messages/position/0200';
import { type GatewayDeps, type RunningGateway, startGateway } from '../src/gateway/listeners';
import type { GatewayBus, GatewayOptions, GatewayTopic } from '../src/gateway/server';
import type { AccessNote, SecondLink } from '../src/gateway/terminal/access';
import type { Device, DeviceStore, UnknownTerminal } from '../src/gateway/terminal/devices';
import type { FirmwareTold } from '../src/gateway/terminal/firmware-told';
import type { Heard } from '../src/gateway/terminal/traffic';

/** For the gateway's tests: a bus and tables in memory, and terminals that speak over real sockets. */

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A bus that keeps what it got and stores when told: `hold()` until `release()`, `fail` refuses. */
export class FakeBus implements GatewayBus {
  readonly positions: PositionMessage[] = [];
  readonly portables: PortableReadingMessage[] = [];
  readonly presences: PresenceMessage[] = [];
  readonly cards: DriverCardMessage[] = [];
  readonly swipes: CardSwipeMessage[] = [];
  readonly locks: LockToldMessage[] = [];
  fail = false;
  private held: Array<() => void> | null = null;

  async publish<T extends GatewayTopic>(topic: T, _key: string, message: Topics[T]): Promise<void> {
    if (topic === 'presence') {
      this.presences.push(message as PresenceMessage);
      return;
    }
    if (topic === 'commandChanged' || topic === 'traceChanged') return;
    if (this.fail) throw new Error('no storage');
    const { held } = this;
    if (held) await new Promise<void>((resolve) => held.push(resolve));
    if (topic === 'driverCard') {
      this.cards.push(message as DriverCardMessage);
      return;
    }
    if (topic === 'cardSwipe') {
      this.swipes.push(message as CardSwipeMessage);
      return;
    }
    if (topic === 'lockTold') {
      this.locks.push(message as LockToldMessage);
      return;
    }
    if (topic === 'portable') {
      this.portables.push(...(message as readonly PortableReadingMessage[]));
      return;
    }
    this.positions.push(...(message as readonly PositionMessage[]));
  }

  get waiting(): number {
    return this.held?.length ?? 0;
  }

  hold(): void {
    this.held = [];
  }

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const go of held) go();
  }
}

export class FakeStore implements DeviceStore {
  readonly devices = new Map<string, Device>();
  readonly unknown: UnknownTerminal[] = [];
  readonly seen = new Map<string, number>();
  finds = 0;
  fail = false;
  readonly notes: AccessNote[] = [];
  readonly seconds: SecondLink[] = [];
  /** devices that a person has released */
  readonly released = new Set<string>();

  add(phoneKey: string, more: Partial<Device> = {}): Device {
    const bindings = [{ vehicleId: `v${phoneKey}`, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }];
    const device: Device = {
      id: `d${phoneKey}`,
      clientId: '1001',
      itemProfile: 'gps51',
      lenient: false,
      policy: 'tolerant',
      authCode: null,
      bindings,
      ...more,
    };
    this.devices.set(phoneKey, device);
    return device;
  }

  async find(phoneKeys: readonly string[]): Promise<Map<string, Device>> {
    this.finds++;
    await pause(2);
    if (this.fail) throw new Error('no database');
    return new Map(
      phoneKeys.flatMap((key) => {
        const device = this.devices.get(key);
        // a copy, as a row of a table is
        return device ? [[key, { ...device }] as const] : [];
      }),
    );
  }

  async register(deviceId: string, code: string): Promise<string | null> {
    if (this.fail) throw new Error('no database');
    const device = [...this.devices.values()].find(({ id }) => id === deviceId);
    if (!device) return null;
    const released = this.released.delete(deviceId);
    if (device.authCode === null || (device.policy === 'strict' && released)) device.authCode = code;
    else if (device.policy === 'strict') return null;
    return device.authCode;
  }

  async recordAccess(notes: readonly AccessNote[], seconds: readonly SecondLink[]): Promise<void> {
    if (this.fail) throw new Error('no database');
    this.notes.push(...notes);
    this.seconds.push(...seconds);
  }

  /** bytes that were stored, by device */
  readonly sent = new Map<string, number>();
  async markHeard(heard: ReadonlyMap<string, Heard>): Promise<void> {
    for (const [id, { at, bytes }] of heard) {
      this.seen.set(id, at);
      this.sent.set(id, (this.sent.get(id) ?? 0) + bytes);
    }
  }

  async recordFirmware(_told: ReadonlyMap<string, FirmwareTold>): Promise<void> {
    // the database has tests of its own
  }

  readonly intervals: Array<[string, number, boolean]> = [];
  async recordInterval(
    { id, portable }: Pick<Device, 'id' | 'portable'>,
    seconds: number,
    done: boolean,
  ): Promise<void> {
    this.intervals.push([portable?.id ?? id, seconds, done]);
  }

  async recordUnknown(terminals: readonly UnknownTerminal[]): Promise<void> {
    this.unknown.push(...terminals);
  }
}

export interface TestGateway extends RunningGateway {
  bus: FakeBus;
  store: FakeStore;
}

/** Starts a gateway; `doors` opens more than the one of TCP. */
export async function testGateway(
  options: Partial<GatewayOptions> = {},
  doors: Pick<GatewayDeps, 'udpPort' | 'tls' | 'commands'> = {},
): Promise<TestGateway> {
  const bus = new FakeBus();
  const store = new FakeStore();
  const gateway = await startGateway({ port: 0, host: '127.0.0.1', bus, store, log: silent, options, ...doors });
  return { ...gateway, bus, store };
}

/** Sends bytes and hands on those that come. */
interface Wire {
  send(bytes: Uint8Array): void;
  hear(heard: { data(chunk: Uint8Array): void; closed(): void }): void;
  close(): void;
}

/** A connection of TCP, or TLS, that is open. */
const socketWire = (socket: Socket): Wire => ({
  send: (bytes) => void socket.write(bytes),
  hear: ({ data, closed }) => {
    socket.on('data', data);
    socket.on('close', closed);
    socket.on('error', () => undefined);
  },
  close: () => socket.destroy(),
});

/** A terminal: sends messages, keeps the answers. */
export class Terminal {
  readonly answers: Frame[] = [];
  closed = false;
  private readonly splitter = new FrameSplitter();
  private serial = 0;

  private constructor(
    private readonly wire: Wire,
    readonly phone: string,
    private readonly version: HeaderVersion,
  ) {
    wire.hear({
      data: (chunk) => {
        for (const { payload } of this.splitter.push(chunk)) {
          const frame = decodeFrame(payload);
          if (typeof frame === 'string') throw new Error(`the gateway sent a broken header: ${frame}`);
          this.answers.push(frame);
        }
      },
      closed: () => {
        this.closed = true;
      },
    });
  }

  /** `from`: the address of this machine that it comes from. */
  static async connect(
    port: number,
    phone: string,
    version: HeaderVersion = '2013',
    from = '127.0.0.1',
  ): Promise<Terminal> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Terminal(socketWire(socket), phone, version);
  }

  /** One that speaks TLS and believes nobody but `ca`. */
  static async connectSecurely(port: number, phone: string, ca: string): Promise<Terminal> {
    const socket = connectTls({ port, host: '127.0.0.1', ca });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    return new Terminal(socketWire(socket), phone, '2013');
  }

  /** One that sends datagrams. */
  static async overUdp(port: number, phone: string): Promise<Terminal> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', resolve));
    const wire: Wire = {
      send: (bytes) => socket.send(bytes),
      hear: ({ data, closed }) => void socket.on('message', data).on('close', closed),
      close: () => socket.close(),
    };
    return new Terminal(wire, phone, '2013');
  }

  /** Wire bytes of the next message. */
  encode<K extends MsgId>(id: K, body: Bodies[K], phone = this.phone): Uint8Array {
    return encodeMessage(id, { phone, serial: this.serial++ & 0xffff, version: this.version }, body);
  }

  say<K extends MsgId>(id: K, body: Bodies[K], phone = this.phone): void {
    this.write(this.encode(id, body, phone));
  }

  write(bytes: Uint8Array): void {
    this.wire.send(bytes);
  }

  /** The first `count` answers, once they are there. */
  async heard(count: number): Promise<Frame[]> {
    await until(() => this.answers.length >= count);
    return this.answers.slice(0, count);
  }

  /** Results of the general replies so far, as `message id:serial:result`. */
  get results(): string[] {
    return this.answers.flatMap(({ message }) =>
      message.id === msgId.platformReply
        ? [`${message.body.replyId.toString(16).padStart(4, '0')}:${message.body.replySerial}:${message.body.result}`]
        : [],
    );
  }

  /** Answers to registrations so far. */
  get registrations(): Array<Bodies[typeof msgId.registerReply]> {
    return this.answers.flatMap(({ message }) => (message.id === msgId.registerReply ? [message.body] : []));
  }

  end(): void {
    if (!this.closed) this.wire.close();
  }
}

/** Resolves when `condition` holds; rejects after `withinMs`, five seconds unless told. */
export async function until(condition: () => boolean, withinMs = 5_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The frame with another checksum that is still framed rightly: it becomes no mark, and an escape (0x7D 0x01 or 0x02) stays one. */
export function withWrongChecksum(frame: Uint8Array): Uint8Array {
  const spoilt = Uint8Array.from(frame);
  const [before = 0, byte = 0] = spoilt.slice(-3, -1);
  const isMark = (one: number): boolean => one === 0x7d || one === 0x7e;
  const bit = before === 0x7d ? 3 : isMark(byte ^ 1) ? 4 : 1;
  spoilt[spoilt.length - 2] = byte ^ bit;
  return spoilt;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const shanghai = (time: number, more: Partial<Location> = {}): Location => ({
  alarmBits: 0,
  statusBits: 3,
  lat: 31.2304,
  lng: 121.4737,
  altitudeM: 5,
  speedKmh: 60.5,
  directionDeg: 90,
  time,
  items: [],
  remainder: null,
  ...more,
});

/** What a terminal registers with. */
export const registration = {
  province: 31,
  city: 115,
  maker: 'tongd',
  model: 'T1',
  terminalId: '0000001',
  plateColor: 2,
  plate: '沪A12345',
  layout: '2013',
} as const;
