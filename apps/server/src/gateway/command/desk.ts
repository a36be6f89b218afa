import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { kindRules, resultS } from '@tongda/contract/watch/command/kind';
import type { CommandEvent } from '@tongda/contract/watch/command/life';
import type { Gateway, QueuedCommands, Terminal } from '../server';
import { answerOf, faultIn, stepOf } from './order';
import type { ChangedCommand, CommandStore, Noted, TakenCommand } from './store';
import type { Outcome } from './talks';

/** Terminals are served at this pace, so that a command for thousands does not hold up what they report. */
const PER_SECOND = 50;
const SECOND_MS = 1000;
/** How often a state is written again, each second, while the database is away. */
const NOTE_TRIES = 60;
/** Arrivals within this time are looked up together. */
const GATHER_MS = 20;

/**
 * Sends the commands that wait in the database to the terminals that are connected here, one after another for each, and writes down what becomes of
 * them. It keeps nothing that would be missing after a restart: the queue, what is under way and since when are rows. Another gateway process on the same
 * database serves its own terminals from the same queue.
 */
export class CommandDesk implements QueuedCommands {
  /** Of this process: rows that another one sent are nobody's once their terminal is here. */
  private readonly name = `${hostname()} ${randomUUID()}`;
  private readonly arrivals = new Set<string>();
  /** Terminals that were silent since a command went out: nothing more is sent until something comes from them. */
  private readonly mute = new Set<string>();
  private readonly queue = new Set<string>();
  /** What is being written of a command: its events count in their order. */
  private readonly writing = new WeakMap<TakenCommand, Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private serving = false;
  private stopped = false;

  constructor(
    private readonly gateway: Gateway,
    private readonly store: CommandStore,
    /** runs work for a device after what is already being asked of it */
    private readonly inTurn: (deviceId: string, work: () => Promise<void>) => void,
  ) {}

  /** A terminal speaks for its device from now on. */
  arrived(deviceId: string): void {
    this.mute.delete(deviceId);
    this.arrivals.add(deviceId);
    this.timer ??= setTimeout(() => void this.greet(), GATHER_MS).unref();
  }

  /** Something came from a terminal. Called for every frame. */
  heard(deviceId: string): void {
    if (this.mute.size > 0 && this.mute.delete(deviceId)) this.serve([deviceId]);
  }

  /** Looks what waits for the terminals that are here: something came into the queue, or a notice may have been lost. */
  async wake(): Promise<void> {
    if (this.stopped || this.gateway.sessions.size === 0) return;
    try {
      this.serve(await this.store.waiting());
    } catch (error) {
      this.gateway.trouble(error, 'waiting commands not read');
    }
  }

  /** Ends what nobody waits for any more. To be called now and then. */
  async tidy(): Promise<void> {
    if (this.stopped) return;
    try {
      for (const command of await this.store.expire()) await this.tell(command);
      for (const command of await this.store.overdue()) await this.note(command, { what: 'lost' });
    } catch (error) {
      this.gateway.trouble(error, 'overdue commands not ended');
    }
    await this.wake();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private async greet(): Promise<void> {
    this.timer = null;
    const ids = [...this.arrivals];
    this.arrivals.clear();
    try {
      for (const id of ids)
        for (const command of await this.store.forsaken(id, this.name)) await this.note(command, { what: 'lost' });
      this.serve(await this.store.waiting(ids));
    } catch (error) {
      // the next look finds them
      this.gateway.trouble(error, 'commands of arrived terminals not read');
    }
  }

  /** Puts devices in the line of those that are served, as far as they are here. */
  private serve(deviceIds: readonly string[]): void {
    for (const id of deviceIds) if (this.isReachable(id)) this.queue.add(id);
    if (!this.serving) void this.pace();
  }

  private isReachable = (deviceId: string): boolean =>
    !this.stopped && !this.mute.has(deviceId) && this.gateway.sessions.has(deviceId);

  private async pace(): Promise<void> {
    this.serving = true;
    while (this.queue.size > 0 && !this.stopped) {
      for (const id of [...this.queue].slice(0, PER_SECOND)) {
        this.queue.delete(id);
        this.inTurn(id, () => this.sendWaiting(id));
      }
      if (this.queue.size > 0) await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
    }
    this.serving = false;
  }

  private async sendWaiting(deviceId: string): Promise<void> {
    try {
      while (this.isReachable(deviceId)) {
        const command = await this.store.take(deviceId, this.name);
        if (!command) return;
        await this.tell(command);
        const session = this.gateway.sessions.get(deviceId);
        if (session) await this.send(command, session);
        else await this.note(command, { what: 'lost' });
      }
    } catch (error) {
      // what is under way is ended by whoever looks for overdue ones
      this.gateway.trouble(error, 'command not sent');
    }
  }

  /** Sends a command and waits until it is settled, for this connection. */
  private async send(command: TakenCommand, session: Terminal): Promise<void> {
    if (!command.bound) {
      await this.note(command, { what: 'blocked', cause: 'unbound' });
      return;
    }
    if (command.kind === 'cut' && !command.slow) {
      await this.note(command, { what: 'blocked', cause: 'moving' });
      return;
    }
    const { answered } = kindRules[command.kind];
    let outcome: Outcome;
    try {
      const { id, body, answerId, also, until } = stepOf(command.order, session.version);
      outcome = await session.converse(id, body, {
        answerId,
        also,
        until,
        resultMs: resultS * SECOND_MS,
        accepted: (serial) => void this.note(command, { what: 'accepted', more: answered }, { serial, waitS: resultS }),
        late: (late) => void this.note(command, this.eventOf(late, command), notedOf(late)),
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      await this.note(command, { what: 'blocked', cause: 'unfit' });
      return;
    }
    if (outcome.what === 'silent' && !outcome.heard) this.mute.add(session.deviceId);
    await this.note(command, this.eventOf(outcome, command), notedOf(outcome));
  }

  private eventOf(outcome: Outcome, { kind, order }: TakenCommand): CommandEvent {
    switch (outcome.what) {
      case 'accepted':
        return { what: 'accepted', more: kindRules[kind].answered };
      case 'answered': {
        const cause = faultIn(order, outcome.message);
        return cause ? { what: 'answered', cause } : { what: 'answered' };
      }
      case 'followed':
        return { what: 'answered' };
      default:
        return outcome;
    }
  }

  /** Writes what an event makes of a command, after what was noted of it before. While the database is away it is tried again for a minute. */
  private note(command: TakenCommand, event: CommandEvent, more?: Noted): Promise<void> {
    const turn = (this.writing.get(command) ?? Promise.resolve()).then(async () => {
      for (let left = NOTE_TRIES; left > 0; left--)
        try {
          if (await this.store.note(command, event, more)) await this.tell(command);
          return;
        } catch (error) {
          this.gateway.trouble(error, 'state of a command not written');
          if (this.stopped) return;
          await new Promise((resolve) => setTimeout(resolve, SECOND_MS).unref());
        }
    });
    this.writing.set(command, turn);
    return turn;
  }

  private tell({ id, clientId, vehicleId, userId }: ChangedCommand): Promise<void> {
    return this.gateway.bus.publish('commandChanged', vehicleId, { clientId, vehicleId, commandId: id, userId });
  }
}

const notedOf = (outcome: Outcome): Noted => ({
  ...('serial' in outcome ? { serial: outcome.serial } : {}),
  ...(outcome.what === 'answered' ? { answer: answerOf(outcome.message) } : {}),
});
