import { errorCode } from '../../core/run/error-code';
import type { Gateway, HeldTerminals, Terminal } from '../server';
import { DatabaseClock } from './database-clock';
import { thisMachine } from './machine';
import type { Hold, HolderStore } from './store';

/** Terminals that come or go within this time are written together, at most so many in one statement. */
const GATHER_MS = 20;
const MOST_AT_ONCE = 500;
/** What could not be written is tried again after this time. */
const AGAIN_MS = 1_000;

/** The clock of the database is read so often at first. */
const FIRST_LOOKS = 3;

/** A claim that is not written yet. */
interface Claim {
  terminal: Terminal;
}

/** Whether a claim takes the terminal from another process: heartbeats alone do not. */
const insists = ({ terminal }: Claim): boolean => terminal.spoken;

/**
 * Which terminals are connected here, written down where every gateway process on the database sees it: a terminal is held by the one that its newest
 * connection is with, however late that is written. When it connects to another process, the connection here is treated as one that a newer connection has taken over. Rows are
 * written when terminals come and go, and never for what they send.
 */
export class Holders implements HeldTerminals {
  private readonly claims = new Map<string, Claim>();
  private readonly releases = new Set<string>();
  /** Devices that another process is said to hold now. */
  private readonly moved = new Set<string>();
  /** Terminals with a connection here which another process holds, and where that process has them from. */
  private readonly away = new Map<string, { terminal: Terminal; remote: string }>();
  private working: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  /** Nothing is tried again before this time of performance.now(): the last try has failed. */
  private restingUntil = 0;
  private readonly clock = new DatabaseClock();
  private isKnown = false;
  private stopped = false;

  constructor(
    private readonly gateway: Gateway,
    private readonly store: HolderStore,
  ) {}

  /** A terminal speaks for its device here from now on. What waits for it is looked up once that is written. */
  claim(terminal: Terminal): void {
    this.away.delete(terminal.deviceId);
    this.releases.delete(terminal.deviceId);
    this.claims.set(terminal.deviceId, { terminal });
    this.soon(GATHER_MS);
  }

  /** Nobody speaks for a device here any more. */
  release(deviceId: string): void {
    this.claims.delete(deviceId);
    this.releases.add(deviceId);
    this.soon(GATHER_MS);
  }

  /** Where another process has the terminal of a device from; undefined when none holds it. */
  elsewhere(deviceId: string): string | undefined {
    return this.away.get(deviceId)?.remote;
  }

  /** A notice came: `device process`, of the process that a terminal has left; '' when some may have been lost. */
  heard(notice: string): void {
    const [deviceId = '', ...name] = notice.split(' ');
    if (notice === '') for (const id of this.gateway.sessions.keys()) this.moved.add(id);
    else if (name.join(' ') === this.gateway.name) this.moved.add(deviceId);
    if (this.moved.size > 0) this.soon(GATHER_MS);
  }

  /** Says that this process lives, and finds out which terminals other ones have given up. To be called now and then. */
  tidy(): Promise<void> {
    return this.inTurn(async () => {
      await this.register();
      if (this.away.size === 0) return;
      const held = new Set((await this.store.elsewhere(this.gateway.name, [...this.away.keys()])).map(idOf));
      for (const [id, { terminal }] of this.away) if (!held.has(id) || terminal.connection.gone) this.away.delete(id);
    });
  }

  /** Gives up everything, in order. */
  async stop(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.inTurn(async () => {
      this.stopped = true;
      await this.store.forget([this.gateway.name]);
    });
  }

  /** Writes after this time, or as soon as it may be tried again. */
  private soon(ms: number): void {
    if (this.stopped) return;
    this.timer ??= setTimeout(
      () => {
        this.timer = null;
        void this.inTurn(() => this.writeUnlessResting());
      },
      Math.max(ms, this.restMs),
    ).unref();
  }

  /** For how long nothing is to be tried, ms; at most 0 when something may be. */
  private get restMs(): number {
    return this.restingUntil - performance.now();
  }

  /** A try that failed may have ended after this one's time was set. */
  private async writeUnlessResting(): Promise<void> {
    if (this.restMs > 0) this.soon(0);
    else await this.write();
  }

