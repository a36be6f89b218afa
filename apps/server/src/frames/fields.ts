import { toHex } from '@tongda/protocol/bytes';
import type { Inspected } from '@tongda/protocol/inspect/frame';
import type { TracedField } from '@tongda/protocol/inspect/tracing-reader';
import { msgId } from '@tongda/protocol/jt808/codec';
import type { FieldLayout } from '@tongda/protocol/jt808/fields';
import { numberOf } from '@tongda/protocol/jt808/fields';
import { findParameter } from '@tongda/protocol/jt808/messages/parameter/catalogue';
import { decodeLocation, motionOf } from '@tongda/protocol/jt808/messages/position/0200';
import { recorderLayout } from '@tongda/protocol/jt808/messages/recorder/values';
import { decodeText } from '@tongda/protocol/text';
import { alarmWords, type ItemTable, itemName, itemWords } from './items';
import { type FieldLabel, labels, rowLabels } from './labels';
import { layoutLabel, parameterLabel } from './layout-labels';
import { digitWords, measureOf } from './measure';
import { idWords, messageWords } from './messages';
import { type SafetyItem, safetyClause, safetyWords } from './safety';
import { attributeWords, numberWords, timeWords } from './values';

/** A field of a frame in words. */
export interface FieldWords {
  offset: number;
  length: number;
  /** the rows that it is a part of */
  group: string;
  name: string;
  hex: string;
  value: string;
  clause: string;
}

const headerClause = 'JT/T 808 4.4.3';
const headerNames: ReadonlySet<string> = new Set([
  'msgId',
  'attributes',
  'protocolVersion',
  'phone',
  'serial',
  'packageTotal',
  'packageNo',
  'checksum',
]);

const utf16 = new TextDecoder('utf-16be');

/** Every field of a frame in words, in the order of the bytes. */
export function fieldWords(piece: Inspected, table: ItemTable, profile: string): FieldWords[] {
  const speaker = new Speaker(piece, table, profile);
  return piece.fields.map((field) => speaker.speak(field));
}

/** Finds words for the fields of one frame. */
class Speaker {
  private readonly prefix: string;
  /** fields by their names */
  private readonly byPath: ReadonlyMap<string, TracedField>;

  constructor(
    private readonly piece: Inspected,
    private readonly table: ItemTable,
    private readonly profile: string,
  ) {
    this.prefix = (piece.msgId ?? 0).toString(16).padStart(4, '0');
    this.byPath = new Map(piece.fields.map((field) => [field.path.join('.'), field]));
  }

  speak(field: TracedField): FieldWords {
    const { path, offset, length } = field;
    const data = this.bytesOf(field);
    const { label, ...how } = this.labelOf(field);
    return {
      offset,
      length,
      group: groupOf(path),
      name: label,
      hex: toHex(data),
      value: this.valueOf(field, data, how),
      clause: this.clauseOf(field),
    };
  }

  private bytesOf = ({ offset, length }: TracedField): Uint8Array => this.piece.bytes.subarray(offset, offset + length);

  /** The number of a field in the same row. */
  private beside(field: TracedField, name: string): number | null {
    return this.byPath.get([...field.path.slice(0, -1), name].join('.'))?.number ?? null;
  }

  private labelOf(field: TracedField): FieldLabel {
    const names = field.path.filter((part) => typeof part === 'string');
    const inLayout = names.includes('blockData') || names.slice(0, -1).includes('value');
    const last = names.at(-1) ?? '';
    if (inLayout) {
      const label = layoutLabel(last);
      if (label) return { label, ...measureOf(this.layoutOf(field), last) };
    }
    if (last === 'value' && names.at(-2) === 'parameters') {
      const known = parameterLabel(this.beside(field, 'id') ?? 0);
      if (known) return { label: known.label, ...(known.unit ? { unit: known.unit } : {}) };
    }
    if (last === 'data' && names.at(-2) === 'items') {
      const name = itemName(this.beside(field, 'id') ?? 0);
      if (name) return { label: name };
    }
    for (let from = 0; from < names.length; from++) {
      const key = names.slice(from).join('.');
      const found = (this.inBody(field) ? labels[`${this.prefix}.${key}`] : undefined) ?? labels[key];
      if (found) return asLabel(found);
    }
    const sized = /^(.+)Length$/u.exec(last)?.[1];
    const whole = sized ? (labels[`${this.prefix}.${sized}`] ?? labels[sized]) : undefined;
    return { label: whole ? `${asLabel(whole).label}长度` : last };
  }

