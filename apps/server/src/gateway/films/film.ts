import { box, numbers, text, u16, u32, u64 } from './boxes';
import type { Codec, Sets, Shape } from './codec';
import { codecs, sampleEntry } from './codecs';
import { ShownOrder } from './shown-order';
import { type Source, type Unit, unitsOf } from './units';

/** Of a film that does not say how fast it is. */
const USUAL_FPS = 25;
const FASTEST_FPS = 120;
/** Ticks of the track and of the film in a second. */
const TRACK_SCALE = 90_000;
const FILM_SCALE = 1_000;
/** Parameter sets are short; a film has no more units than of an hour. Whatever has more is no film. */
const MOST_SET_BYTES = 4096;
const MOST_UNITS = 100_000;
/** Parameter sets of one type that are read; those that come again before the first key count too. An avcC box has room for 31. */
const MOST_SETS = 16;
const SMALLEST = 16;
const LARGEST = 8192;
const PIECE_BYTES = 256 * 1024;
/** Length in front of each unit. */
const PREFIX = 4;

/** An MP4 in the making: what stands before its pictures is in memory, the pictures are read when it is. */
export interface Film {
  sizeBytes: number;
  bytes(): AsyncGenerator<Uint8Array>;
}

/** Pictures as they lie in the film: where their units are, bytes of each, which are keys. */
interface Pictures {
  /** of each unit; two lists of numbers, as a film of an hour has many */
  places: number[];
  lengths: number[];
  sizes: number[];
  keys: number[];
}

/**
 * An MP4 with the pictures of a raw film (H.264 or H.265 with start codes), as they are: nothing is decoded. Browsers play it while it loads. Null when it is no such film. What is kept in memory are places and
 * lengths, some bytes for each picture; the film itself is read in pieces, twice.
 */
export async function filmOf(source: Source): Promise<Film | null> {
  for (const codec of codecs) {
    const found = await look(source, codec);
    if (found) return wrap(source, codec, found);
  }
  return null;
}

/** Gathers the pictures of a film, one unit after another. */
class Gathering {
  readonly sets = new Map<number, Uint8Array[]>();
  readonly pictures: Pictures = { places: [], lengths: [], sizes: [], keys: [] };
  /** a parameter set came after the first key that was none of those before it */
  changes = false;
  /** one came that is among several of its type: which of them is in force then may change */
  private mayChoose = false;
  /** units that are parameter sets which come again as the only one of their type, and the picture of each (from 0) */
  private readonly again: Array<{ unit: number; picture: number }> = [];
  private order: ShownOrder | null = null;
  /** units since the last part of a picture: the next part begins one */
  private isBetween = true;
  private readonly came = new Map<number, number>();

  constructor(private readonly codec: Codec) {}

  /** Whether a unit is a parameter set before the first key: a player has to know it from the beginning. */
  wants(type: number): boolean {
    if (!this.codec.sets.includes(type) || this.pictures.sizes.length > 0) return false;
    const count = (this.came.get(type) ?? 0) + 1;
    this.came.set(type, count);
    return count <= MOST_SETS;
  }

  /** Whether a unit is a parameter set behind the first key: a player has to look for it there when it is another one. */
  mayChange(type: number): boolean {
    return !this.changes && this.codec.sets.includes(type) && this.pictures.sizes.length > 0;
  }

  /** Looks at such a set and takes its unit. */
  meet(unit: Unit, set: Uint8Array): void {
    const known = this.sets.get(this.codec.typeOf(unit.head)) ?? [];
    const isKnown = known.some((one) => Buffer.compare(one, set) === 0);
    this.changes ||= !isKnown;
    this.mayChoose ||= isKnown && known.length > 1;
    this.take(unit);
    const { places, sizes } = this.pictures;
    if (isKnown && known.length === 1) this.again.push({ unit: places.length - 1, picture: sizes.length - 1 });
  }

  /** Parameter sets lie among the pictures. */
  get inBand(): boolean {
    return this.changes || this.mayChoose;
  }

  /** Where no other set comes, leaves those out that only come again: a film that is described in front has none among its pictures (ISO/IEC 14496-15 5.3.2). */
  leaveOut(): void {
    if (this.changes || this.again.length === 0) return;
    const { places, lengths, sizes } = this.pictures;
    const out = new Set(this.again.map(({ unit }) => unit));
    for (const { unit, picture } of this.again) sizes[picture] = (sizes[picture] ?? 0) - PREFIX - (lengths[unit] ?? 0);
    const isLeft = (_: number, unit: number): boolean => !out.has(unit);
    this.pictures.places = places.filter(isLeft);
    this.pictures.lengths = lengths.filter(isLeft);
    // sets at the end, with no picture behind them
    if (sizes.at(-1) === 0) sizes.pop();
  }

