import { type AccessNote, type AccessTry, mergeTry, type SecondLink } from './access';
import type { DeviceStore, UnknownTerminal } from './devices';
import { type FirmwareTold, strongerTold, toldVersion } from './firmware-told';
import type { Heard } from './traffic';

const MAX_UNKNOWN = 1_000;
/** The last frame of an unknown terminal is kept for staff, at most so many hex digits. */
const MAX_HEX = 2_000;

/**
 * Collects what need not be stored at once (unknown terminals, when devices were last heard of and how much they sent, how they came in) and writes it a few times a minute, so
 * that ten thousand terminals that connect at once are a few statements.
 */
export class Notebook {
  private unknown = new Map<string, UnknownTerminal>();
  private seen = new Map<string, Heard>();
  /** How often what was heard has been written, or begun to be: a note of an earlier round counts no more. */
  round = 0;
  private access = new Map<string, AccessNote>();
  private seconds = new Map<string, SecondLink>();
  private firmware = new Map<string, FirmwareTold>();
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly store: DeviceStore,
    private readonly failed: (error: unknown) => void,
    everyMs: number,
  ) {
    this.timer = setInterval(() => void this.flush(), everyMs);
    this.timer.unref();
  }

  /** Counts frames of an unknown terminal. At most 1,000 numbers are noted at a time, so that a flood of invented ones does no harm. */
  noteUnknown(phoneKey: string, frames: number, hex: () => string, remote: string): void {
    const known = this.unknown.get(phoneKey);
    if (known) known.frames += frames;
    else if (this.unknown.size < MAX_UNKNOWN) {
      this.unknown.set(phoneKey, { phoneKey, frames, lastHex: hex().slice(0, MAX_HEX), remote });
    }
  }

  /** Where what comes of a terminal is added up during this {@link round}: when something came last, epoch ms, and how many bytes. */
  heardOf(deviceId: string): Heard {
    let heard = this.seen.get(deviceId);
    if (!heard) {
      heard = { at: 0, bytes: 0 };
      this.seen.set(deviceId, heard);
    }
    return heard;
  }

  /** A terminal came in, or tried to. */
  noteAccess(deviceId: string, tried: AccessTry): void {
    this.access.set(deviceId, mergeTry(this.access.get(deviceId), deviceId, tried));
  }

  /** A terminal said what its firmware is; `field` as it stands in the message. */
  noteFirmware(deviceId: string, field: string, by: FirmwareTold['by'], at: number): void {
    const version = toldVersion(field);
    if (version !== null) this.firmware.set(deviceId, strongerTold(this.firmware.get(deviceId), { version, by, at }));
  }

  /** Two connections of one terminal are alive at the same time. */
  noteSecond(second: SecondLink): void {
    this.seconds.set(second.deviceId, second);
  }

  /** Writes what was collected. Unknown terminals and versions of firmware are dropped if that fails, as the next frames and logins bring them again; how terminals came in and what they sent is kept for the next time. */
  flush(): Promise<void> {
    const { unknown, seen, access, seconds, firmware } = this;
    this.unknown = new Map();
    this.seen = new Map();
    this.round++;
    this.access = new Map();
    this.seconds = new Map();
    this.firmware = new Map();
    this.writing = this.writing.then(async () => {
      try {
        if (access.size > 0 || seconds.size > 0)
          await this.store.recordAccess([...access.values()], [...seconds.values()]);
      } catch (error) {
        this.failed(error);
        for (const [id, note] of access) if (!this.access.has(id)) this.access.set(id, note);
        for (const [id, second] of seconds) if (!this.seconds.has(id)) this.seconds.set(id, second);
      }
      try {
        if (seen.size > 0) await this.store.markHeard(seen);
      } catch (error) {
        this.failed(error);
        for (const [id, { at, bytes }] of seen) {
          const heard = this.heardOf(id);
          heard.at = Math.max(at, heard.at);
          heard.bytes += bytes;
        }
      }
      try {
        if (firmware.size > 0) await this.store.recordFirmware(firmware);
      } catch (error) {
        this.failed(error);
      }
      try {
        if (unknown.size > 0) await this.store.recordUnknown([...unknown.values()]);
      } catch (error) {
        this.failed(error);
      }
    });
    return this.writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