  /** The layout that a field of a setting, or of a driving recorder's data, stands in. */
  private layoutOf({ path }: TracedField): FieldLayout | null {
    const number = (whole: string, beside: string): number =>
      this.byPath.get([...path.slice(0, path.lastIndexOf(whole)), beside].join('.'))?.number ?? -1;
    if (path.includes('blockData')) return recorderLayout(number('blockData', 'blockCommand'));
    const layout = findParameter(number('value', 'id'))?.layout;
    return typeof layout === 'object' ? layout : null;
  }

  private inBody({ offset }: TracedField): boolean {
    const { header, kind } = this.piece;
    return kind !== 'frame' || (header !== null && offset >= header.bodyOffset);
  }

  private valueOf(field: TracedField, data: Uint8Array, how: Omit<FieldLabel, 'label'>): string {
    const special = this.specialOf(field, data);
    if (special !== null) return special;
    if (field.number !== null) {
      const item = this.safetyItemOf(field);
      const words = item && safetyWords(item, String(field.path.at(-1)), field.number);
      return words ?? numberWords(field.number, data.length, how);
    }
    switch (field.form) {
      case 'text':
        return decodeText(data);
      case 'wideText':
        return utf16.decode(data);
      case 'time':
      case 'utcTime':
        return timeWords(data, field.form);
      case 'digits':
        return digitWords(toHex(data), how);
      case 'number':
      case 'signed':
        return numberWords(field.form === 'signed' ? numberOf(data) | 0 : numberOf(data), data.length, how);
      default:
        return '';
    }
  }

  /** Values that depend on what stands beside them. */
  private specialOf(field: TracedField, data: Uint8Array): string | null {
    const { path, number } = field;
    const name = path.at(-1);
    if (!this.inBody(field)) {
      if (name === 'msgId' && number !== null) return `${idWords(number)} ${messageWords(number).name}`;
      return name === 'attributes' && number !== null ? attributeWords(number, this.piece.msgId) : null;
    }
    if (name === 'replyId' && number !== null) return `${idWords(number)} ${messageWords(number).name}`;
    if (name === 'alarmBits' && path.at(-2) === 'location' && number !== null) return alarmWords(number);
    if (path.at(-2) === 'location' && isOfPlace(name)) return this.placeWords(field, name, data);
    if (path.at(-3) === 'items' && name === 'data') {
      const id = this.beside(field, 'id');
      if (id === null) return null;
      const words = itemWords(this.table, this.profile, { id, data });
      return words === '' && itemName(id) !== null && isAllSet(data) ? unknownWords : words;
    }
    if (this.isLeftAlone(field, data)) return this.piece.msgId === msgId.parameters ? unknownWords : '不修改';
    if (path.at(-3) === 'parameters' && name === 'id' && number !== null)
      return `${idWords(number)} ${parameterLabel(number)?.label ?? '未知参数'}`;
    if (path.at(-3) === 'items' && name === 'id' && number !== null) {
      const known = itemName(number);
      return known ? `0x${toHex(data).toUpperCase()} ${known}` : `0x${toHex(data).toUpperCase()}`;
    }
    if (path.at(-3) === 'parameters' && name === 'value') return this.settingWords(field, data);
    return null;
  }

  /** The alarm of active safety that a field is a part of; null for other fields. */
  private safetyItemOf({ path }: TracedField): SafetyItem | null {
    const at = path.lastIndexOf('items');
    if (at < 0 || path[at + 2] !== 'data' || path.length < at + 4) return null;
    const row = path.slice(0, at + 2).join('.');
    const numberOf = (name: string): number | null => this.byPath.get(`${row}.${name}`)?.number ?? null;
    return {
      id: numberOf('id') ?? -1,
      type: numberOf('data.type'),
      idBytes: this.byPath.get(`${row}.data.identifier.terminalId`)?.length ?? 0,
    };
  }