  /** By how many pictures each is shown later than it comes; null: they are shown as they come. What the order is told by may change with the sets. */
  get delays(): number[] | null {
    return this.changes ? null : (this.order?.delays() ?? null);
  }

  /** Notes a parameter set; one that comes again is known. */
  know(type: number, set: Uint8Array): void {
    const others = (this.sets.get(type) ?? []).filter((known) => Buffer.compare(known, set) !== 0);
    this.sets.set(type, [...others, set]);
  }

  get isDescribed(): boolean {
    return this.sets.size === this.codec.sets.length;
  }

  /** Takes a unit; what comes before the first key of a film that is described cannot be shown. */
  take(unit: Unit): void {
    const { sizes, keys, places, lengths } = this.pictures;
    const part = this.codec.pictureOf(unit.head);
    if (!this.isDescribed || (sizes.length === 0 && !part?.isKey)) return;
    const begins = !this.isBetween && (part ? part.begins : this.codec.precedes(this.codec.typeOf(unit.head)));
    if (sizes.length === 0 || begins) {
      sizes.push(0);
      this.isBetween = true;
    }
    if (part && this.isBetween) this.showsFrom(unit.peek);
    if (part) this.isBetween = false;
    const no = sizes.length;
    if (part?.isKey && keys.at(-1) !== no) keys.push(no);
    places.push(unit.at);
    lengths.push(unit.length);
    sizes[no - 1] = (sizes[no - 1] ?? 0) + PREFIX + unit.length;
  }

  /** The first part of a picture, of which the sets are known. */
  private showsFrom(peek: Uint8Array): void {
    if (this.pictures.sizes.length === 1) this.order = orderOf(this.codec, this.sets);
    this.order?.take(peek);
  }
}

/** What was found in a film. */
type Found = Pick<Gathering, 'sets' | 'inBand' | 'pictures' | 'delays'> & { shape: Shape };

async function look(source: Source, codec: Codec): Promise<Found | null> {
  const gathering = new Gathering(codec);
  let count = 0;
  for await (const unit of unitsOf(source, codec.headBytes)) {
    if (++count > MOST_UNITS) return null;
    const type = codec.typeOf(unit.head);
    if (gathering.wants(type)) {
      if (unit.length > MOST_SET_BYTES) return null;
      gathering.know(type, await source.read(unit.at, unit.length));
    } else if (gathering.mayChange(type)) {
      const { at, length, peek } = unit;
      gathering.meet(unit, length > peek.length ? await source.read(at, Math.min(length, MOST_SET_BYTES)) : peek);
      continue;
    }
    gathering.take(unit);
  }
  gathering.leaveOut();
  const shape = gathering.pictures.sizes.length > 0 ? shapeOf(codec, gathering.sets) : null;
  return shape && Object.assign(gathering, { shape });
}

