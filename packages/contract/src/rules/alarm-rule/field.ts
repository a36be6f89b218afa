import { z } from 'zod';
import { noBreak, signedText } from '../../core/figure';
import { type SupplierType, supplierType } from '../../resources/vehicle/enums';

/** What a choice offers. */
export interface Choice<C extends string | number = string | number> {
  code: C;
  name: string;
}
type PlaceKind = 'site' | 'region' | 'line';

/** How a parameter is entered and read; the form draws it, lists and histories put it into words. */
export type RuleControl =
  /** `scale` parts of the stored value are one of the shown unit: 60 for seconds shown as minutes */
  | { is: 'number'; unit: string; min: number; max: number; places: number; scale: number }
  | { is: 'switch' }
  | { is: 'one' | 'many'; options: readonly Choice[] }
  | { is: 'clock' }
  | { is: 'places'; kinds: readonly PlaceKind[] }
  | {
      is: 'bounds';
      noun: string;
      unit: string;
      channels: number;
      min: number;
      max: number;
      places: number;
      presets: readonly BoundsPreset[];
    }
  | { is: 'roads' }
  | { is: 'safety' };

/** One parameter of a kind of rule: declared once, for the form, the server's check, the list's sentence and the history's words. */
export interface RuleField<S extends z.ZodType = z.ZodType> {
  label: string;
  schema: S;
  control: RuleControl;
  help?: string;
  /** what a new form begins with where that is more than what a stored rule without it means */
  begins?: number;
  /** what an empty field means, in a word, where that is not that the condition is not judged */
  empty?: string;
  /** heading of the form that it stands under */
  group: FieldGroup;
  /** the parameter has a meaning only then */
  when?: (params: Readonly<Record<string, unknown>>) => boolean;
}
export type RuleFields = Readonly<Record<string, RuleField>>;
export type FieldGroup = '触发条件' | '级别划分' | '豁免' | '终端参数';

export interface More {
  help?: string;
  begins?: number;
  empty?: string;
  group?: FieldGroup;
  when?: RuleField['when'];
}

const ruleField = <S extends z.ZodType>(
  label: string,
  schema: S,
  control: RuleControl,
  more: More = {},
): RuleField<S> => ({
  label,
  schema,
  control,
  group: '触发条件',
  ...more,
});

interface Range {
  min: number;
  max: number;
  unit: string;
  places?: number;
  /** 60: entered in minutes, kept in seconds */
  scale?: number;
}

function rangeOf(label: string, { min, max, unit, places = 0, scale = 1 }: Range) {
  const sentence = `${label}请填写 ${min} 至 ${max}${unit ? ` ${unit}` : ''}`;
  const low = min * scale;
  const high = max * scale;
  return {
    sentence,
    number: z
      .number(sentence)
      .min(low, sentence)
      .max(high, sentence)
      .refine((n) => Math.abs((n / scale) * 10 ** places - Math.round((n / scale) * 10 ** places)) < 1e-6, {
        error: places === 0 ? `${label}请填写整数` : `${label}最多 ${places} 位小数`,
      }),
    control: { is: 'number', unit, min, max, places, scale } as const,
  };
}

/** A number that must be there, with the value that a new rule begins with. */
export function numberField(label: string, range: Range & { first: number }, more?: More) {
  const { number, control } = rangeOf(label, range);
  return ruleField(label, number.default(range.first), control, more);
}
/** A number that nobody can guess: required. */
export function requiredNumberField(label: string, range: Range, more?: More) {
  const { number, control } = rangeOf(label, range);
  return ruleField(label, number, control, more);
}
/** A number that switches its condition off when it is left empty. */
export function optionalNumberField(label: string, range: Range, more?: More) {
  const { number, control } = rangeOf(label, range);
  return ruleField(label, number.nullable().default(null), control, more);
}
export const switchField = (label: string, first: boolean, more?: More) =>
  ruleField(label, z.boolean().default(first), { is: 'switch' }, more);

export const oneOf = <const C extends string>(
  label: string,
  options: ReadonlyArray<Choice<C>>,
  first: C,
  more?: More,
) => {
  // there is at least one option, as `z.enum` wants
  const codes = options.map(({ code }) => code) as [C, ...C[]];
  return ruleField(label, z.enum(codes, `请选择${label}`).default(first), { is: 'one', options }, more);
};
/** Several of some words, at least one. */
export const someOf = <const C extends string>(label: string, options: ReadonlyArray<Choice<C>>, more?: More) => {
  // there is at least one option, as `z.enum` wants
  const codes = options.map(({ code }) => code) as [C, ...C[]];
  const schema = z.array(z.enum(codes, `请选择${label}`), `请选择${label}`).min(1, `请至少选择一种${label}`);
  return ruleField(label, schema, { is: 'many', options }, more);
};
/** Several of some numbers; `min` 0 = none means every one. */
export const numbersOf = (
  label: string,
  options: ReadonlyArray<Choice<number>>,
  { min = 0, ...more }: More & { min?: number } = {},
) => {
  const codes = options.map(({ code }) => code);
  const one = z.number(`请选择${label}`).refine((n) => codes.includes(n), `${label}不正确`);
  const list = z.array(one, `请选择${label}`);
  const schema = min > 0 ? list.min(min, `请至少选择一种${label}`) : list.default([]);
  return ruleField(label, schema, { is: 'many', options }, more);
};

