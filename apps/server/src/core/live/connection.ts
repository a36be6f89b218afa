import { type LiveVehicle, liveFrame } from '@tongda/contract/core/live';
import type { WebSocket } from 'ws';
import { type EncodedVehicles, encodeVehicles, jsonFrame, positionsFrame } from './frames';

/** At most so many vehicles are sent in one frame (about 1 MB); a larger company's picture comes in several. */
const vehiclesPerFrame = 2_000;

export type LiveWebSocket = Pick<WebSocket, 'send' | 'close' | 'terminate' | 'bufferedAmount'>;

/** The connection of one browser: its sequence number, and what it still has to get because its line is slow. */
export class LiveConnection<User> {
  user: User | null = null;
  sessionId = '';
  private seq = 0;
  /** newest state of vehicles that could not be sent yet */
  private missed = new Map<string, LiveVehicle>();
  private painting = false;

  constructor(
    readonly ws: LiveWebSocket,
    private readonly maxBufferedBytes: number,
    /** when the browser last said anything */
    public heardAt = 0,
  ) {}

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

  send(frame: string): void {
    this.ws.send(frame, () => undefined);
  }

  /** Sends the reason and closes: 4403 logged in elsewhere, 4401 not logged in, 4003 no right. */
  end(code: 4401 | 4403 | 4003, msg: string): void {
    this.send(jsonFrame(code === 4403 ? liveFrame.kicked : liveFrame.error, { code, msg }));
    this.ws.close(code, '');
  }
}
