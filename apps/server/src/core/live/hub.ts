import type { IncomingMessage, Server } from 'node:http';
import { minuteMs } from '@tongda/contract/core/durations';
import {
  type LiveAccessChanged,
  type LiveAlarms,
  type LiveCommands,
  type LiveVehicle,
  liveFrame,
} from '@tongda/contract/core/live';
import type { Topics } from '@tongda/contract/core/topics';
import { type RawData, WebSocketServer } from 'ws';
import type { Bus } from '../bus/topics';
import { AppError } from '../http/errors';
import { LiveConnection, type LiveWebSocket } from './connection';
import { encodeVehicles, jsonFrame, parseFrame } from './frames';
import { loginAgain, parseHello } from './hello';
import { SocketQuota } from './quota';

/** A listener, as far as the hub needs to know: users with the same `scopeKey` see the same vehicles. */
export interface LiveUser {
  sessionId: string;
  clientId: string;
  userId: string;
  scopeKey: string;
  /** changes when the user's rights change */
  rightsKey: string;
  /** the provider's staff whose page lists the commands of all companies, whoever gave them */
  allCommands: boolean;
}

export interface LiveHubOptions<U extends LiveUser> {
  bus: Bus;
  /** user of an access token; throws AppError when there is none, or when he wants vehicles without the right to see positions */
  authenticate(token: string, ip: string, vehicles: boolean): Promise<U>;
  /** the same user as he is now; null when the session is over */
  renew(user: U): Promise<U | null>;
  /** ids of the vehicles that the user may see now */
  visible(user: U): Promise<Set<string>>;
  /** state of those vehicles now */
  snapshot(user: U, vehicleIds: ReadonlySet<string>): Promise<LiveVehicle[]>;
  /** where a request comes from, behind whatever proxies */
  addressOf(req: IncomingMessage): string;
  /** whether it is a page of our own that asks; a page of another site gets no socket */
  isOwnPage(req: IncomingMessage): boolean;
  warn(facts: object, message: string): void;
  now?: () => number;
  flushMs?: number;
  recheckMs?: number;
  helloMs?: number;
  maxBufferedBytes?: number;
}

export const livePath = '/api/gis/live';
/** Browsers ping every 30 s; one that was not heard for this long has gone without closing the connection, ms. */
const silentMs = 120_000;
/** Live pages of one account: a dispatcher has two or three, a shared account of a control room some more. */
const socketsPerUser = 20;
const tooManyPages = `同一账号打开的实时页面过多，最多${socketsPerUser}个，请关闭不用的页面`;
const tooMuchSaid = '请求过于频繁，请稍后重试';
const elsewhere = '您的账号在另一台电脑登录，如非本人操作，请及时修改密码';

type Connection<U extends LiveUser> = LiveConnection<U>;

/** Connections that see the same vehicles; their changes are encoded once. */
interface Audience<U extends LiveUser> {
  key: string;
  clientId: string;
  ids: ReadonlySet<string>;
  connections: Set<Connection<U>>;
  pending: Map<string, LiveVehicle>;
  /** alarms that changed since the last turn */
  alarms: Set<string>;
}

/**
 * Sends the topic `live` to WebSockets: the whole picture after hello, then every `flushMs` the latest state of each vehicle that changed, to those who may
 * see it. Who may see what is checked again every minute, and when the topic `accessChanged` says so.
 */