export const wall = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u, '时间请按 HH:mm 填写');
export const clockField = (label: string, first: string, more?: More) =>
  ruleField(label, wall.default(first), { is: 'clock' }, more);
/** A time of day or nothing. */
export const optionalClockField = (label: string, more?: More) =>
  ruleField(label, wall.nullable().default(null), { is: 'clock' }, more);

const placeId = z.string().regex(/^\d{1,19}$/u, '地点不正确');
const placeList = z.array(placeId).max(500, '最多选择 500 个地点');
/** Places; none = no restriction. */
export const placesField = (label: string, kinds: readonly PlaceKind[], more?: More) =>
  ruleField(label, placeList.default([]), { is: 'places', kinds }, more);
export const requiredPlacesField = (label: string, kinds: readonly PlaceKind[], more?: More) =>
  ruleField(label, placeList.min(1, `请至少选择一个${label}`), { is: 'places', kinds }, more);

/** Usual bounds, filled in with one click. */
export interface BoundsPreset {
  name: string;
  lower: number | null;
  upper: number | null;
}
interface BoundsOf {
  noun: string;
  unit: string;
  channels: number;
  min: number;
  max: number;
  decimals: number;
  /** at least one row */
  required: boolean;
  presets?: readonly BoundsPreset[];
}
/** Bounds of channels; a side without a bound is null. */
export function boundsField(label: string, of: BoundsOf, more?: More) {
  const sentence = `上下限请填写 ${of.min} 至 ${of.max} 之间的数`;
  const bound = z.number(sentence).min(of.min, sentence).max(of.max, sentence).nullable();
  const channel = `${of.noun}请填写 1 至 ${of.channels}`;
  const row = z
    .object({
      channel: z.number(channel).int(channel).min(1, channel).max(of.channels, channel),
      lower: bound,
      upper: bound,
    })
    .refine(({ lower, upper }) => lower !== null || upper !== null, '上限和下限至少填写一个')
    .refine(({ lower, upper }) => lower === null || upper === null || upper > lower, '上限必须大于下限');
  const once = (rows: ReadonlyArray<{ channel: number }>) => new Set(rows.map((r) => r.channel)).size === rows.length;
  const list = z.array(row).max(of.channels, `最多 ${of.channels} 路${of.noun}`);
  const checked = list.refine(once, `同一路${of.noun}只能设置一次`);
  const schema = of.required
    ? list.min(1, `至少设置一路${of.noun}`).refine(once, `同一路${of.noun}只能设置一次`)
    : checked.default([]);
  const { noun, unit, channels, min, max, decimals, presets = [] } = of;
  return ruleField(label, schema, { is: 'bounds', noun, unit, channels, min, max, places: decimals, presets }, more);
}

export const custom = ruleField;

type Names = ReadonlyMap<string, string>;
const numberWord = (n: number): string => signedText(Math.round(n * 1000) / 1000);

/** A value of a field in words: for histories and for the page of versions. `names` knows places by id. */
export function fieldWord({ control }: RuleField, value: unknown, names: Names): string {
  if (value === null || value === undefined) return '';
  switch (control.is) {
    case 'number':
      return `${numberWord(Number(value) / control.scale)}${control.unit}`;
    case 'switch':
      return value === true ? '是' : '否';
    case 'one':
      return nameOf(control.options, value);
    case 'many':
      // what the schema of this control lets through
      return (value as unknown[]).map((code) => nameOf(control.options, code)).join('、');
    case 'clock':
      return String(value);
    case 'places':
      // what the schema of this control lets through
      return (value as string[]).map((id) => names.get(id) ?? id).join('、');
    case 'bounds':
      // what the schema of this control lets through
      return (value as Bounds[])
        .map((row) => `${control.noun}${row.channel} ${boundsWord(row, control.unit)}`)
        .join('；');
    case 'roads':
      // what the schema of this control lets through
      return (value as RoadLimit[])
        .map(({ road, placeIds, limitKmh }) => {
          const where = placeIds.map((id) => names.get(id) ?? id).join('、');
          return `${nameOf(roadClasses, road)} ${limitKmh}km/h（${where}）`;
        })
        .join('；');
    case 'safety':
      // what the schema of this control lets through
      return (value as SafetyType[])
        .map((row) => {
          const { type, minKmh, level = 0 } = row;
          const own = level > 0 ? `（${nameOf(safetyLevels, level)}）` : '';
          const kept = evidenceWords(row);
          return `${nameOf(safetyTypes, type)} ≥${minKmh}km/h${own}${kept.length > 0 ? `（${kept.join(' ')}）` : ''}`;
        })
        .join('、');
  }
}
const nameOf = (options: readonly Choice[], code: unknown): string =>
  options.find((option) => option.code === code)?.name ?? String(code);

