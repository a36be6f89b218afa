import { u16At, u32At } from '../bytes';
import { decodeText } from '../text';
import {
  flagChannels,
  flagListChannels,
  listChannels,
  type Mapped,
  numberChannels,
  type textChannels,
} from './channels';
import type { Explained, ItemProfile, ItemRule } from './profile';
import { DOLLAR, type ItemLayout, recordsOf, tagHead, tagWidths } from './records';
import { signedWord } from './values';

/**
 * Item profiles as data: which bytes of which item hold which channel, in which unit. A profile is checked and made into readers once, so that what it
 * costs a report does not depend on where it came from.
 */

type ListChannel = (typeof listChannels)[number];
type NumberChannel = (typeof numberChannels)[number];
type FlagChannel = (typeof flagChannels)[number];
type FlagListChannel = (typeof flagListChannels)[number];
type TextChannel = (typeof textChannels)[number];
export type DescribedChannel = ListChannel | NumberChannel | FlagChannel | FlagListChannel | TextChannel | 'odometerM';

/**
 * How a value is written: unsigned, with a sign (of a word both ways of makers, see `signedWord`), as text to the end of its record, or as a signed whole
 * byte and a byte of 255ths.
 */
export const fieldForms = ['u8', 's8', 'u16', 's16', 'u32', 's32', 'text', 'whole-fraction'] as const;
export type FieldForm = (typeof fieldForms)[number];
const formWidths: Readonly<Record<FieldForm, number>> = {
  u8: 1,
  s8: 1,
  u16: 2,
  s16: 2,
  u32: 4,
  s32: 4,
  text: 1,
  'whole-fraction': 2,
};

/** One value of an item: where it is, how it is read and which channel it is. What is left out is as in {@link plain}. */
export interface DescribedRow {
  /** id of the item, 0-255 */
  item: number;
  layout?: ItemLayout;
  /** id of the part that the value is in; null in `fixed` and `list` */
  part?: number | null;
  /** bytes of the record (of the part, of one record of a list), 0 for any number; in `mask-words` the least bytes of the whole item */
  length: number;
  /** first byte of the value in its record */
  at: number;
  form: FieldForm;
  /** a value of some bits: the lowest of them and their number; null for all */
  bit?: number | null;
  bits?: number;
  /** value = what stands there * factor + plus, rounded to three decimals */
  factor?: number;
  plus?: number;
  /** words, as they stand there, by which the maker says that the probe is broken or missing, and those by which nothing is connected at all */
  none?: readonly number[];
  absent?: readonly number[];
  /** lowest and highest value that can be; others come from a broken probe */
  low?: number | null;
  high?: number | null;
  /** a state is on when this stands there; null: when anything but zero does */
  is?: number | null;
  /** null: has no channel, and is only explained to people */
  to: DescribedChannel | null;
  /** which of the channels, from 1 */
  no?: number;
  /** byte of a record of a list that has the channel's number; null: the records are in the order of the channels, from `no` */
  noAt?: number | null;
  /** what it is, in words; '' where the channel says all */
  meaning?: string;
  /** unit of a value without a channel */
  unit?: string;
}
type Whole = Required<DescribedRow>;

/** What a row means where it says nothing. */
const plain = {
  layout: 'fixed',
  part: null,
  bit: null,
  bits: 1,
  factor: 1,
  plus: 0,
  none: [],
  absent: [],
  low: null,
  high: null,
  is: null,
  no: 1,
  noAt: null,
  meaning: '',
  unit: '',
} as const satisfies Partial<DescribedRow>;
export const wholeRow = (row: DescribedRow): Whole => ({ ...plain, ...row });

export interface DescribedProfile {
  name: string;
  /** the profile whose meanings hold where this one has none: `standard`, or another described one */
  base: string;
  rows: readonly DescribedRow[];
}

const has = (names: readonly string[], name: string | null): boolean => name !== null && names.includes(name);
const isList = (to: Whole['to']): to is ListChannel => has(listChannels, to);
const isFlag = (to: Whole['to']): to is FlagChannel => has(flagChannels, to);
const isFlagList = (to: Whole['to']): to is FlagListChannel => has(flagListChannels, to);
/** Whether a channel holds states: on or off. */
const isState = (to: Whole['to']): boolean => isFlag(to) || isFlagList(to);
const isNumber = (to: Whole['to']): to is NumberChannel => has(numberChannels, to);
/** Channels of a kind that a report may have: probes, doors, and tyres of a truck with its trailer. */
export function mostChannels(to: Whole['to']): number {
  if (to === 'tyreKpa' || to === 'tyreTempC' || to === null) return 32;
  if (isFlagList(to)) return 5;
  return isList(to) ? 8 : 1;
}

