import { instructionSending } from '@tongda/contract/resources/device/enums';
import { paceOf } from '@tongda/contract/watch/command/kind';
import type { CommandCause, CommandEvent } from '@tongda/contract/watch/command/life';
import { fromHex } from '@tongda/protocol/bytes';
import { encodeBody, msgId } from '@tongda/protocol/jt808/codec';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { type UpgradeProgress, upgradeEnds } from '@tongda/protocol/jt808/messages/parameter/1fc4';
import type { UpgradeResult } from '@tongda/protocol/jt808/messages/parameter/8108';
import type { Gateway, QueuedCommands, Terminal } from '../server';
import { upgradeBodyOf } from './firmware';
import { type LateAnswer, LateLooks, lateFit } from './late';
import {
  answerOf,
  type BodyOrder,
  type FieldOrder,
  faultIn,
  hasBody,
  progressFault,
  progressOf,
  stepOf,
  upgradeFault,
} from './order';
import { alone, hexOf, type Place, type Said, type SayWish, sayWritten, sentOf } from './said';
import type { ChangedCommand, CommandStore, Noted, SentCommand, SentMessage, TakenCommand, WentOut } from './store';
import { holds, type Outcome, type Serials } from './talks';
import { writtenSteps } from './written';

/** Terminals are served at this pace, so that a command for thousands does not hold up what they report. */
const PER_SECOND = 50;
const SECOND_MS = 1000;
/** How often a state is written again, each second, while the database is away. */
const NOTE_TRIES = 60;
/** How often an answer is held, each second, against a command whose old connection is not yet known to be gone. */
const LATE_TRIES = 5;
/** So often at once, when the command is changed meanwhile. */
const LOOK_TRIES = 3;
/** Arrivals within this time are looked up together. */
const GATHER_MS = 20;

/**
 * Sends the commands that wait in the database to the terminals that are connected here, one after another for each, and writes down what becomes of
 * them. It keeps nothing that would be missing after a restart: the queue, what is under way and since when are rows. Another gateway process on the same
 * database serves its own terminals from the same queue.
 */
export class CommandDesk implements QueuedCommands {
  private readonly arrivals = new Set<string>();
  /** Terminals that were silent since a command went out: nothing more is sent until something comes from them. */
  private readonly mute = new Set<string>();
  private readonly queue = new Set<string>();
  private readonly lateLooks = new LateLooks();
  /** Answers to earlier sendings that are being looked at, by device: what they end does not go out once more. */
  private readonly hearing = new Map<string, Promise<unknown>>();
  /** What is being written of a command: its events count in their order. */
  private readonly writing = new WeakMap<TakenCommand, Promise<unknown>>();
  private timer: NodeJS.Timeout | null = null;
  private serving = false;
  private stopped = false;

  constructor(
    private readonly gateway: Gateway,
    private readonly store: CommandStore,
    /** runs work for a device after what is already being asked of it */
    private readonly inTurn: (deviceId: string, work: () => Promise<void>) => void,
  ) {}

  /** Of this process: rows that another one sent are nobody's once their terminal is here. */
  private get name(): string {
    return this.gateway.name;
  }

  /** A terminal speaks for its device from now on. */
  arrived(deviceId: string): void {
    this.mute.delete(deviceId);
    this.arrivals.add(deviceId);
    this.timer ??= setTimeout(() => void this.greet(), GATHER_MS).unref();
  }