export interface Bounds {
  channel: number;
  lower: number | null;
  upper: number | null;
}
/** `2~8℃`, `≤ -12℃`, `≥ 80%RH`: what is in order. */
export function boundsWord({ lower, upper }: Pick<Bounds, 'lower' | 'upper'>, unit: string): string {
  if (lower !== null && upper !== null) return `${numberWord(lower)}~${numberWord(upper)}${unit}`;
  return noBreak(upper === null ? `≥ ${numberWord(lower ?? 0)}${unit}` : `≤ ${numberWord(upper)}${unit}`);
}
/** `超出2~8℃`, `高于-12℃`, `低于80%RH`: what is out of order, as a condition of an alarm. */
export function outsideWord({ lower, upper }: Pick<Bounds, 'lower' | 'upper'>, unit: string): string {
  if (lower !== null && upper !== null) return `超出${numberWord(lower)}~${numberWord(upper)}${unit}`;
  return upper === null ? `低于${numberWord(lower ?? 0)}${unit}` : `高于${numberWord(upper)}${unit}`;
}

/** Classes of roads that have limits of their own (speedingRoad). The sketch map has none: a rule says which line or area is which. */
export const roadClasses: ReadonlyArray<Choice<number>> = [
  { code: 1, name: '高速' },
  { code: 2, name: '国道' },
  { code: 3, name: '省道' },
  { code: 4, name: '城市' },
];
/** 高速 for 1; the code itself for one that is not known. */
export const roadWord = (code: number): string => nameOf(roadClasses, code);
export interface RoadLimit {
  road: number;
  placeIds: string[];
  limitKmh: number;
}
/** Active-safety alarm types (alarmType) that a rule may watch, each with what tells it (supplierType): the driver's camera, that of the road, that of the blind spots, or the platform. */
export const safetyTypes: ReadonlyArray<Choice<number> & { supplier: SupplierType }> = [
  { code: 186, name: '疲劳驾驶', supplier: supplierType.dsm },
  { code: 187, name: '接打电话', supplier: supplierType.dsm },
  { code: 189, name: '分神驾驶', supplier: supplierType.dsm },
  { code: 188, name: '抽烟', supplier: supplierType.dsm },
  { code: 182, name: '车距过近', supplier: supplierType.adas },
  { code: 180, name: '前向碰撞', supplier: supplierType.adas },
  { code: 181, name: '车道偏离', supplier: supplierType.adas },
  { code: 183, name: '右转未停车', supplier: supplierType.blindSpot },
  { code: 184, name: '右后方接近', supplier: supplierType.blindSpot },
  { code: 185, name: '前方接近', supplier: supplierType.blindSpot },
  { code: -1, name: '其他', supplier: supplierType.platform },
];
/** The types that devices of these kinds tell: the rows that a rule for them has. */
export const safetyTypesOf = (suppliers: readonly SupplierType[]): typeof safetyTypes =>
  safetyTypes.filter(({ supplier }) => suppliers.includes(supplier));
/** The kinds of devices that tell these types, in the order of their declaration. */
export const suppliersOf = (types: ReadonlyArray<{ type: number }>): SupplierType[] =>
  supplierType.codes.filter((supplier) =>
    safetyTypes.some((one) => one.supplier === supplier && types.some(({ type }) => type === one.code)),
  );
export interface SafetyType {
  type: number;
  minKmh: number;
  /** level of an alarm that the terminal takes as its first; 0 the rule's */
  level?: number;
  /** what the camera keeps of an alarm; null or absent leaves the terminal as it is set */
  photos?: number | null;
  /** tenths of a second between two photos */
  photoPause?: number | null;
  videoS?: number | null;
}
/** 照片3张 间隔0.2秒 录像10秒: what a camera is told to keep of an alarm, without what stays as it is. */
export const evidenceWords = ({ photos, photoPause, videoS }: Omit<SafetyType, 'type' | 'minKmh'>): string[] => [
  ...(photos == null ? [] : [`照片${photos}张`]),
  ...(photoPause == null ? [] : [`间隔${photoPause / 10}秒`]),
  ...(videoS == null ? [] : [`录像${videoS}秒`]),
];
/** Whether the device that tells this type keeps photos and a video of it. */
export const keepsEvidence = (type: number): boolean =>
  safetyTypes.some(
    ({ code, supplier }) => code === type && (supplier === supplierType.adas || supplier === supplierType.dsm),
  );
/** Levels that one type may have in place of the rule's. */
export const safetyLevels: ReadonlyArray<Choice<number>> = [
  { code: 0, name: '同规则级别' },
  { code: 1, name: '提示' },
  { code: 2, name: '一般' },
  { code: 3, name: '严重' },
];
