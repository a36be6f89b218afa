import type { ForwardProtocol } from '@tongda/contract/rules/forwarding/enums';
import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';

/** A platform that data are told to, as its link needs it. */
export interface LinkTarget {
  id: string;
  protocol: ForwardProtocol;
  address: string;
  account: string;
  /** '' = none */
  secret: string;
  /** the program that subscribes, with its secrets that are good (the current one first, ms since 1970 until when); null: none */
  app: { appKey: string; secrets: ReadonlyArray<{ secret: string; until: number }> } | null;
  options: { topic?: string; centerId?: number | null; m1?: number | null; ia1?: number | null; ic1?: number | null };
  /** places are told in GCJ-02 */
  shifted: boolean;
}

/** A report as the outbox holds it. What the target is not told is absent; what the terminal does not know is null. */
export interface Report {
  plateNo: string;
  /** vehicleColor */
  color: number;
  terminalNo: string;
  /** what programs are told: a customer's code for the vehicle at that time, '' for none */
  extCode?: string;
  late: boolean;
  position?: {
    located: boolean;
    /** WGS-84; null without a fix */
    lng: number | null;
    lat: number | null;
    altitudeM: number | null;
    speedKmh: number | null;
    recorderSpeedKmh: number | null;
    directionDeg: number | null;
    acc: boolean;
    odometerM: number | null;
    alarmBits: number;
    statusBits: number;
  };
  /** by channel: the first entry is probe 1 */
  temperature?: { tempC: Array<number | null> | null; humPct: Array<number | null> | null };
}
/** An alarm as the outbox holds it. */
export interface AlarmTold {
  plateNo: string;
  color: number;
  terminalNo: string;
  /** as of a report */
  extCode?: string;
  alarm: AlarmMessage;
}

/** What is told, in one go. `id` grows and stays the same when it is told again: who is told drops doubles by it. Times are epoch ms. */
export type Item = { id: string; vehicleId: string; at: number } & (
  | { kind: 'report'; body: Report }
  | { kind: 'alarm'; body: AlarmTold }
);

/** A way to another platform. It connects when it is first used, and again when the connection was lost. */
export interface Link {
  /** Tells items in their order. Resolves when the other side has taken all of them, with the code of its HTTP answer where it has one; rejects with {@link LinkFailure}, and then some may have been taken. */
  send(items: readonly Item[]): Promise<number | null>;
  /** Connects and logs in, and tells nothing. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** Why something was not told. `refused`: the other side will not take it, however often it is told. */
export class LinkFailure extends Error {
  constructor(
    readonly kind: 'retry' | 'refused',
    /** sentence for the page */
    message: string,
    /** code of the answer over HTTP */
    readonly httpCode: number | null = null,
  ) {
    super(message);
  }
}

/** Patience for an answer, ms. */
export const answerMs = 10_000;

/** The promise, or a failure when it takes longer than {@link answerMs}. */
export function inTime<T>(promise: Promise<T>, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new LinkFailure('retry', sentence)), answerMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