/** Size and speed of a film; null when they cannot be. */
function shapeOf(codec: Codec, sets: Sets): Shape | null {
  try {
    const shape = codec.shapeOf(sets.get(codec.sequence)?.at(-1) ?? new Uint8Array());
    const fits = (pixels: number): boolean => pixels >= SMALLEST && pixels <= LARGEST;
    return fits(shape.width) && fits(shape.height) ? shape : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** How the order of pictures is told; null when it is that in which they come, or the sets are damaged. */
function orderOf(codec: Codec, sets: Sets): ShownOrder | null {
  try {
    const ordering = codec.orderIn(sets);
    return ordering && new ShownOrder(ordering);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Composition times: how many ticks after its own turn each picture is shown, those in a row with the same in one line (ISO/IEC 14496-12 8.6.1.3, version 1: may be below 0). */
function shownLater(delays: readonly number[] | null, tick: number): Uint8Array[] {
  if (!delays) return [];
  const lines: number[] = [];
  let last: number | undefined;
  for (const delay of delays) {
    if (delay === last) lines[lines.length - 2] = (lines.at(-2) ?? 0) + 1;
    else lines.push(1, (delay * tick) >>> 0);
    last = delay;
  }
  return [box('ctts', u32(0x100_0000, lines.length / 2), numbers(lines))];
}

const fpsOf = ({ fps }: Shape): number => (fps !== null && fps >= 1 && fps <= FASTEST_FPS ? fps : USUAL_FPS);

/** No turn, no stretch: the matrix of a track and of a film. */
const matrix = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);

/** What a player reads first: how to decode, where the pictures lie, how long each is shown. */
function indexOf(offset: number, codec: Codec, found: Found): Uint8Array {
  const { shape, delays } = found;
  const { sizes, keys } = found.pictures;
  const fps = fpsOf(shape);
  const tick = Math.round(TRACK_SCALE / fps);
  const length = Math.round((sizes.length * FILM_SCALE) / fps);
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), sampleEntry(codec, found, shape)),
    box('stts', u32(0, 1, sizes.length, tick)),
    ...shownLater(delays, tick),
    box('stss', u32(0, keys.length), numbers(keys)),
    box('stsc', u32(0, 1, 1, sizes.length, 1)),
    box('stsz', u32(0, 0, sizes.length), numbers(sizes)),
    box('stco', u32(0, 1, offset)),
  );
  const media = box(
    'mdia',
    // version 1: long films have more ticks than 32 bits hold
    box('mdhd', u32(0x100_0000, 0, 0, 0, 0, TRACK_SCALE), u64(sizes.length * tick), u16(0x55c4, 0)),
    box('hdlr', u32(0, 0), text('vide'), u32(0, 0, 0), Uint8Array.of(0)),
    box('minf', box('vmhd', u32(1, 0, 0)), box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))), table),
  );
  const size = u32(shape.width * 0x1_0000, shape.height * 0x1_0000);
  return box(
    'moov',
    box(
      'mvhd',
      u32(0, 0, 0, FILM_SCALE, length, 0x1_0000),
      u16(0x100, 0),
      u32(0, 0),
      matrix,
      new Uint8Array(24),
      u32(2),
    ),
    box('trak', box('tkhd', u32(3, 0, 0, 1, 0, length, 0, 0, 0, 0), matrix, size), media),
  );
}

/**
 * What a player has to know of to read the film (ISO/IEC 14496-12 annex E): iso4 where pictures are shown earlier than they come, which players of the
 * brands before it take for a very long time.
 */
function kindOf({ entry }: Codec, { inBand, delays }: Pick<Found, 'inBand' | 'delays'>): Uint8Array {
  const [major, others] = delays ? ['iso4', 'iso4'] : ['isom', 'isomiso2'];
  return box('ftyp', text(major), u32(0x200), text(`${others}${inBand ? '' : entry}mp41`));
}

function wrap(source: Source, codec: Codec, gathered: Found): Film {
  const { sets, inBand, shape, pictures, delays } = gathered;
  // told once, as it is sorted out
  const found = { sets, inBand, shape, pictures, delays };
  const kind = kindOf(codec, found);
  const index = (offset: number): Uint8Array => indexOf(offset, codec, found);
  const start = kind.length + index(0).length + 8;
  const length = pictures.sizes.reduce((sum, size) => sum + size, 0);
  return {
    sizeBytes: start + length,
    async *bytes() {
      yield Buffer.concat([kind, index(start), u32(length + 8), text('mdat')]);
      yield* unitsIn(source, pictures);
    },
  };
}

/** The units with their lengths in front, in chunks of about a piece each: many short ones are read at once, a long one in several goes. */
async function* unitsIn(source: Source, { places, lengths }: Pictures): AsyncGenerator<Uint8Array> {
  const at = (i: number): number => places[i] ?? 0;
  const end = (i: number): number => at(i) + (lengths[i] ?? 0);
  for (let first = 0, next = 0; first < places.length; first = next) {
    const from = at(first);
    for (next = first + 1; next < places.length && end(next) - from <= PIECE_BYTES; ) next++;
    if (end(first) - from > PIECE_BYTES) {
      yield u32(end(first) - from);
      for (let piece = from; piece < end(first); piece += PIECE_BYTES)
        yield await source.read(piece, Math.min(PIECE_BYTES, end(first) - piece));
    } else yield withLengths(await source.read(from, end(next - 1) - from), from, { places, lengths }, first, next);
  }
}

/** The units from one to before another, out of bytes that were read from a place on. */
function withLengths(
  read: Uint8Array,
  from: number,
  { places, lengths }: Pick<Pictures, 'places' | 'lengths'>,
  first: number,
  next: number,
): Uint8Array {
  const bytes = lengths.slice(first, next).reduce((sum, length) => sum + PREFIX + length, 0);
  const out = Buffer.alloc(bytes);
  let to = 0;
  for (let i = first; i < next; i++) {
    const start = (places[i] ?? 0) - from;
    const length = lengths[i] ?? 0;
    to = out.writeUInt32BE(length, to);
    out.set(read.subarray(start, start + length), to);
    to += length;
  }
  return out;
}
