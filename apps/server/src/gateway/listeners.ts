import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { makerProfiles } from '@tongda/protocol/items/makers';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { BlobStore } from '../core/blob/store';
import { listenTo } from '../core/db/listener';
import { unsealText } from '../core/run/sealed-text';
import { AlarmFrames, pgAlarmFrameStore } from './alarm-frames';
import { type AttachmentSettings, openEvidence } from './attachments/open';
import { CommandDesk } from './command/desk';
import { pgFirmware } from './command/firmware';
import { type CommandStore, pgCommandStore } from './command/store';
import type { Connection } from './connection';
import type { Certificate } from './doors/certificate';
import { openDatagramDoor } from './doors/datagrams';
import { type Door, type House, openSocketDoor } from './doors/sockets';
import { type FileStore, pgFileStore } from './files/store';
import { FrameRecorder, pgTraceStore } from './frame-recorder';
import { Holders } from './holder/holders';
import { pgHolderStore } from './holder/store';
import { Addresses } from './limits';
import { PartDesk } from './parts/desk';
import { type PartStore, pgPartStore } from './parts/store';
import { RecentFrames } from './recent-frames';
import { type ItemProfileStore, ItemProfileTable, pgItemProfiles } from './report/item-profiles';
import { type MessageStore, pgMessageStore } from './report/messages';
import {
  defaultOptions,
  type Gateway,
  type GatewayBus,
  type GatewayLog,
  type GatewayOptions,
  type Terminal,
} from './server';
import { exposeStats, GatewayStats } from './stats';
import { DeviceCache } from './terminal/device-cache';
import { type DeviceStore, pgDeviceStore } from './terminal/devices';
import { Notebook } from './terminal/notebook';
import { Turns } from './turns';

export interface GatewayDeps {
  /** TCP port; 0 = the system chooses one. */
  port: number;
  host?: string;
  /** UDP port; absent: no datagrams are taken. */
  udpPort?: number;
  /** Port for terminals that speak TLS, and what they are shown; absent: none do. */
  tls?: { port: number; certificate: Certificate };
  bus: GatewayBus;
  /** The owner's pool, as look-ups go across companies; not needed when a `store` is given. */
  db?: Pool;
  store?: DeviceStore;
  /** The queue of commands; with `db` the one in PostgreSQL, of which it is told by notices. */
  commands?: CommandStore;
  /** Decrypts passwords in commands; absent: commands that have any fail. */
  factorKey?: Buffer;
  /** Packages of long messages; with `db` those in PostgreSQL. */
  parts?: PartStore;
  /** Where photos, sounds and videos go; with `db` and `blobs` what these two make. */
  files?: FileStore;
  blobs?: BlobStore;
  /** Where waybills and other data of the vehicle go; with `db` the table in PostgreSQL. */
  messages?: MessageStore;
  /** What the items of reports mean; with `db` as it stands in PostgreSQL, without both as the release has it. */
  itemProfiles?: ItemProfileStore;
  /** The server for evidence of alarms; with `db` and `blobs`. */
  attachments?: AttachmentSettings;
  log: GatewayLog;
  metrics?: Registry;
  options?: Partial<GatewayOptions>;
}

export interface RunningGateway {
  port: number;
  /** Of datagrams and of TLS; null when there are none. */
  udpPort: number | null;
  tlsPort: number | null;
  /** Of the attachment server; null when there is none. */
  attachmentPort: number | null;
  attachmentTlsPort: number | null;
  /** Stops in order: takes no new connections, waits until points under way are stored and answered, closes. */
  stop(): Promise<void>;
  stats(): GatewayStats;
  /** To be called when devices, aliases or bindings changed: every terminal is looked up again before its next frame is taken. */
  invalidateDevices(): void;
  /** To be called when an alarm began and is stored: the frame with which it did is kept beside it. */
  alarmBegan(episodeId: string): void;
}

