import type { Message, RawMessage } from '@tongda/protocol/jt808/codec';
import type { GeneralReply } from '@tongda/protocol/jt808/messages/session/0001';
import { replyResult } from '@tongda/protocol/jt808/messages/session/0001';

/** What came of a message to a terminal, with the serial that it had. */
export type Outcome =
  /** the general reply said yes, and nothing else was awaited */
  | { what: 'accepted'; serial: number }
  | { what: 'refused'; cause: 'refused' | 'damaged' | 'unsupported'; serial: number }
  /** the awaited message came */
  | { what: 'answered'; message: Message | RawMessage; data: Uint8Array; serial: number }
  /** the awaited state was reported */
  | { what: 'followed'; serial: number }
  /** nothing in time; `heard`: other messages came, so the link is alive */
  | { what: 'silent'; heard: boolean; serial: number }
  /** the connection ended first */
  | { what: 'lost'; serial?: number };

/** A state of the status word of reports (0x0200): one of the bits of `mask` is set, or none is. */
export interface AwaitedState {
  mask: number;
  on: boolean;
}

/** What is awaited of a message beside the general reply. */
export interface Wish {
  /** the message that carries the result */
  answerId?: number;
  /** another message that shows the result as well */
  also?: (message: Message) => boolean;
  /** the result shows in the status word of reports after the general reply */
  until?: AwaitedState;
  /** how long the general reply may take, ms; absent: as usual */
  answerMs?: number;
  /** how long the result may take after the general reply, ms */
  resultMs: number;
  /** it goes out with these serials */
  begun?: (serials: Serials) => void;
  /** the general reply said yes, the result is still to come */
  accepted: () => void;
  /** an answer after `silent` was told, once */
  late: (outcome: Outcome) => void;
}

/** The serials of the packages of a message: so many, from the first on. */
export interface Serials {
  first: number;
  count: number;
}
export const holds = ({ first, count }: Serials, serial: number): boolean => ((serial - first) & 0xffff) < count;

const nothing = new Uint8Array(0);

interface Talk {
  id: number;
  serials: Serials;
  serial: number;
  wish: Wish;
  /** epoch ms */
  sentAt: number;
  /** number of frames of the terminal when it was sent */
  heardBefore: number;
  accepted: boolean;
  /** which packages were acknowledged before the last one: none, the first alone, or others too */
  begun: 'none' | 'first' | 'more';
  settle: (outcome: Outcome) => void;
  timer: NodeJS.Timeout;
}

/** Talks that ended without an answer and may still get one. */
const PAST = 8;
/** Questions of a connection that are remembered whatever became of them: a second answer belongs to them. */
const BEGUN = 64;
/** Clocks of terminals are set by satellites: a report dated so long before the sending, ms, says how things were before. */
const SKEW_MS = 30_000;

const causes: Readonly<Record<number, 'damaged' | 'unsupported'>> = {
  [replyResult.badMessage]: 'damaged',
  [replyResult.unsupported]: 'unsupported',
};
/** What a general reply says that is not a yes. */
export const refusalOf = (result: number): 'refused' | 'damaged' | 'unsupported' => causes[result] ?? 'refused';

/**
 * What is being asked of one terminal on one connection. Answers are matched by the serial of the question, which means something on this connection
 * only: one with another serial, or to another message, belongs to nothing and is left alone.
 */
export class Talks {
  private readonly open = new Set<Talk>();
  private past: Talk[] = [];
  private begun: Serials[] = [];
  /** Frames that came from the terminal. */
  private heardCount = 0;

