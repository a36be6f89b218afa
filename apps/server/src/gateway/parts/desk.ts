import { crc32 } from 'node:zlib';
import { concatBytes, u32At } from '@tongda/protocol/bytes';
import { msgId } from '@tongda/protocol/jt808/codec';
import type { Header } from '@tongda/protocol/jt808/header';
import type { Gateway, KeptParts } from '../server';
import { messageOf, missingOf } from './place';
import type { OpenMessage, Part, PartStore, PartTaker } from './store';

/** How large a message in packages may be. */
const MAX_PACKAGES = 1024;
const MAX_BYTES = 8 * 1024 * 1024;
/** Messages that are put together at the same time, all terminals together: what they need of memory is bounded by it. */
const MAX_AT_ONCE = 4;
/** Packages of a terminal that are written at a time. */
const MAX_BATCH = 64;
/** How often missing packages are asked for; each time they have twice as long. */
const MOST_ASKED = 3;
const MEDIA_ID_BYTES = 4;

interface Waiting {
  header: Header;
  part: Part;
  taker: PartTaker;
}

/**
 * Puts messages in packages together. A package is acknowledged when it is in the database, the last one like the message itself; so a restart, a
 * broken connection or another gateway process loses nothing that was acknowledged. In memory are only packages on their way to the database, whose number
 * the connection bounds, and a few messages that are being put together.
 */
export class PartDesk implements KeptParts {
  /** Packages that wait, by device: those of one are taken in their order. */
  private readonly lines = new Map<string, Waiting[]>();
  private joining = 0;
  private readonly joiners: Array<() => void> = [];
  private stopped = false;

  constructor(
    private readonly gateway: Gateway,
    private readonly store: PartStore,
  ) {}

  /** Takes a package. Nothing is answered while the database is away, so that the terminal sends it again. */
  take(deviceId: string, header: Header, body: Uint8Array, taker: PartTaker): void {
    const { subpackage } = header;
    if (!subpackage || subpackage.total > MAX_PACKAGES) {
      taker.refused(header);
      taker.ended();
      return;
    }
    // as the database's int holds it
    const sum = crc32(body) | 0;
    const part = { no: subpackage.no, serial: header.serial, sum, body: Uint8Array.prototype.slice.call(body) };
    const waiting = { header, part, taker };
    const line = this.lines.get(deviceId);
    if (line) line.push(waiting);
    else {
      this.lines.set(deviceId, [waiting]);
      void this.work(deviceId);
    }
  }

  /** Asks for packages that are missing for a while, and gives up what is old. To be called now and then. */
  async tidy(): Promise<void> {
    if (this.stopped) return;
    try {
      for (const message of await this.store.overdue(MOST_ASKED)) {
        const session = this.gateway.sessions.get(message.deviceId);
        if (!session) continue;
        session.askMissing(message, missingOf(message.serials, message.total));
        await this.store.noteAsked(message.id, this.gateway.options.partsMs * 2 ** (message.asked + 1));
      }
      await this.store.tidy();
    } catch (error) {
      this.gateway.trouble(error, 'missing packages not asked for');
    }
  }

  stop(): void {
    this.stopped = true;
  }

  private async work(deviceId: string): Promise<void> {
    const line = this.lines.get(deviceId) ?? [];
    while (line.length > 0) {
      const batch = cutBatch(line);
      try {
        await this.takeBatch(deviceId, batch);
      } catch (error) {
        this.gateway.trouble(error, 'packages not stored');
      }
      for (const { taker } of batch) taker.ended();
    }
    this.lines.delete(deviceId);
  }

  /** Takes packages of one message id and number of packages. */
  private async takeBatch(deviceId: string, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const { msgId: id, subpackage } = first.header;
    const total = subpackage?.total ?? 0;
    const all = await this.store.find(deviceId, id, total);
    let open: OpenMessage | undefined;
    let fresh: Waiting[] = [];
    const keep = async (): Promise<void> => {
      if (open && fresh.length > 0) {
        const parts = fresh.map(({ part }) => part);
        await this.store.keep(open.id, parts, mediaIdIn(id, parts), this.gateway.options.partsMs);
      }
      for (const { header, taker } of fresh) taker.kept(header, null);
      fresh = [];
    };
    for (const waiting of batch) {
      const { header, part, taker } = waiting;
      const found = messageOf(all, part);
      if (found?.message !== open) await keep();
      open = found?.message;
      if (open && found?.place === 'kept') {
        await keep();
        taker.kept(header, open.done ? open.mediaId : null);
        continue;
      }
      if (!open) {
        const begun = await this.store.begin(deviceId, id, total, MOST_ASKED);
        if (!begun) {
          taker.full(header);
          continue;
        }
        all.unshift(begun);
        open = begun;
      }
      open.bytes += part.body.length;
      if (open.bytes > MAX_BYTES) {
        await keep();
        await this.store.remove(open.id);
        all.splice(all.indexOf(open), 1);
        open = undefined;
        taker.refused(header);
        continue;
      }
      open.serials.set(part.no, part.serial);
      open.sums.set(part.no, part.sum);
      if (open.serials.size < total) fresh.push(waiting);
      else {
        await keep();
        await this.join(open, waiting, total);
      }
    }
    await keep();
  }

  /** Puts a message together whose last package has come, and hands it on. */
  private async join(open: OpenMessage, { header, part, taker }: Waiting, total: number): Promise<void> {
    if (this.joining >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.joiners.push(resolve));
    this.joining++;
    try {
      const bodies = (await this.store.read(open.id)).set(part.no, part.body);
      const numbers = Array.from({ length: total }, (_, i) => i + 1);
      open.done = await taker.whole(header, concatBytes(numbers.flatMap((no) => bodies.get(no) ?? [])));
      if (open.done) await this.store.finish(open.id, [part]);
      else {
        open.serials.delete(part.no);
        open.sums.delete(part.no);
      }
    } finally {
      this.joining--;
      this.joiners.shift()?.();
    }
  }
}

/** Takes from the head of a line the packages that may be written together. */
function cutBatch(line: Waiting[]): Waiting[] {
  const [first] = line;
  const isOther = ({ header }: Waiting): boolean =>
    header.msgId !== first?.header.msgId || header.subpackage?.total !== first.header.subpackage?.total;
  const end = line.findIndex((waiting, i) => i >= MAX_BATCH || isOther(waiting));
  return line.splice(0, end < 0 ? line.length : end);
}

/** Number of a photo, sound or video whose first package is among these. */
function mediaIdIn(id: number, parts: readonly Part[]): number | null {
  const first = id === msgId.mediaData ? parts.find(({ no }) => no === 1) : undefined;
  return first && first.body.length >= MEDIA_ID_BYTES ? u32At(first.body, 0) : null;
}
