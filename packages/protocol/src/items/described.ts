import { u16At, u32At } from '../bytes';
import type { Channels, Mapped } from './channels';
import type { ItemProfile, ItemRule } from './profile';
import { signedWord } from './values';

/**
 * Item profiles as data: which item of which length holds which channel, where, in which unit. A profile is checked and made into readers once, so that
 * what it costs a report does not depend on where it came from.
 */

type NumberChannel = 'extVoltageV' | 'battVoltageV' | 'battPct' | 'signal' | 'satellites' | 'recorderSpeedKmh';
type FlagChannel = 'charging' | 'reeferOn';
type ListChannel = 'tempC' | 'humPct' | 'fuelL' | 'co2Ppm';

/** How the bytes of a field are read: unsigned, a word with a sign (two's complement or sign and magnitude), or digits as text to the end. */
export type FieldForm = 'u8' | 'u16' | 'u32' | 's16' | 'text';

/** One value inside of an item. */
export interface DescribedField {
  to: NumberChannel | FlagChannel | ListChannel | 'odometerM';
  /** Which of a list, from 1. */
  no?: number;
  /** First byte in the item. */
  at: number;
  form: FieldForm;
  /** value = what stands there * factor + plus, rounded to three decimals */
  factor?: number;
  plus?: number;
  /** Words by which the maker says that nothing is known. */
  none?: readonly number[];
  /** A flag is set when this stands there. */
  is?: number;
}

/** An item, or a part inside of one. */
export interface DescribedItem {
  id: number;
  length: number;
  fields: readonly DescribedField[];
}

/** An item that is a row of parts of its own, each {length of id and data: word, id: word, data} or {id: byte, length: byte, data}. */
export interface DescribedRow {
  id: number;
  parts: readonly DescribedItem[];
  layout: 'word-length-first' | 'byte-id-first';
}

export interface DescribedProfile {
  name: string;
  items: readonly (DescribedItem | DescribedRow)[];
}

const widths: Readonly<Record<FieldForm, number>> = { u8: 1, u16: 2, u32: 4, s16: 2, text: 1 };
const lists: ReadonlySet<string> = new Set<ListChannel>(['tempC', 'humPct', 'fuelL', 'co2Ppm']);
const flags: ReadonlySet<string> = new Set<FlagChannel>(['charging', 'reeferOn']);
const isList = (to: DescribedField['to']): to is ListChannel => lists.has(to);
const isFlag = (to: DescribedField['to']): to is FlagChannel => flags.has(to);
const maxChannels = 8;

/** The profile ready to be read by. Throws RangeError for one that cannot be: a field beyond its item, a flag without its word, a channel of a list that does not exist. */
export function readyProfile({ name, items }: DescribedProfile, base: ItemProfile): ItemProfile {
  return { name, base, rules: items.map((item) => ('parts' in item ? rowRule(item) : itemRule(item))) };
}

function itemRule({ id, length, fields }: DescribedItem): ItemRule {
  const readers = fields.map((field) => fieldReader(id, length, field));
  return {
    id,
    fits: length,
    read: (data, out) => {
      for (const read of readers) read(data, out);
    },
  };
}

function rowRule({ id, parts, layout }: DescribedRow): ItemRule {
  const rules = parts.map(itemRule);
  const wordFirst = layout === 'word-length-first';
  return {
    id,
    fits: ({ length }) => length >= 3,
    read: (data, out) => {
      for (let at = 0; at + (wordFirst ? 4 : 2) <= data.length; ) {
        const start = at + (wordFirst ? 4 : 2);
        const end = wordFirst ? at + 2 + u16At(data, at) : start + (data[at + 1] ?? 0);
        // a part that runs past the item, or has no data, ends the row
        if (end > data.length || end <= start) return;
        const part = wordFirst ? u16At(data, at + 2) : data[at];
        const inside = data.subarray(start, end);
        rules.find((rule) => rule.id === part && rule.fits === inside.length)?.read(inside, out);
        at = end;
      }
    },
  };
}

function fieldReader(id: number, length: number, field: DescribedField): (data: Uint8Array, out: Mapped) => void {
  const { to, no = 1, at, form, factor = 1, plus = 0, none = [], is } = field;
  const where = `item ${id.toString(16)}, byte ${at}`;
  if (!Number.isInteger(at) || at < 0 || at + widths[form] > length) throw new RangeError(`${where}: beyond its item`);
  if (isFlag(to) !== (is !== undefined)) throw new RangeError(`${where}: ${to} and its word do not fit`);
  if (no < 1 || no > maxChannels || (no !== 1 && !isList(to)))
    throw new RangeError(`${where}: no channel ${no} of ${to}`);
  return (data, out) => {
    const raw = rawOf(data, at, form);
    if (isFlag(to)) {
      out.channels[to] = raw === is;
      return;
    }
    const known = Number.isFinite(raw) && !none.includes(raw);
    const value = known ? Math.round((raw * factor + plus) * 1000) / 1000 : null;
    if (isList(to)) setInList(out.channels, to, no, value);
    else if (value === null) return;
    else if (to === 'odometerM') out.odometerM = value;
    else out.channels[to] = value;
  };
}

function rawOf(data: Uint8Array, at: number, form: FieldForm): number {
  switch (form) {
    case 'u8':
      return data[at] ?? Number.NaN;
    case 'u16':
      return u16At(data, at);
    case 'u32':
      return u32At(data, at);
    case 's16':
      return signedWord(u16At(data, at));
    case 'text': {
      const text = String.fromCharCode(...data.subarray(at)).trim();
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    }
  }
}

/** Sets one channel of a list; those before it that nobody reported are null. */
function setInList(channels: Channels, to: ListChannel, no: number, value: number | null): void {
  const all = [...(channels[to] ?? [])];
  while (all.length < no) all.push(null);
  all[no - 1] = value;
  channels[to] = all;
}