/** What is wrong with a row; '' when nothing is. `field` is where. */
export interface RowFault {
  field: keyof DescribedRow;
  why: 'part' | 'beyond' | 'channel' | 'form' | 'bits' | 'record' | 'bounds';
}

/** The highest id of a part, where it has no word of its own. */
const mostParts: Readonly<Partial<Record<ItemLayout, number>>> = {
  'byte-id-first': 255,
  'mask-words': 7,
  'mask-tags': 7,
  'comma-text': 99,
  'word-id-nested': 0xffff_ffff,
};
/** Whether a row can be read as it stands. */
export function rowFault(row: DescribedRow): RowFault | null {
  const { item, layout, part, length, at, form, bit, bits, to, no, noAt, low, high } = wholeRow(row);
  if (!Number.isInteger(item) || item < 0 || item > 255) return { field: 'item', why: 'record' };
  const parted = layout !== 'fixed' && layout !== 'list';
  const mostPart = mostParts[layout] ?? 65_535;
  if (parted !== (part !== null) || (part !== null && (part < 0 || part > mostPart)))
    return { field: 'part', why: 'part' };
  const record =
    layout === 'mask-words'
      ? 2
      : layout === 'mask-tags'
        ? (tagWidths[part ?? 0] ?? 0)
        : length === 0
          ? Number.POSITIVE_INFINITY
          : length;
  if (layout === 'list' && (length === 0 || length > 255)) return { field: 'length', why: 'record' };
  if (at < 0 || at + formWidths[form] > record) return { field: 'at', why: 'beyond' };
  if (noAt !== null && (layout !== 'list' || noAt >= record)) return { field: 'noAt', why: 'beyond' };
  if (no < 1 || no > mostChannels(to)) return { field: 'no', why: 'channel' };
  const isText = to !== null && !isList(to) && !isState(to) && !isNumber(to) && to !== 'odometerM';
  // text that is a number is one (`12.47`); nothing but text is a text
  if (isText && form !== 'text') return { field: 'form', why: 'form' };
  if (bit !== null && (form === 'text' || form === 'whole-fraction' || bits < 1 || bit + bits > 8 * formWidths[form]))
    return { field: 'bit', why: 'bits' };
  return low !== null && high !== null && low > high ? { field: 'high', why: 'bounds' } : null;
}

/** The reading side of a value: where it begins in the record and which channel its record is. */
type Take = (record: Uint8Array, no: number) => Omit<Explained, 'row'> | null;

/** The profile ready to be read by; throws RangeError for a row that cannot be. */
export function readyProfile({ name, rows }: DescribedProfile, base: ItemProfile): ItemProfile {
  const items = new Map<string, Whole[]>();
  for (const given of rows) {
    const fault = rowFault(given);
    if (fault) throw new RangeError(`item ${given.item.toString(16)}: ${fault.field} ${fault.why}`);
    const row = wholeRow(given);
    // parts of an item are read in one go, whatever their lengths
    const key =
      row.part === null || row.layout === 'mask-words'
        ? `${row.item} ${row.layout} ${row.length}`
        : `${row.item} ${row.layout}`;
    items.set(key, [...(items.get(key) ?? []), row]);
  }
  return { name, base, rules: [...items.values()].flatMap((group) => ruleOf(group) ?? []) };
}

/** Reads the rows of one item and layout; null where there are none. */
function ruleOf(rows: readonly Whole[]): ItemRule | null {
  const [first] = rows;
  if (!first) return null;
  const readers = rows.map((row) => ({ row, part: row.part, length: row.length, take: takeOf(row), put: putOf(row) }));
  const fits = fitsOf(first, rows);
  const each = (
    data: Uint8Array,
    found: (reader: (typeof readers)[number], said: Omit<Explained, 'row'>) => void,
  ): void => {
    for (const reader of readers)
      recordsOf(reader.row, data, (record, no) => {
        const said = reader.take(record, no);
        if (said) found(reader, said);
      });
  };
  return {
    id: first.item,
    fits,
    // an item that is only explained stays among those that nobody reads
    silent: rows.every(({ to }) => to === null),
    read: (data, out) => each(data, ({ put }, { no, value }) => put?.(out, no, value)),
    explain: (data) => {
      const all: Explained[] = [];
      each(data, ({ row }, said) => all.push({ row, ...said }));
      return all;
    },
  };
}