  /** A field of a setting of active safety with every bit set: the platform leaves it as it is (0x8103), the terminal does not know it (0x0104). */
  private isLeftAlone(field: TracedField, data: Uint8Array): boolean {
    const at = field.path.lastIndexOf('value');
    if (at < 0 || field.path[at - 2] !== 'parameters' || !isAllSet(data)) return false;
    return safetySettings.has(this.byPath.get([...field.path.slice(0, at), 'id'].join('.'))?.number ?? -1);
  }

  /** Where a report says that it was, how high and how fast; a field that it does not know has every bit set, or what it cannot mean. */
  private placeWords(field: TracedField, name: OfPlace, data: Uint8Array): string | null {
    const row = field.path.slice(0, -1).join('.');
    const first = this.byPath.get(`${row}.alarmBits`);
    const bytes = first && this.piece.bytes.subarray(first.offset, first.offset + 28);
    if (!bytes || bytes.length < 28) return null;
    const location = decodeLocation(bytes);
    const { altitudeM, speedKmh, directionDeg } = motionOf(location);
    if (isAllSet(data)) return unknownWords;
    switch (name) {
      case 'lat':
      case 'lng':
        return `${location[name].toFixed(6)}°`;
      case 'altitudeM':
        return altitudeM === null ? unknownWords : `${altitudeM} m`;
      case 'speedKmh':
        return speedKmh === null ? unknownWords : null;
      case 'directionDeg':
        return directionDeg === null ? unknownWords : null;
    }
  }

  private settingWords(field: TracedField, data: Uint8Array): string {
    const id = this.beside(field, 'id') ?? 0;
    const known = parameterLabel(id);
    if (!known) return '';
    return isNumeric(id)
      ? numberWords(numberOf(data), data.length, known.unit ? { unit: known.unit } : {})
      : decodeText(data);
  }

  private clauseOf(field: TracedField): string {
    const names = field.path.filter((part) => typeof part === 'string');
    if (this.piece.kind === 'media') return 'JT/T 1078-2016 表19';
    if (this.piece.kind === 'packet') return 'T/JSATL 12-2017';
    if (!this.inBody(field) && headerNames.has(names[0] ?? '')) return headerClause;
    if (names[0] === 'checksum') return 'JT/T 808 4.4.4';
    const item = this.safetyItemOf(field);
    if (item) return safetyClause(item);
    if (names.includes('peripherals')) return 'T/JSATL 12-2017';
    if (names.includes('blockData')) return 'GB/T 19056';
    return messageWords(this.piece.msgId ?? -1, this.piece.version).clause;
  }
}

const unknownWords = '未知';
/** 0xF364 to 0xF367 (T/JSATL 12-2017). */
const safetySettings: ReadonlySet<number> = new Set([0xf364, 0xf365, 0xf366, 0xf367]);
const isAllSet = (data: Uint8Array): boolean => data.length > 0 && data.every((b) => b === 0xff);

const ofPlace = ['lat', 'lng', 'altitudeM', 'speedKmh', 'directionDeg'] as const;
type OfPlace = (typeof ofPlace)[number];
const isOfPlace = (name: string | number | undefined): name is OfPlace => ofPlace.some((known) => known === name);

const asLabel = (row: string | FieldLabel): FieldLabel => (typeof row === 'string' ? { label: row } : row);

/** The rows that a field is a part of, from the outside in. */
function groupOf(path: TracedField['path']): string {
  return path
    .flatMap((part, i) => {
      const list = path[i - 1];
      return typeof part === 'number' && typeof list === 'string' ? [`${rowLabels[list] ?? list} ${part + 1}`] : [];
    })
    .join(' · ');
}

/** Whether a setting is one number. */
function isNumeric(id: number): boolean {
  const layout = findParameter(id)?.layout;
  return layout === 'u8' || layout === 'u16' || layout === 'u32';
}
