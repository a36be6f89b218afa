import { minuteMs } from '@tongda/contract/core/durations';
import { type LiveVehicle, liveFrame } from '@tongda/contract/core/live';
import type { WebSocket } from 'ws';
import { type EncodedVehicles, encodeVehicles, jsonFrame, positionsFrame } from './frames';

/** At most so many vehicles are sent in one frame (about 1 MB); a larger company's picture comes in several. */
const vehiclesPerFrame = 2_000;

/** A page says hello once, again when a frame was lost or it shows vehicles now, and pings every 30 s. */
const saidAMinute = 60;

export type LiveWebSocket = Pick<WebSocket, 'send' | 'close' | 'terminate' | 'bufferedAmount'>;

/** The connection of one browser: its sequence number, and what it still has to get because its line is slow. */
export class LiveConnection<User> {
  user: User | null = null;
  sessionId = '';
  /** called when it is known who listens */
  greeted: () => void = () => undefined;
  private seq = 0;
  /** newest state of vehicles that could not be sent yet */
  private missed = new Map<string, LiveVehicle>();
  private painting = false;
  /** a hello is being answered */
  greeting = false;
  /** the hello that came meanwhile; of several only the last counts */
  nextHello: string | null = null;
  /** what the browser said since `minuteFrom` */
  private said = 0;
  private minuteFrom = 0;

  constructor(
    readonly ws: LiveWebSocket,
    private readonly maxBufferedBytes: number,
    /** when the browser last said anything */
    public heardAt = 0,
  ) {}

  /** Counts what the browser says; false when it says more in a minute than any page has reason to. */
  hear(now: number): boolean {
    this.heardAt = now;
    if (now - this.minuteFrom > minuteMs) {
      this.minuteFrom = now;
      this.said = 0;
    }
    return ++this.said <= saidAMinute;
  }

  get waitsForPicture(): boolean {
    return this.painting;
  }

  /** From now on changes are held back until the whole picture has been sent. */
  expectPicture(): void {
    this.painting = true;
    this.missed.clear();
  }

  /** Sends the whole picture; what changed while it was read follows with the next turn. */
  picture(vehicles: readonly LiveVehicle[], now: number): void {
    for (let from = 0; from === 0 || from < vehicles.length; from += vehiclesPerFrame) {
      this.send(
        positionsFrame(++this.seq, from === 0, now, encodeVehicles(vehicles.slice(from, from + vehiclesPerFrame))),
      );
    }
    this.painting = false;
  }

  /** Sends the changes of one turn. On a slow line the latest of each vehicle is kept and sent when there is room again. */
  changes(vehicles: ReadonlyMap<string, LiveVehicle>, encoded: EncodedVehicles, now: number): void {
    const late = this.painting || this.ws.bufferedAmount > this.maxBufferedBytes;
    if (!late && this.missed.size === 0) {
      if (vehicles.size > 0) this.send(positionsFrame(++this.seq, false, now, encoded));
      return;
    }
    for (const [id, vehicle] of vehicles) this.missed.set(id, vehicle);
    if (late || this.missed.size === 0) return;
    const all = [...this.missed.values()];
    this.missed = new Map();
    this.send(positionsFrame(++this.seq, false, now, encodeVehicles(all)));
  }

  /** Whether the browser reads what it is sent; one that does not may not ask for more. */
  get reads(): boolean {
    return this.ws.bufferedAmount <= this.maxBufferedBytes;
  }

  send(frame: string): void {
    this.ws.send(frame, () => undefined);
  }

  /** Sends the reason and closes: 4403 logged in elsewhere, 4401 not logged in, 4003 no right, 4029 too much at once. */
  end(code: 4401 | 4403 | 4003 | 4029, msg: string): void {
    this.send(jsonFrame(code === 4403 ? liveFrame.kicked : liveFrame.error, { code, msg }));
    this.ws.close(code, '');
  }
}