  /** Something came from a terminal. Called for every frame. */
  heard(deviceId: string): void {
    if (this.mute.size === 0 || !this.mute.delete(deviceId)) return;
    // it may be the late answer to what would go out again
    setTimeout(() => this.serve([deviceId]), GATHER_MS).unref();
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
        await this.hearing.get(deviceId);
        const command = await this.store.take(deviceId, this.name);
        if (!command) return;
        await this.tell(command);
        const session = this.gateway.sessions.get(deviceId);
        if (session) await this.untilNext(command, session);
        else await this.note(command, { what: 'lost', unsent: true }, { told: true });
        // it could not go out over a connection that ends just now: the next one takes it
        if (command.state === instructionSending.queued && this.gateway.sessions.get(deviceId) === session) return;
      }
    } catch (error) {
      // what is under way is ended by whoever looks for overdue ones
      this.gateway.trouble(error, 'command not sent');
    }
  }

  /** Sends a command and waits until the next one may follow: it is settled, or it is a question that waits for its driver now. */
  private async untilNext(command: TakenCommand, session: Terminal): Promise<void> {
    if (command.kind !== 'question') return this.send(command, session);
    await new Promise<void>((taken, failed) => {
      this.send(command, session, taken).then(() => {
        taken();
        // another question may have waited for this one
        this.serve([session.deviceId]);
      }, failed);
    });
  }

  /** Sends a command and waits until it is settled, for this connection. `taken` is told when it is written down that the terminal has accepted it. */
  private async send(command: TakenCommand, session: Terminal, taken?: () => void): Promise<void> {
    if (command.strayed) {
      await this.note(command, { what: 'blocked', cause: command.strayed }, { told: true });
      return;
    }
    if (command.kind === 'cut' && !command.slow) {
      await this.note(command, { what: 'blocked', cause: 'moving' }, { told: true });
      return;
    }
    let said: Said | CommandCause;
    const went: WentOut[] = [];
    const told: { sent?: SentMessage; out?: true } = {};
    const wentOut = (id: number, { first, count }: Serials, { no, of }: Place): void => {
      told.out = true;
      went.push({ attempt: command.attempts, no, of, msgId: hexOf(id), first, packages: count });
      if (told.sent) this.keepSent(command, went, told.sent);
    };
    try {
      said = await this.say(command, session, { ...this.wishOf(command, session.deviceId, taken), wentOut });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      said = 'unfit';
    }
    if (typeof said === 'string') {
      await this.note(command, { what: 'blocked', cause: said }, { told: true });
      return;
    }
    const { sent, ending } = said;
    told.sent = sent;
    if (went.length > 0) this.keepSent(command, went, sent);
    const outcome = await ending;
    if (outcome.what === 'lost' && !told.out) {
      await this.note(command, { what: 'lost', unsent: true }, { told: true });
      return;
    }
    // the terminal starts again with its new firmware: what became of it comes over the next connection
    if (outcome.what === 'lost' && command.kind === 'upgrade' && command.state === instructionSending.acknowledged)
      return;
    if (outcome.what === 'silent' && !outcome.heard) this.mute.add(session.deviceId);
    await this.note(command, this.eventOf(outcome, command), { ...notedOf(outcome), sent, went, told: true });
  }

  /** Writes down the messages of `went` that have gone out, before anything that comes of them, and takes them out: what is left is written with the next ones. */
  private keepSent(command: TakenCommand, went: WentOut[], sent: SentMessage): void {
    const before = this.writing.get(command) ?? Promise.resolve();
    const turn = before
      .then(async () => {
        const now = [...went];
        if (now.length === 0) return;
        await this.store.noteSent(command, now, now[0]?.no === 1 ? sent : undefined);
        went.splice(0, now.length);
      })
      .catch((error: unknown) => this.gateway.trouble(error, 'serials of a command not written'));
    this.writing.set(command, turn);
  }

  /** What is awaited of a command, whatever its message. */
  private wishOf(command: TakenCommand, deviceId: string, taken?: () => void): Omit<SayWish, 'wentOut'> {
    const { answerS, resultS } = paceOf(command.order);
    return {
      ...(hasBody(command.order) ? { answerMs: answerS * SECOND_MS } : {}),
      resultMs: resultS * SECOND_MS,
      accepted: () => void this.note(command, { what: 'accepted', more: true }, { waitS: resultS }).then(taken),
      late: (late) => this.hear(deviceId, this.note(command, this.eventOf(late, command), notedOf(late))),
    };
  }

  /** Sends a command; answers why it cannot be sent. Throws RangeError when a value does not fit its field. */
  private async say({ order, written }: TakenCommand, session: Terminal, wish: SayWish): Promise<Said | CommandCause> {
    if (order.kind === 'write')
      return written ? sayWritten(writtenSteps(written, session.version), session, wish) : 'unfit';
    return hasBody(order) ? this.sayBytes(order, session, wish) : this.sayFields(order, session, wish);
  }

  private sayFields(order: FieldOrder, session: Terminal, wish: SayWish): Said {
    const { id, body, answerId, also, until } = stepOf(this.opened(order), session.version);
    const ending = session.converse(id, body, { ...alone(wish, id), answerId, also, until });
    // what was kept encrypted is not kept in what was sent either
    const shown = stepOf(order, session.version).body;
    return { ending, sent: sentOf(id, encodeBody(id, shown, session.version)) };
  }

  /** An order as it goes out: with the passwords that are kept encrypted. Throws RangeError when they cannot be read any more. */
  private opened(order: FieldOrder): FieldOrder {
    if (order.kind !== 'control' || order.sealed === undefined) return order;
    const { unseal } = this.gateway;
    if (!unseal) throw new RangeError('nothing encrypted can be read here');
    try {
      return { ...order, args: unseal(order.sealed) };
    } catch (error) {
      this.gateway.trouble(error, 'password of a command not readable');
      throw new RangeError('sealed with a key that is no longer known');
    }
  }

  /** Sends a body that is there already, or the firmware of a package; answers why it cannot be sent. */
  private async sayBytes(order: BodyOrder, session: Terminal, wish: SayWish): Promise<Said | CommandCause> {
    if (order.kind === 'custom') {
      const body = fromHex(order.hex);
      const answerId = order.answerId ?? undefined;
      return {
        ending: session.converseBytes(order.msgId, body, { ...alone(wish, order.msgId), answerId }),
        sent: sentOf(order.msgId, body),
      };
    }
    const firmware = await this.gateway.firmware?.load(order.packageId);
    if (!firmware) return 'noFile';
    const body = upgradeBodyOf(firmware, session.version);
    const ending = session.converseBytes(msgId.upgradePackage, body, {
      ...alone(wish, msgId.upgradePackage),
      answerId: msgId.upgradeResult,
      also: (message) => message.id === msgId.upgradeProgress && message.body.step in upgradeEnds,
    });
    return { ending, sent: sentOf(msgId.upgradePackage, body) };
  }

  /** A terminal told what became of an upgrade. */
  upgraded(deviceId: string, { result }: UpgradeResult): void {
    void this.noteUpgrade(deviceId, () => true, { cause: upgradeFault(result), answer: { result } });
  }

  /** A terminal told how far an upgrade has come. */
  upgrades(deviceId: string, progress: UpgradeProgress): void {
    const { upgradeSerial, step } = progress;
    const isOf = ({ wentOut }: SentCommand): boolean =>
      upgradeSerial === 0 || wentOut.some(({ first, packages }) => holds({ first, count: packages }, upgradeSerial));
    const cause = step in upgradeEnds ? progressFault(progress) : 'goesOn';
    void this.noteUpgrade(deviceId, isOf, { cause, answer: progressOf(progress) });
  }

  /** Writes what a terminal told of its upgrade, when it is the one that `isOf` knows; `goesOn`: it is not over yet. */
  private async noteUpgrade(
    deviceId: string,
    isOf: (command: SentCommand) => boolean,
    { cause, answer }: { cause: CommandCause | null | 'goesOn'; answer: unknown },
  ): Promise<void> {
    try {
      const command = await this.store.upgrading(deviceId);
      if (!command || !isOf(command)) return;
      if (cause === 'goesOn') {
        if (await this.store.noteProgress(command, answer)) await this.tell(command);
        return;
      }
      await this.note(command, cause ? { what: 'answered', cause } : { what: 'answered' }, { answer });
      this.serve([deviceId]);
    } catch (error) {
      this.gateway.trouble(error, 'result of an upgrade not written');
    }
  }

  /** A terminal answered what nobody has asked on its connection. */
  answeredLate(deviceId: string, version: HeaderVersion, answer: LateAnswer): void {
    if (this.stopped || !this.lateLooks.allow(deviceId, answer)) return;
    void this.noteLate(deviceId, version, answer);
  }

  /** A terminal is asked something beside commands. */
  askedBeside(deviceId: string, id: number, serials: Serials): void {
    this.store
      .noteOwn(deviceId, hexOf(id), serials)
      .catch((error: unknown) => this.gateway.trouble(error, 'serial of a question not written'));
  }

  private async noteLate(deviceId: string, version: HeaderVersion, answer: LateAnswer): Promise<void> {
    for (let left = LATE_TRIES; left > 0 && !this.stopped; left--) {
      const look = this.lookLate(deviceId, version, answer);
      if (left === LATE_TRIES) this.hear(deviceId, look);
      if (await look) return;
      // what its old connection, or a process that was killed, had under way is ended soon after a terminal has come
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS).unref());
    }
  }

  /** Holds an answer against what went out lately; false when that has to be done again later. */
  private async lookLate(deviceId: string, version: HeaderVersion, answer: LateAnswer): Promise<boolean> {
    try {
      // between look and note whoever ends the old connection may change the command
      for (let left = LOOK_TRIES; left > 0; left--) {
        const fit = lateFit(await this.store.sentLately(deviceId), answer, version);
        if (fit === 'later') return false;
        if (!fit || (await this.note(fit.command, this.eventOf(fit.outcome, fit.command), notedOf(fit.outcome)))) break;
      }
    } catch (error) {
      this.gateway.trouble(error, 'late answer to a command not written');
    }
    return true;
  }

  /** Nothing more goes out to a device before an answer of it is written. */
  private hear(deviceId: string, writing: Promise<unknown>): void {
    const all = Promise.all([this.hearing.get(deviceId), writing]).finally(() => {
      if (this.hearing.get(deviceId) === all) this.hearing.delete(deviceId);
    });
    this.hearing.set(deviceId, all);
  }

  private eventOf(outcome: Outcome, { order }: TakenCommand): CommandEvent {
    switch (outcome.what) {
      case 'accepted':
        return { what: 'accepted', more: paceOf(order).answered };
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

  /** Writes what an event makes of a command, after what was noted of it before; false when it makes nothing of it. While the database is away it is tried again for a minute. */
  private note(command: TakenCommand, event: CommandEvent, more?: Noted): Promise<boolean> {
    const turn = (this.writing.get(command) ?? Promise.resolve()).then(async () => {
      for (let left = NOTE_TRIES; left > 0; left--)
        try {
          const isWritten = await this.store.note(command, event, more);
          if (isWritten) await this.tell(command);
          return isWritten;
        } catch (error) {
          this.gateway.trouble(error, 'state of a command not written');
          if (this.stopped) return false;
          await new Promise((resolve) => setTimeout(resolve, SECOND_MS).unref());
        }
      return false;
    });
    this.writing.set(command, turn);
    return turn;
  }

  private tell({ id, clientId, vehicleId, userId }: ChangedCommand): Promise<void> {
    return this.gateway.bus.publish('commandChanged', vehicleId ?? id, { clientId, vehicleId, commandId: id, userId });
  }
}

const notedOf = (outcome: Outcome): Noted =>
  outcome.what === 'answered' ? { answer: answerOf(outcome.message, outcome.data) } : {};