export class LiveHub<U extends LiveUser> {
  private readonly wss = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false });
  private readonly connections = new Set<Connection<U>>();
  private readonly quota = new SocketQuota();
  private readonly audiences = new Map<string, Audience<U>>();
  /** commands that changed since the last turn */
  private commands: Array<Topics['commandChanged']> = [];
  /** who follows recordings of frames that grew since the last turn */
  private readonly traces = new Set<string | null>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly subscriptions: Array<() => void>;
  private readonly now: () => number;

  constructor(private readonly options: LiveHubOptions<U>) {
    this.now = options.now ?? Date.now;
    const { bus } = options;
    this.subscriptions = [
      bus.subscribe('live', (vehicle) => this.collect(vehicle)),
      bus.subscribe('alarmChanged', (change) => this.collectAlarm(change)),
      bus.subscribe('commandChanged', (change) => void this.commands.push(change)),
      bus.subscribe('traceChanged', ({ userId }) => void this.traces.add(userId)),
      bus.subscribe('sessionRevoked', (message) => this.revoked(message)),
      bus.subscribe('accessChanged', ({ clientId }) => {
        this.tellAccess(clientId);
        return void this.recheck(clientId);
      }),
      bus.subscribe('messagesChanged', (message) => this.messagesChanged(message)),
      bus.subscribe('linked', () => void this.showAll()),
    ];
    this.timers.push(setInterval(() => this.flush(), options.flushMs ?? 300).unref());
    this.timers.push(setInterval(() => void this.recheck(), options.recheckMs ?? minuteMs).unref());
  }

  /** Answers upgrade requests of `server` for the live path; others are refused. */
  attach(server: Server): void {
    server.on('upgrade', (req, socket, head) => {
      const path = (req.url ?? '').split('?')[0];
      if (path !== livePath) {
        socket.destroy();
        return;
      }
      if (!this.options.isOwnPage(req)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      const ip = this.options.addressOf(req);
      const place = this.quota.admit(ip);
      if (!place) {
        socket.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        this.options.warn({ ip }, 'too many live sockets of one address');
        return;
      }
      socket.once('close', place.gone);
      this.wss.handleUpgrade(req, socket, head, (ws) => {
        const connection = this.open(ws);
        connection.greeted = place.known;
        ws.on('message', (data) => void this.received(connection, data, ip));
        ws.on('close', () => this.forget(connection));
        ws.on('error', () => ws.terminate());
      });
    });
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
    for (const connection of this.connections) connection.ws.close(1001, '');
    this.wss.close();
  }

  private open(ws: LiveWebSocket): Connection<U> {
    const connection = new LiveConnection<U>(ws, this.options.maxBufferedBytes ?? 1_000_000, this.now());
    this.connections.add(connection);
    setTimeout(() => {
      if (this.connections.has(connection) && !connection.user) connection.end(4401, loginAgain);
    }, this.options.helloMs ?? 10_000).unref();
    return connection;
  }

  private forget(connection: Connection<U>): void {
    this.connections.delete(connection);
    this.leave(connection);
  }

  private leave(connection: Connection<U>): void {
    const key = connection.user?.scopeKey ?? '';
    const audience = this.audiences.get(key);
    audience?.connections.delete(connection);
    if (audience?.connections.size === 0) this.audiences.delete(key);
  }

  private async received(connection: Connection<U>, data: RawData, ip: string): Promise<void> {
    if (!this.connections.has(connection)) return;
    if (!connection.hear(this.now())) return this.drop(connection);
    const frame = parseFrame(String(data));
    if (frame?.type === liveFrame.ping && connection.reads)
      connection.send(jsonFrame(liveFrame.pong, { serverTime: this.now() }));
    else if (frame?.type === liveFrame.hello) await this.greet(connection, frame.payload, ip);
  }

  /** Ends a connection that says too much, without listening to it any longer. */
  private drop(connection: Connection<U>): void {
    this.forget(connection);
    connection.end(4029, tooMuchSaid);
  }

  /** Answers hellos of a connection one after the other; of those that come while one is being answered only the last is. */
  private async greet(connection: Connection<U>, payload: string, ip: string): Promise<void> {
    connection.nextHello = payload;
    if (connection.greeting) return;
    connection.greeting = true;
    try {
      while (connection.nextHello !== null && this.connections.has(connection)) {
        const hello: string = connection.nextHello;
        connection.nextHello = null;
        await this.hello(connection, hello, ip);
      }
    } catch (error) {
      this.refuse(connection, error);
    } finally {
      connection.greeting = false;
    }
  }

  private refuse(connection: Connection<U>, error: unknown): void {
    if (!(error instanceof AppError)) {
      this.options.warn({ err: error }, 'live socket');
      connection.send(jsonFrame(liveFrame.error, { code: 5000, msg: '实时数据暂时不可用，请稍后重试' }));
      connection.ws.close(1011, '');
    } else if (error.httpStatus === 403) connection.end(4403, error.message);
    else connection.end(error.httpStatus === 401 ? 4401 : 4003, error.message);
  }

  /** Handles hello: logs in and sends the picture. A second hello on a connection means that a frame was lost, and the picture is sent again. */
  private async hello(connection: Connection<U>, payload: string, ip: string): Promise<void> {
    const { token, vehicles = true } = parseHello(payload);
    const user = await this.options.authenticate(token, ip, vehicles);
    if (!this.connections.has(connection)) return;
    if (!connection.user && this.socketsOf(user.userId) >= socketsPerUser) return connection.end(4029, tooManyPages);
    connection.greeted();
    await this.show(connection, user);
  }

  private socketsOf(userId: string): number {
    let count = 0;
    for (const { user } of this.connections) if (user?.userId === userId) count++;
    return count;
  }

  private async show(connection: Connection<U>, user: U): Promise<void> {
    this.leave(connection);
    connection.user = user;
    connection.sessionId = user.sessionId;
    connection.expectPicture();
    const audience = await this.audienceOf(user);
    if (!this.connections.has(connection)) return;
    audience.connections.add(connection);
    this.audiences.set(audience.key, audience);
    connection.picture(await this.options.snapshot(user, audience.ids), this.now());
  }

  /** Sends everybody the picture again, after a time in which changes were not heard. */
  private async showAll(): Promise<void> {
    await runInBatches([...this.connections], usersAtOnce, async (connection) => {
      if (!connection.user) return;
      await this.show(connection, connection.user).catch((error: unknown) => this.refuse(connection, error));
    });
  }

  private async audienceOf(user: U): Promise<Audience<U>> {
    const known = this.audiences.get(user.scopeKey);
    if (known) return known;
    const ids = await this.options.visible(user);
    // somebody of the same scope may have come meanwhile
    return (
      this.audiences.get(user.scopeKey) ?? {
        key: user.scopeKey,
        clientId: user.clientId,
        ids,
        connections: new Set(),
        pending: new Map(),
        alarms: new Set(),
      }
    );
  }

  private collect(vehicle: LiveVehicle): void {
    for (const audience of this.audiences.values()) {
      if (audience.ids.has(vehicle.vehicleId)) audience.pending.set(vehicle.vehicleId, vehicle);
    }
  }

  private collectAlarm({ vehicleId, episodeId }: Topics['alarmChanged']): void {
    for (const audience of this.audiences.values()) if (audience.ids.has(vehicleId)) audience.alarms.add(episodeId);
  }

  /** Sends what has gathered; a connection with a backlog gets its turn also when nothing is new. */
  private flush(): void {
    const now = this.now();
    for (const audience of this.audiences.values()) {
      const encoded = encodeVehicles([...audience.pending.values()]);
      for (const connection of audience.connections) connection.changes(audience.pending, encoded, now);
      audience.pending.clear();
      this.flushAlarms(audience);
    }
    this.flushCommands();
    this.flushTraces();
  }

  /** Tells those who record frames that some have come; their pages ask for them. */
  private flushTraces(): void {
    if (this.traces.size === 0) return;
    const frame = jsonFrame(liveFrame.traceUpdate, {});
    for (const connection of this.connections)
      if (connection.user && this.traces.has(connection.user.userId)) connection.send(frame);
    this.traces.clear();
  }

  /** Sends the numbers of changed commands to who gave them, to who sees their vehicles on his page, and to staff who see those of all; each browser then asks for those it shows. */
  private flushCommands(): void {
    const changes = this.commands;
    if (changes.length === 0) return;
    this.commands = [];
    for (const connection of this.connections) {
      const { user } = connection;
      if (!user) continue;
      const seen = this.audiences.get(user.scopeKey)?.ids;
      const ids = changes
        .filter(
          ({ clientId, userId, vehicleId }) =>
            user.allCommands ||
            userId === user.userId ||
            (clientId === user.clientId && vehicleId !== null && seen?.has(vehicleId) === true),
        )
        .map(({ commandId }) => commandId);
      if (ids.length > 0)
        connection.send(jsonFrame(liveFrame.commandUpdate, { ids: [...new Set(ids)] } satisfies LiveCommands));
    }
  }

  /** Sends the numbers of changed alarms, one frame a turn; each browser then asks for those it may see. */
  private flushAlarms(audience: Audience<U>): void {
    if (audience.alarms.size === 0) return;
    const frame = jsonFrame(liveFrame.alarmUpdate, { ids: [...audience.alarms] } satisfies LiveAlarms);
    audience.alarms.clear();
    for (const connection of audience.connections) connection.send(frame);
  }

  private revoked({ sessionId, reason }: Topics['sessionRevoked']): void {
    for (const connection of this.connections) {
      if (connection.sessionId !== sessionId) continue;
      if (reason === 'other_login') connection.end(4403, elsewhere);
      else connection.end(4401, loginAgain);
    }
  }

  /** Tells browsers that message counters changed; each asks for its own. */
  private messagesChanged({ clientId, userId }: Topics['messagesChanged']): void {
    const frame = jsonFrame(liveFrame.messageCount, {});
    for (const connection of this.connections) {
      const { user } = connection;
      if (user?.clientId === clientId && (userId === null || user.userId === userId)) connection.send(frame);
    }
  }

  /** Tells the pages of a company to load menus and lists again. Users whose own rights changed are told so by `recheck`. */
  private tellAccess(clientId: string): void {
    const frame = accessFrame(false);
    for (const connection of this.connections) if (connection.user?.clientId === clientId) connection.send(frame);
  }

  /** Reads users and their visible vehicles again (of one company, or of all); whoever sees other vehicles now gets a new picture. */
  async recheck(clientId?: string): Promise<void> {
    const silentSince = this.now() - silentMs;
    for (const connection of this.connections) if (connection.heardAt < silentSince) connection.ws.terminate();
    const audiences = [...this.audiences.values()].filter((a) => clientId === undefined || a.clientId === clientId);
    await runInBatches(audiences, audiencesAtOnce, async (audience) => {
      try {
        await this.recheckAudience(audience);
      } catch (error) {
        // whoever waits for a picture connects again
        this.options.warn({ err: error }, 'visible vehicles could not be checked');
        for (const connection of audience.connections) if (connection.waitsForPicture) connection.ws.close(1011, '');
      }
    });
  }

  private async recheckAudience(audience: Audience<U>): Promise<void> {
    const { connections } = audience;
    await runInBatches([...connections], usersAtOnce, (connection) => this.renew(audience, connection));
    const first = [...connections].find(({ user }) => user)?.user;
    if (!first) return;
    const fresh = await this.options.visible(first);
    if (sameSet(fresh, audience.ids)) return;
    audience.ids = fresh;
    audience.pending.clear();
    for (const connection of connections) if (connection.user) await this.show(connection, connection.user);
  }

  private async renew(audience: Audience<U>, connection: Connection<U>): Promise<void> {
    const known = connection.user;
    if (!known) return;
    const user = await this.options.renew(known);
    if (!user) return connection.end(4401, loginAgain);
    if (user.rightsKey !== known.rightsKey) connection.send(accessFrame(true));
    if (user.scopeKey !== audience.key) await this.show(connection, user);
    else connection.user = user;
  }
}

/** How many audiences and users are checked at a time: a right that is taken away must be gone within a second even with hundreds of open pages, and the pool has 30 connections. */
const audiencesAtOnce = 6;
const usersAtOnce = 4;

async function runInBatches<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(work));
}

const accessFrame = (own: boolean): string => jsonFrame(liveFrame.accessChanged, { own } satisfies LiveAccessChanged);
const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));
