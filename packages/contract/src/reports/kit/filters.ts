import { z } from 'zod';
import type { Endpoint } from '../../core/endpoint';
import { dayHours, wholeDay } from '../../core/field/time-window';
import { dateTime, id } from '../../core/page';
import { filterText } from '../../core/register/pieces';

/**
 * One filter of a report: what the request may say (`schema`), its control in the filter bar, what stands there at first, and its words in the
 * head of a sheet.
 */
export interface ReportFilter<T extends z.ZodType = z.ZodType> {
  kind:
    | 'text'
    | 'choice'
    | 'several'
    | 'amount'
    | 'flag'
    | 'hours'
    | 'fleet'
    | 'org'
    | 'vehicles'
    | 'recorders'
    | 'places'
    | 'waybill'
    | 'hidden';
  label: string;
  schema: T;
  /** px of the control */
  width?: number;
  /** what the page asks with until the user says otherwise */
  initial?: unknown;
  /** `choice`, `several`: code → word */
  options?: Readonly<Record<string | number, string>>;
  /** `vehicles`, `recorders`: how many may be chosen, which equipment they need, and whether one must be chosen */
  pick?: { max: number; equip?: ReadonlyArray<'tem' | 'door' | 'oil'>; required?: boolean };
  unit?: string;
  /** `amount`: usual values, offered beside the free one */
  usual?: readonly number[];
  /** `recorders`: what may be chosen */
  load?: Endpoint<z.ZodType, typeof chosenNames>;
  /** `waybill`: finds its vehicle and the time that it was under way */
  find?: Endpoint<typeof waybillTime.input, typeof waybillTime.output>;
  /** `places`: which kinds of own places */
  places?: ReadonlyArray<'site' | 'region'>;
}
export type FilterMap = Readonly<Record<string, ReportFilter>>;

/** Free text. */
export const searchFilter = (label: string) => ({ kind: 'text', label, schema: filterText(), width: 200 }) as const;

type Options = Readonly<Record<string | number, string>>;
/** A code as it travels: text, also where the options are numbered. */
type Code<O extends Options> = `${Extract<keyof O, string | number>}`;
// a filter offers one option at least
const codesOf = <O extends Options>(options: O) => Object.keys(options) as [Code<O>, ...Array<Code<O>>];

/** One of some codes; `initial` is taken when the request says nothing. */
export function choiceFilter<const O extends Options>(
  label: string,
  options: O,
  initial: Code<NoInfer<O>>,
  width = 150,
) {
  // from the address of the page a code that reads like a number arrives as one
  const code = z.preprocess(
    (given) => (typeof given === 'number' ? String(given) : given),
    z.enum(codesOf(options), `请选择${label}`),
  );
  // the compiler does not follow the code through the enumeration
  const schema = code.default(initial as never) as unknown as z.ZodType<Code<O>, unknown>;
  return { kind: 'choice', label, options, schema, initial, width } as const;
}

/** Any of some codes, none = all. */
export const multiChoiceFilter = <const O extends Options>(label: string, options: O, width = 150) =>
  ({ kind: 'several', label, options, schema: z.array(z.enum(codesOf(options))).optional(), width }) as const;

/** A number between two bounds, both included. */
export const amountFilter = (
  label: string,
  {
    min,
    max,
    initial,
    unit = '',
    width = 130,
    usual,
  }: { min: number; max: number; initial?: number; unit?: string; width?: number; usual?: readonly number[] },
) => {
  const sentence = `${label}应为${min}~${max}${unit}`;
  const number = z.coerce.number(sentence).min(min, sentence).max(max, sentence);
  const schema: z.ZodType<number | undefined, unknown> =
    initial === undefined ? number.optional() : number.default(initial);
  return { kind: 'amount', label, schema, initial, unit, width, ...(usual ? { usual } : {}) } as const;
};

/** A number that is always there. */
export const settingFilter = (
  label: string,
  range: { min: number; max: number; initial: number; unit?: string; width?: number; usual?: readonly number[] },
) => {
  const { schema, ...rest } = amountFilter(label, range);
  // with a first value the schema always answers a number
  return { ...rest, schema: schema as z.ZodType<number, unknown> } as const;
};

/** On or off. */
export const flagFilter = (label: string, initial: boolean) =>
  ({ kind: 'flag', label, schema: z.boolean().default(initial), initial, width: 110 }) as const;

/** 时段: a part of each day, both minutes included; it may run over midnight. */
export const hoursFilter = (label = '时段') =>
  ({
    kind: 'hours',
    label,
    schema: dayHours,
    initial: wholeDay,
    width: 154 + 13 * label.length,
  }) as const;

/** Which vehicles, by text, fleet and department. */
export const fleetFilters = {
  keyword: searchFilter('车牌号 / 车辆备注'),
  fleetId: { kind: 'fleet', label: '车队', schema: id.optional(), width: 170 },
  orgId: { kind: 'org', label: '部门', schema: id.optional(), width: 170 },
} as const;

/** Chosen vehicles; with `required` nothing is asked before one is chosen. */
export const vehiclesFilter = (pick: NonNullable<ReportFilter['pick']>, width = 190) => {
  const ids = z.array(id, '请选择车辆').max(pick.max, `最多可选${pick.max}辆车`);
  const schema: z.ZodType<string[] | undefined> = pick.required ? ids.min(1, '请选择车辆') : ids.optional();
  return { kind: 'vehicles', label: '车辆', schema, width, pick } as const;
};

/** What a filter offers: codes with their names. */
const chosenNames = z.array(z.object({ code: id, name: z.string() }));

/** Chosen portable recorders; nothing is asked before one is chosen. */
export const recordersFilter = (max: number, load: NonNullable<ReportFilter['load']>, width = 190) => {
  const schema = z.array(id, '请选择便携设备').min(1, '请选择便携设备').max(max, `最多可选${max}台便携设备`);
  return { kind: 'recorders', label: '便携设备', schema, width, pick: { max, required: true }, load } as const;
};

/** Chosen own places (sites, regions); none = all. */
export const placesFilter = (label: string, kinds: ReadonlyArray<'site' | 'region'>, width = 190) =>
  ({
    kind: 'places',
    label,
    schema: z.array(id).max(100, `最多可选100个${label}`).optional(),
    places: kinds,
    width,
  }) as const;

/** What a waybill stands for in a report: its vehicle, and the time that it was under way. */
export const waybillTime = {
  input: z.object({ code: z.string('请输入运单号').trim().min(1, '请输入运单号').max(40, '最多40个字符') }),
  output: z.object({ vehicleId: id, startTime: dateTime, endTime: dateTime }),
};

/** 运单号: fills in vehicle and range. `find` is an action of the report. */
export const waybillFilter = (find: NonNullable<ReportFilter['find']>) =>
  ({ kind: 'waybill', label: '运单号', schema: filterText(), width: 190, find }) as const;