/** Starts listening for JT/T 808 terminals. Rejects when a port is taken or may not be used. */
export async function startGateway(deps: GatewayDeps): Promise<RunningGateway> {
  const options = { ...defaultOptions, ...deps.options };
  const store = deps.store ?? (deps.db ? pgDeviceStore(deps.db) : null);
  if (!store) throw new Error('the gateway needs a database or a device store');
  const stats = new GatewayStats();
  const connections = new Set<Connection>();
  const paused: Gateway['paused'] = new Set();
  const sessions = new Map<string, Terminal>();
  const read = (): GatewayStats => Object.assign(stats, { connections: connections.size, terminals: sessions.size });
  if (deps.metrics) exposeStats(read, deps.metrics);
  const trouble = onceInAWhile((err, message) => deps.log.warn({ err }, message));
  const profileStore =
    deps.itemProfiles ?? (deps.db ? pgItemProfiles(deps.db) : { profiles: async () => makerProfiles });
  const itemProfiles = new ItemProfileTable(profileStore, trouble);
  const gateway: Gateway = {
    name: `${hostname()} ${randomUUID()}`,
    options,
    store,
    stats,
    bus: deps.bus,
    devices: new DeviceCache(store, options.now),
    itemProfiles,
    notebook: new Notebook(store, (err) => deps.log.warn({ err }, 'terminal notes not written'), options.notebookMs),
    sessions,
    recent: new RecentFrames(),
    addresses: new Addresses(options.maxStrangers),
    paused,
    relieve: onceATurn(() => {
      for (const connection of paused) connection.relieve();
    }),
    trouble,
  };
  const turns = new Turns();
  const parts = openParts(deps, gateway);
  gateway.files = deps.files ?? (deps.db && deps.blobs ? pgFileStore(deps.db, deps.blobs) : undefined);
  gateway.messages = deps.messages ?? (deps.db ? pgMessageStore(deps.db) : undefined);
  gateway.firmware = deps.db && deps.blobs ? pgFirmware(deps.db, deps.blobs) : undefined;
  const { factorKey } = deps;
  gateway.unseal = factorKey && ((sealed) => unsealText([factorKey], Buffer.from(sealed, 'base64')));
  const evidence = await openEvidence(deps, gateway, turns.take);
  const rowWork = openRowWork(deps, gateway, turns, itemProfiles);
  const alarmFrames = deps.db && new AlarmFrames(pgAlarmFrameStore(deps.db), gateway.recent, trouble);
  // the first reports are read as staff have it, too
  await itemProfiles.look();
  let stopping = false;
  const house: House = { gateway, connections, telling: () => !stopping };
  const cutting = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) connection.cutIfOverdue(now);
    gateway.addresses.tidy(now);
  }, options.cutMs).unref();
  const doors = await openDoors(house, deps);
  return {
    port: doors.tcp.port,
    udpPort: doors.udp?.port ?? null,
    tlsPort: doors.tls?.port ?? null,
    attachmentPort: evidence?.port ?? null,
    attachmentTlsPort: evidence?.tlsPort ?? null,
    stats: read,
    invalidateDevices: () => gateway.devices.invalidate(),
    alarmBegan: (episodeId) => alarmFrames?.began(episodeId),
    stop: async () => {
      stopping = true;
      clearInterval(cutting);
      const closed = Promise.all([doors.tcp, doors.tls, doors.udp].map((door) => door?.close()));
      for (const connection of connections) connection.stopReading();
      await waitUntilDrained(connections, options.drainMs);
      parts.stop();
      await evidence?.stop();
      await rowWork.stop();
      await alarmFrames?.stop();
      for (const connection of connections) connection.end();
      await gateway.notebook.stop();
      await closed;
    },
  };
}

/** Opens every door that is set. */
async function openDoors(
  house: House,
  { port, host = '0.0.0.0', udpPort, tls, log }: GatewayDeps,
): Promise<{ tcp: Door; tls: Door | null; udp: Door | null }> {
  const doors = {
    tcp: await openSocketDoor(house, { port, host }),
    tls: tls ? await openSocketDoor(house, { port: tls.port, host, certificate: tls.certificate }) : null,
    udp: udpPort === undefined ? null : await openDatagramDoor(house, { port: udpPort, host }),
  };
  const { tcp, tls: secure, udp } = doors;
  log.info({ port: tcp.port, tlsPort: secure?.port, udpPort: udp?.port }, 'gateway listens');
  return doors;
}

/** Something that a gateway does because of rows in the database. */
interface RowWork {
  /** notices that call it, by channel; with '' when some may have been lost */
  hears: Record<string, (notice: string) => void>;
  /** what it does now and then, as a notice may have been lost */
  tidy: () => void;
  stop: () => Promise<void>;
}

