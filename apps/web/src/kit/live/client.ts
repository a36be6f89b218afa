import {
  encodeFrame,
  type LiveHello,
  type LivePositions,
  type LiveVehicle,
  liveFrame,
} from '@tongda/contract/core/live';
import { createFrameParser, type Frame } from './frames';

/** `off` nobody listens or the page is hidden · `connecting` · `live` by socket · `polling` each 10 s while the socket cannot be had. */
export type LiveStatus = 'off' | 'connecting' | 'live' | 'polling';

export interface LiveState {
  status: LiveStatus;
  /** grows with every change of `vehicles` */
  version: number;
  /** by vehicle id; a new map with every change */
  vehicles: ReadonlyMap<string, LiveVehicle>;
  /** server clock minus ours, ms */
  clockOffsetMs: number;
  /** from the arrival of the newest packet at the server to its being here, ms; null before the first */
  delayMs: number | null;
  /** our epoch ms of the last message, 0 before the first */
  heardAt: number;
}

/** A packet that came to the server longer ago than this, ms, belongs to a past that is sent again (a demo's first start) and says nothing about the line. */
const pastMs = 10 * 60_000;

/** Where a page's live connection leads: to the page's own server, encrypted where the page is. */
export const liveAddress = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/gis/live`;

export interface LiveSocket {
  send: (text: string) => void;
  close: () => void;
  onOpen: (heard: () => void) => void;
  onMessage: (heard: (data: string | ArrayBuffer) => void) => void;
  onClose: (heard: (code: number) => void) => void;
}

export interface LiveDeps {
  open: () => LiveSocket;
  /** an access token that is not about to end; rejects when only a login helps */
  token: () => Promise<string>;
  poll: (since: number | undefined) => Promise<{ live: LiveVehicle[]; serverTime: number }>;
  /** the session was ended elsewhere */
  kicked: () => void;
  random?: () => number;
}

const pingMs = 30_000;
/** silence after which the socket counts as dead */
const deadMs = 75_000;
const pollMs = 10_000;
const backOffMs = { first: 1000, most: 30_000 };
/** failed attempts before polling begins */
const patience = 2;
const kickedCode = 4403;

/** Keeps the vehicles of the user up to date: snapshot, deltas by sequence number, a new snapshot after a gap, polling as fall-back. */
export class LiveClient {
  private state: LiveState = {
    status: 'off',
    version: 0,
    vehicles: new Map(),
    clockOffsetMs: 0,
    delayMs: null,
    heardAt: 0,
  };
  private readonly listeners = new Set<() => void>();
  private readonly frameListeners = new Map<string, Set<(payload: string) => void>>();
  private socket: LiveSocket | null = null;
  private seq = 0;
  private failures = 0;
  private polledAt: number | undefined;
  private timers: Array<ReturnType<typeof setTimeout>> = [];
  /** grows with every start and stop: what belongs to an older one is dropped */
  private epoch = 0;
  /** false: only notices are wanted (message counts), no vehicles */
  private vehiclesWanted = true;

  constructor(private readonly deps: LiveDeps) {}

  getState = (): LiveState => this.state;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  /** Hears frames of another type (alarms, message counts); the payload is JSON. */
  onFrame(type: string, listener: (payload: string) => void): () => void {
    const set = this.frameListeners.get(type) ?? new Set();
    this.frameListeners.set(type, set.add(listener));
    return () => void set.delete(listener);
  }

  /** Connects and asks for a full picture, or, without vehicles, for notices only. */
  start(vehicles = true): void {
    this.stop();
    this.failures = 0;
    this.vehiclesWanted = vehicles;
    this.put({ status: 'connecting' });
    void this.connect(this.epoch);
  }

  /** Vehicles from now on, or notices only; the connection stays. */
  want(vehicles: boolean): void {
    if (vehicles === this.vehiclesWanted) return;
    this.vehiclesWanted = vehicles;
    const { socket } = this;
    if (!socket) {
      // Between two attempts: the next one says what is wanted; notices alone are not polled for here.
      this.put({ status: 'connecting' });
      return;
    }
    this.seq = Number.NaN;
    if (vehicles) this.put({ status: 'connecting' });
    void this.deps.token().then(
      (token) => this.socket === socket && this.hello(token),
      () => socket.close(),
    );
  }

  /** Closes the socket and all timers; what is known stays. */
  stop(): void {
    this.epoch++;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.socket?.close();
    this.socket = null;
    this.put({ status: 'off' });
  }

  private put(part: Partial<LiveState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
  private later(ms: number, run: () => void): void {
    const { epoch } = this;
    this.timers.push(setTimeout(() => epoch === this.epoch && run(), ms));
  }

  private async connect(epoch: number): Promise<void> {
    let token: string;
    try {
      token = await this.deps.token();
    } catch {
      if (epoch === this.epoch) this.retry();
      return;
    }
    if (epoch !== this.epoch) return;
    const socket = this.deps.open();
    const parse = createFrameParser();
    this.socket = socket;
    this.seq = 0;
    socket.onOpen(() => this.hello(token));
    socket.onMessage((data) => {
      if (this.socket !== socket) return;
      this.state = { ...this.state, heardAt: Date.now() };
      for (const frame of parse(data)) this.take(frame, token);
    });
    socket.onClose((code) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (code === kickedCode) this.deps.kicked();
      else if (epoch === this.epoch) this.retry();
    });
    this.later(pingMs, () => this.ping(socket));
  }

  private hello(token: string): void {
    const hello: LiveHello = { token, lastSeq: 0, ...(this.vehiclesWanted ? {} : { vehicles: false }) };
    this.socket?.send(encodeFrame(liveFrame.hello, JSON.stringify(hello)));
  }

  private ping(socket: LiveSocket): void {
    if (this.socket !== socket) return;
    if (Date.now() - this.state.heardAt > deadMs) {
      socket.close();
      return;
    }
    socket.send(encodeFrame(liveFrame.ping, ''));
    this.later(pingMs, () => this.ping(socket));
  }

  private take({ type, payload }: Frame, token: string): void {
    if (type === liveFrame.positions) this.positions(JSON.parse(payload), token);
    else if (type === liveFrame.kicked) this.deps.kicked();
    else for (const listener of this.frameListeners.get(type) ?? []) listener(payload);
  }

  private positions(message: LivePositions, token: string): void {
    if (!this.vehiclesWanted) {
      // The empty picture that answers the hello.
      this.failures = 0;
      this.put({ status: 'live', heardAt: Date.now() });
      return;
    }
    if (!message.reset && message.seq !== this.seq + 1) {
      // A frame was lost: ask for a full picture, and ignore deltas until it comes.
      this.seq = Number.NaN;
      this.hello(token);
      return;
    }
    this.seq = message.seq;
    this.failures = 0;
    this.merge(message.vehicles, message.reset, message.serverTime, 'live');
  }

  private merge(list: readonly LiveVehicle[], reset: boolean, serverTime: number, status: LiveStatus): void {
    const now = Date.now();
    const heard = { status, clockOffsetMs: serverTime - now, heardAt: now };
    if (!reset && list.length === 0) {
      this.put(heard);
      return;
    }
    const held = this.state.vehicles;
    const vehicles = new Map(reset ? [] : held);
    // A full picture, and a vehicle that fell silent, hold old packets: only fresh ones say how long the way is.
    let newest = 0;
    for (const vehicle of list) {
      const { vehicleId, receiveTime } = vehicle;
      vehicles.set(vehicleId, vehicle);
      const news = !reset && receiveTime !== null && receiveTime > (held.get(vehicleId)?.receiveTime ?? 0);
      if (news && serverTime - receiveTime < pastMs) newest = Math.max(newest, receiveTime);
    }
    const delayMs = newest > 0 ? Math.max(0, serverTime - newest) : this.state.delayMs;
    this.put({ ...heard, vehicles, version: this.state.version + 1, delayMs });
  }

  private retry(): void {
    this.failures++;
    if (this.failures >= patience && this.vehiclesWanted) this.beginPolling();
    else this.put({ status: 'connecting' });
    const wait = Math.min(backOffMs.most, backOffMs.first * 2 ** (this.failures - 1));
    // Jitter keeps a thousand desks from coming back in the same second.
    const jitter = 0.5 + (this.deps.random ?? Math.random)() / 2;
    this.later(wait * jitter, () => void this.connect(this.epoch));
  }

  private beginPolling(): void {
    if (this.state.status === 'polling') return;
    this.polledAt = undefined;
    this.put({ status: 'polling' });
    void this.pollOnce(this.epoch);
  }

  private async pollOnce(epoch: number): Promise<void> {
    try {
      const since = this.polledAt;
      const answer = await this.deps.poll(since);
      if (epoch !== this.epoch || this.state.status !== 'polling') return;
      this.polledAt = answer.serverTime;
      this.merge(answer.live, since === undefined, answer.serverTime, 'polling');
    } catch {
      // the next turn tries again; the status already says that the connection is away
    }
    this.later(pollMs, () => {
      if (this.state.status === 'polling') void this.pollOnce(this.epoch);
    });
  }
}