function fitsOf({ layout, length }: Whole, rows: readonly Whole[]): ItemRule['fits'] {
  // a list of codes may be empty, which says that there is none any more
  const least = Math.max(...rows.map(({ at, form, to }) => at + (to === 'faultCodes' ? 0 : formWidths[form])));
  const most = Math.max(...rows.map(({ to, noAt }) => (noAt === null ? mostChannels(to) : 255)));
  switch (layout) {
    case 'fixed':
      return length === 0 ? (data) => data.length >= least : length;
    case 'list':
      return (data) => data.length > 0 && data.length % length === 0 && data.length / length <= most;
    case 'mask-words':
      return (data) => data.length >= Math.max(4, length);
    case 'mask-tags':
      return (data) => data.length > tagHead;
    case 'comma-text':
      return (data) => data[0] === DOLLAR;
    default:
      return (data) => data.length >= 3;
  }
}

/** How a row's value is found in its record. */
function takeOf(row: Whole): Take {
  const { at, form, bit, bits, factor, plus, to } = row;
  const { low, high, is } = row;
  const none = row.none.length > 0 ? row.none : null;
  const absent = row.absent.length > 0 ? row.absent : null;
  const isText = form === 'text';
  const textWanted = isText && !(to === 'odometerM' || isList(to) || isNumber(to) || isState(to));
  // words that say that nothing is known are told as they stand there, whatever the sign
  const signed = unsigned[form];
  const part = bit === null ? null : { shift: 2 ** bit, size: 2 ** bits };
  return (record, no) => {
    if (textWanted) {
      const text = decodeText(record.subarray(at)).replaceAll('\0', '').trim();
      return text === '' && to !== 'faultCodes' ? null : { no, value: text };
    }
    const whole = isText ? digitsOf(record.subarray(at)) : numberAt(record, at, form);
    const raw = part ? Math.floor(whole / part.shift) % part.size : whole;
    const word = signed && (absent || none) ? numberAt(record, at, signed) : raw;
    if (absent?.includes(word)) return null;
    if (none?.includes(word)) return { no, value: null };
    if (isState(to)) return { no, value: is === null ? raw !== 0 : raw === is };
    if (!Number.isFinite(raw)) return { no, value: null };
    const value = Math.round((raw * factor + plus) * 1000) / 1000;
    return { no, value: (low !== null && value < low) || (high !== null && value > high) ? null : value };
  };
}

const unsigned: Readonly<Partial<Record<FieldForm, FieldForm>>> = { s8: 'u8', s16: 'u16', s32: 'u32' };

function numberAt(record: Uint8Array, at: number, form: FieldForm): number {
  switch (form) {
    case 'u8':
      return record[at] ?? Number.NaN;
    case 's8':
      return ((record[at] ?? 0) << 24) >> 24;
    case 'u16':
      return u16At(record, at);
    case 's16':
      return signedWord(u16At(record, at));
    case 'u32':
      return u32At(record, at);
    case 's32':
      return u32At(record, at) | 0;
    default: {
      const whole = record[at] ?? 0;
      const fraction = (record[at + 1] ?? 0) / 255;
      return Math.round((whole > 127 ? whole - 256 - fraction : whole + fraction) * 10) / 10;
    }
  }
}

function digitsOf(bytes: Uint8Array): number {
  const text = String.fromCharCode(...bytes).trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

type Put = (out: Mapped, no: number, value: Explained['value']) => void;

/** Puts a value into its channel; null for one that has none. */
function putOf({ to }: Whole): Put | null {
  if (to === null) return null;
  const most = mostChannels(to);
  if (isList(to))
    return (out, no, value) => {
      if (no >= 1 && no <= most && typeof value !== 'string' && typeof value !== 'boolean')
        out.channels[to] = withChannel(out.channels[to], no, value);
    };
  if (isFlagList(to))
    return (out, no, value) => {
      if (no >= 1 && no <= most && typeof value === 'boolean')
        out.channels[to] = withChannel(out.channels[to], no, value);
    };
  return (out, _no, value) => {
    // `takeOf` gives what the channel holds: a number, a state or a text
    if (value === null) return;
    if (to === 'odometerM') out.odometerM = Number(value);
    else Object.assign(out.channels, { [to]: value });
  };
}

/** A list with one channel set; those before it that nobody reported are null. */
function withChannel<T>(all: Array<T | null> = [], no: number, value: T | null): Array<T | null> {
  while (all.length < no) all.push(null);
  all[no - 1] = value;
  return all;
}