  /** Runs work after what is already being written. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.working = this.working.then(async () => {
      if (this.stopped) return;
      try {
        await work();
      } catch (error) {
        this.gateway.trouble(error, 'who holds a terminal not written');
        // it may have been given up meanwhile
        this.isKnown = false;
        this.restingUntil = performance.now() + AGAIN_MS;
        this.soon(AGAIN_MS);
      }
    });
    return this.working;
  }

  /** Notes that this process lives. When nobody knew it, it holds nothing: after its start, or after it was silent for so long that it was given up. */
  private async register(): Promise<void> {
    const host = thisMachine();
    for (let left = this.isKnown ? 1 : FIRST_LOOKS; left > 0; left--) await this.clock.read(() => this.store.clock());
    if (!this.isKnown) {
      // one with this process's own number may be a container of the same name: it is given up when it has been silent for long
      const ended = (await this.store.earlier(this.gateway.name, host)).filter(({ pid }) => !isRunning(pid));
      await this.store.forget(ended.map(({ name }) => name));
    }
    const isNew = await this.store.seen({ name: this.gateway.name, host, pid: process.pid });
    this.isKnown = true;
    if (!isNew) return;
    // what a newer connection has elsewhere meanwhile stays there
    for (const [id, terminal] of this.gateway.sessions) if (!this.claims.has(id)) this.claims.set(id, { terminal });
    if (this.claims.size > 0) this.soon(GATHER_MS);
  }

  private async write(): Promise<void> {
    if (!this.isKnown) await this.register();
    const gone = [...this.releases];
    if (gone.length > 0) await this.store.release(this.gateway.name, gone);
    for (const id of gone) this.releases.delete(id);
    // divided once: a terminal that says more while the first are written is among the second, and written again if it needs to be
    const all = [...this.claims].map(([id, claim]) => ({ id, claim, firm: insists(claim) }));
    for (const firm of [true, false]) {
      const claims = all.filter((one) => one.firm === firm).map(({ id, claim }): [string, Claim] => [id, claim]);
      for (let from = 0; from < claims.length; from += MOST_AT_ONCE)
        await this.writeClaims(claims.slice(from, from + MOST_AT_ONCE), firm);
    }
    await this.followMoved();
  }

  private async writeClaims(claims: ReadonlyArray<[string, Claim]>, firm: boolean): Promise<void> {
    const { name, commands } = this.gateway;
    const wanted = claims.map(([deviceId, { terminal }]) => {
      const since = this.clock.at(terminal.since);
      return { deviceId, remote: terminal.connection.remote, since };
    });
    const got = new Set(await this.store.claim(name, wanted, firm));
    const refused = claims.filter(([id]) => !got.has(id));
    const others =
      refused.length > 0
        ? await this.store.elsewhere(
            name,
            refused.map(([id]) => id),
          )
        : [];
    const remotes = new Map(others.map((hold) => [hold.deviceId, hold.remote]));
    for (const [id, claim] of claims) {
      // a newer connection may have come meanwhile, or this one may have gone
      if (this.claims.get(id) !== claim) continue;
      if (!got.has(id) && insists(claim) !== firm) {
        // meanwhile it has said more
        this.soon(GATHER_MS);
        continue;
      }
      const remote = remotes.get(id);
      if (!got.has(id) && remote === undefined) {
        // who held it has left meanwhile
        this.soon(GATHER_MS);
        continue;
      }
      this.claims.delete(id);
      if (remote === undefined) commands?.arrived(id);
      else this.giveUp(claim.terminal, { deviceId: id, remote });
    }
  }

  private async followMoved(): Promise<void> {
    const ids = [...this.moved];
    if (ids.length === 0) return;
    const holds = await this.store.elsewhere(this.gateway.name, ids);
    for (const id of ids) this.moved.delete(id);
    for (const hold of holds) {
      const terminal = this.gateway.sessions.get(hold.deviceId);
      // it has come back, which is about to be written
      if (terminal && !this.claims.has(hold.deviceId)) this.giveUp(terminal, hold);
    }
  }

  /** Another process holds a terminal: what its connection here says is not heeded any more, except that heartbeats are answered while it says nothing else. */
  private giveUp(terminal: Terminal, { deviceId, remote }: Hold): void {
    if (this.gateway.sessions.get(deviceId) !== terminal) return;
    this.gateway.sessions.delete(deviceId);
    this.away.set(deviceId, { terminal, remote });
    if (terminal.spoken) terminal.connection.lose(terminal);
  }
}

const idOf = ({ deviceId }: Hold): string => deviceId;

/** Whether a process of this machine runs. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // it may be somebody else's
    return errorCode(error) === 'EPERM';
  }
}