/** Starts what rows in the database ask of the gateway, and listens to notices of them; answers how to stop. */
function openRowWork(
  deps: GatewayDeps,
  gateway: Gateway,
  turns: Turns,
  itemProfiles: ItemProfileTable,
): { stop: () => Promise<void> } {
  const look = (): void => void itemProfiles.look();
  const profiles: RowWork = { hears: { item_profile: look }, tidy: look, stop: async () => undefined };
  const works = [
    openHolders(deps, gateway),
    openDesk(deps, gateway, turns),
    openRecorder(deps, gateway),
    profiles,
  ].filter((work) => work !== null);
  const hears = Object.fromEntries(works.flatMap((work) => Object.entries(work.hears)));
  const lost = (): void => {
    for (const hear of Object.values(hears)) hear('');
  };
  const tidy = (): void => {
    for (const work of works) work.tidy();
  };
  const listener = deps.db ? listenTo(deps.db, 'tongda gateway', hears, lost) : null;
  // what was said before it listened was not heard
  void listener?.ready.then(lost);
  const timer = setInterval(tidy, gateway.options.tidyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      for (const work of works) await work.stop();
      await listener?.stop();
    },
  };
}

/** Starts keeping packages of long messages, if there is somewhere to keep them; answers how to stop. */
function openParts(deps: GatewayDeps, gateway: Gateway): { stop: () => void } {
  const store = deps.parts ?? (deps.db ? pgPartStore(deps.db) : null);
  if (!store) return { stop: () => undefined };
  const desk = new PartDesk(gateway, store);
  gateway.parts = desk;
  const timer = setInterval(() => void desk.tidy(), gateway.options.partsMs).unref();
  return {
    stop: () => {
      clearInterval(timer);
      desk.stop();
    },
  };
}

/** Serves the queue of commands, if there is one. */
function openDesk(deps: GatewayDeps, gateway: Gateway, turns: Turns): RowWork | null {
  const store = deps.commands ?? (deps.db ? pgCommandStore(deps.db) : null);
  if (!store) return null;
  const desk = new CommandDesk(gateway, store, turns.take);
  gateway.commands = desk;
  return {
    hears: { device_command: () => void desk.wake() },
    tidy: () => void desk.tidy(),
    stop: async () => desk.stop(),
  };
}

/** Tells other gateway processes which terminals are here, where there is a database. */
function openHolders({ db }: GatewayDeps, gateway: Gateway): RowWork | null {
  if (!db) return null;
  const holders = new Holders(gateway, pgHolderStore(db));
  gateway.holders = holders;
  void holders.tidy();
  return {
    hears: { terminal_moved: (notice) => holders.heard(notice) },
    tidy: () => void holders.tidy(),
    stop: () => holders.stop(),
  };
}

/** Keeps the frames of terminals that somebody follows, where there is a database. */
function openRecorder({ db, bus }: GatewayDeps, gateway: Gateway): RowWork | null {
  if (!db) return null;
  const recorder = new FrameRecorder(pgTraceStore(db), gateway.recent, bus, gateway.options.now, gateway.trouble);
  gateway.recorder = recorder;
  const look = (): void => void recorder.look();
  look();
  return { hears: { frame_trace: look }, tidy: look, stop: () => recorder.stop() };
}

const TROUBLE_EVERY_MS = 5_000;

/** Passes each message on at most once in five seconds: while the database is away every frame causes the same one. */
function onceInAWhile(tell: (error: unknown, message: string) => void): (error: unknown, message: string) => void {
  const toldAt = new Map<string, number>();
  return (error, message) => {
    const now = Date.now();
    if (now - (toldAt.get(message) ?? 0) < TROUBLE_EVERY_MS) return;
    toldAt.set(message, now);
    tell(error, message);
  };
}

/** Runs `work` at most once in a turn of the event loop, however often it is called. */
function onceATurn(work: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    setImmediate(() => {
      due = false;
      work();
    });
  };
}

async function waitUntilDrained(connections: ReadonlySet<Connection>, waitMs: number): Promise<void> {
  const until = Date.now() + waitMs;
  while (Date.now() < until && [...connections].some((c) => c.busy)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