  constructor(
    private readonly patienceMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  heard(): void {
    this.heardCount++;
  }

  /** Whether something was asked here with this serial. */
  hasAsked(serial: number): boolean {
    return this.begun.some((serials) => holds(serials, serial));
  }

  begin(id: number, serials: Serials, wish: Wish): Promise<Outcome> {
    this.begun = [...this.begun.slice(1 - BEGUN), serials];
    // from now on a state of these bits that is reported may be the doing of this one
    const mask = wish.until?.mask ?? 0;
    if (mask !== 0) this.past = this.past.filter((talk) => ((talk.wish.until?.mask ?? 0) & mask) === 0);
    return new Promise((resolve) => {
      const serial = (serials.first + serials.count - 1) & 0xffff;
      const talk: Talk = {
        id,
        serials,
        serial,
        wish,
        sentAt: this.now(),
        heardBefore: this.heardCount,
        accepted: false,
        begun: 'none',
        settle: (outcome) => {
          clearTimeout(talk.timer);
          this.open.delete(talk);
          resolve(outcome);
        },
        timer: this.startTimer(() => talk, wish.answerMs ?? this.patienceMs),
      };
      this.open.add(talk);
      wish.begun?.(serials);
    });
  }

  /** Takes a general reply; false when it belongs to nothing here. */
  replied({ replySerial, replyId, result }: GeneralReply): boolean {
    const fits = ({ id, serials }: Talk): boolean => id === replyId && holds(serials, replySerial);
    const talk = [...this.open].find(fits);
    if (talk) {
      this.reply(talk, replySerial, result);
      return true;
    }
    const late = this.past.find(fits);
    if (!late) return false;
    const { serial } = late;
    if (result !== replyResult.ok) this.tellLate(late, { what: 'refused', cause: refusalOf(result), serial });
    else if (late.wish.answerId === undefined && !late.wish.until) this.tellLate(late, { what: 'accepted', serial });
    return true;
  }

  /** Takes a message that shows that the terminal has taken the question with this serial (0: it does not say which) and works at it. */
  worksAt(id: number, serial: number): void {
    const talk = [...this.open].find((one) => one.id === id && (serial === 0 || holds(one.serials, serial)));
    if (!talk) return;
    if (talk.accepted) this.awaitResult(talk);
    else this.reply(talk, talk.serial, replyResult.ok);
  }

  /** The result of a message may take its time from now on. */
  private awaitResult(talk: Talk): void {
    clearTimeout(talk.timer);
    talk.timer = this.startTimer(() => talk, talk.wish.resultMs);
  }

  private reply(talk: Talk, replySerial: number, result: number): void {
    const { serial, wish } = talk;
    if (result !== replyResult.ok) {
      talk.settle({ what: 'refused', cause: refusalOf(result), serial });
      return;
    }
    // of a message in packages the reply to the last one counts
    if (replySerial !== serial) {
      talk.begun = replySerial === talk.serials.first && talk.begun !== 'more' ? 'first' : 'more';
      return;
    }
    if (talk.accepted) return;
    if (wish.answerId === undefined && !wish.until) {
      talk.settle({ what: 'accepted', serial });
      return;
    }
    talk.accepted = true;
    this.awaitResult(talk);
    wish.accepted();
  }

  /** Nothing is asked, and nothing was asked that may still get an answer: so it is nearly always. */
  get idle(): boolean {
    return this.open.size === 0 && this.past.length === 0;
  }

  /** Whether a message of this id answers something that is, or was, asked. */
  awaits(messageId: number): boolean {
    return [...this.open, ...this.past].some(({ wish }) => wish.answerId === messageId);
  }

  /**
   * Takes a message that is the answer to the question with this serial; null: the message does not say to which. Some terminals answer with serial 0
   * whatever they were asked. Answers whether the message belongs to something.
   */
  answered(
    message: Message | RawMessage,
    replySerial: number | null,
    { id = message.id, data = nothing }: { id?: number | null; data?: Uint8Array } = {},
  ): boolean {
    const asks = ({ wish }: Talk): boolean =>
      wish.answerId === id || (message.id !== null && wish.also?.(message) === true);
    const fits = (talk: Talk): boolean => asks(talk) && (replySerial === null || holds(talk.serials, replySerial));
    const open = [...this.open];
    const talk = open.find(fits) ?? (replySerial === 0 ? open.find(asks) : undefined);
    if (talk) {
      talk.settle({ what: 'answered', message, data, serial: talk.serial });
      return true;
    }
    const late = this.past.find(fits);
    if (late) this.tellLate(late, { what: 'answered', message, data, serial: late.serial });
    return late !== undefined;
  }

  /**
   * Takes the status word of a report made at `time` (epoch ms; null: its date is impossible). Terminals send what they had stored mixed with what is now: a report of
   * before the sending shows no result. One that follows after the patience shows it late: with the ignition off many report every few minutes only.
   */
  told(statusBits: number, time: number | null): void {
    if (time === null || this.idle) return;
    const shows = ({ accepted, sentAt, wish: { until } }: Talk): boolean =>
      accepted && time >= sentAt - SKEW_MS && until !== undefined && ((statusBits & until.mask) !== 0) === until.on;
    for (const talk of this.open) if (shows(talk)) talk.settle({ what: 'followed', serial: talk.serial });
    for (const talk of this.past.filter(shows)) this.tellLate(talk, { what: 'followed', serial: talk.serial });
  }

  /** The connection has closed, or another one has taken the terminal over. */
  gone(): void {
    for (const talk of [...this.open]) talk.settle({ what: 'lost', serial: talk.serial });
    this.past = [];
  }

  private startTimer(of: () => Talk, ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const talk = of();
      // some terminals answer only the first package of a long message; one that answered others too has not had all of it
      if (talk.begun === 'first' && talk.wish.answerId === undefined && !talk.wish.until) {
        talk.settle({ what: 'accepted', serial: talk.serial });
        return;
      }
      this.past = [...this.past.slice(1 - PAST), talk];
      talk.settle({ what: 'silent', heard: this.heardCount > talk.heardBefore, serial: talk.serial });
    }, ms).unref();
  }

  private tellLate(talk: Talk, outcome: Outcome): void {
    this.past = this.past.filter((other) => other !== talk);
    talk.wish.late(outcome);
  }
}
