import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { optionalNumber } from '../../core/field/inputs';
import { keysOf } from '../../core/keys';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { button } from '../../shell/rights';

/**
 * How a terminal speaks where it departs from the standard (协议设置): of a model, and of one terminal, whose own values win. null: as the model says, or
 * the standard where the model says nothing.
 */

/** By which edition message bodies are read and written, whatever the header says. */
export const bodyEdition = defineEnum('bodyEdition', { y2013: ['2013', '2013版'], y2019: ['2019', '2019版'] });
/** In which system a terminal tells its place. */
export const coordinateSystem = defineEnum('coordinateSystem', {
  wgs84: ['wgs84', 'WGS-84'],
  gcj02: ['gcj02', 'GCJ-02（火星坐标）'],
  bd09: ['bd09', 'BD-09（百度坐标）'],
});
/** Whether a frame with a wrong checksum counts. */
export const checksumRule = defineEnum('checksumRule', {
  strict: ['strict', '校验错误不接收'],
  lenient: ['lenient', '校验错误也接收'],
});
/** Which provincial standard the items of active safety follow. */
export const safetyStandard = defineEnum('safetyStandard', {
  jiangsu: ['jiangsu', '苏标 T/JSATL 12'],
  guangdong: ['guangdong', '粤标 T/GDRTA 002'],
  none: ['none', '无主动安全'],
});

/** Minutes ahead of UTC at which terminals' clocks stand: JT/T 808 says UTC+8. */
export const standardClockMin = 480;
const clockMinutes = [-12, -11, -10, -9.5, -9, -8, -7, -6, -5, -4, -3.5, -3, -2, -1, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5]
  .concat([5.75, 6, 6.5, 7, 8, 8.75, 9, 9.5, 10, 10.5, 11, 12, 12.75, 13, 14])
  .map((hours) => hours * 60);
/** `UTC+8`, `UTC-3:30`. */
export function clockName(minutes: number): string {
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`;
}
export const clockOptions = clockMinutes.map((minutes) => ({ code: minutes, name: clockName(minutes) }));

/** `15=-,16=8`: bits of the terminal's alarm word (0-31), each with the bit of the standard that it means; `-` for none. */
const alarmMap = /^(\d|[12]\d|3[01])=(-|\d|[12]\d|3[01])(,(\d|[12]\d|3[01])=(-|\d|[12]\d|3[01]))*$/u;
/** `2,1,0`: from which of the terminal's wires each channel comes, in the order of the channels; 0 for none. */
const wireList = /^[0-8](,[0-8]){0,7}$/u;

/** Text that fits a pattern; commas of Chinese keyboards and spaces are put right, empty text is null. */
const optionalMap = (regex: RegExp, message: string) =>
  z
    .string()
    .transform((text) => text.replace(/\s/gu, '').replaceAll('，', ','))
    .pipe(z.string().refine((text) => text === '' || regex.test(text), message))
    .transform((text) => text || null)
    .nullable()
    .default(null);
const wires = optionalMap(wireList, '应为逗号分隔的终端路数（0~8），如 2,1；0为无');

/** Every bit once, or nobody knows which of two is meant. */
const bitsOnce = (text: string | null): boolean => {
  const bits = (text ?? '').split(',').map((pair) => pair.split('=')[0]);
  return new Set(bits).size === bits.length;
};

export const terminalSettings = z.object({
  bodyEdition: bodyEdition.schema.nullable().default(null),
  clockMin: z.literal(clockMinutes, '请选择时区').nullable().default(null),
  coordinates: coordinateSystem.schema.nullable().default(null),
  checksum: checksumRule.schema.nullable().default(null),
  safetyStandard: safetyStandard.schema.nullable().default(null),
  alarmBits: optionalMap(alarmMap, '应为 终端位=标准位（0~31），逗号分隔，如 15=-,16=8；-为忽略').refine(
    bitsOnce,
    '同一终端位只能出现一次',
  ),
  temWires: wires,
  humWires: wires,
  doorWires: wires,
  oilWires: wires,
  uploadIntervalS: optionalNumber({ min: 5, max: 86_400, places: 0, unit: '秒' }),
});
export type TerminalSettings = z.output<typeof terminalSettings>;
/** The same as it is shown. */
export const settingsShown = z.object({
  bodyEdition: bodyEdition.schema.nullable(),
  clockMin: z.number().nullable(),
  coordinates: coordinateSystem.schema.nullable(),
  checksum: checksumRule.schema.nullable(),
  safetyStandard: safetyStandard.schema.nullable(),
  alarmBits: z.string().nullable(),
  temWires: z.string().nullable(),
  humWires: z.string().nullable(),
  doorWires: z.string().nullable(),
  oilWires: z.string().nullable(),
  uploadIntervalS: z.number().nullable(),
}) satisfies z.ZodType<TerminalSettings>;
export const settingNames = keysOf(terminalSettings.shape);
export const settingLabels: Readonly<Record<keyof TerminalSettings, string>> = {
  bodyEdition: '协议版本',
  clockMin: '终端时区',
  coordinates: '坐标系',
  checksum: '校验码',
  safetyStandard: '主动安全标准',
  alarmBits: '报警位映射',
  temWires: '温度路序',
  humWires: '湿度路序',
  doorWires: '门磁路序',
  oilWires: '油感路序',
  uploadIntervalS: '上报间隔(秒)',
};

const words: { readonly [K in keyof TerminalSettings]?: (value: never) => string } = {
  bodyEdition: bodyEdition.label,
  clockMin: clockName,
  coordinates: coordinateSystem.label,
  checksum: checksumRule.label,
  safetyStandard: safetyStandard.label,
} satisfies { [K in keyof TerminalSettings]?: (value: NonNullable<TerminalSettings[K]>) => string };
/** A setting as people read it; '' where nothing is set. */
export function settingWords<K extends keyof TerminalSettings>(name: K, value: TerminalSettings[K]): string {
  if (value === null) return '';
  // the table has the word of each setting under its name
  const word = words[name] as ((value: TerminalSettings[K]) => string) | undefined;
  return word ? word(value) : String(value);
}

/** Stored settings: what is null is left out. */
export const settingsStored = (settings: TerminalSettings): Partial<TerminalSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
const unset: TerminalSettings = terminalSettings.parse({});
/** Stored settings with null for everything that is not set. */
export const settingsRead = (stored: Partial<TerminalSettings> | null): TerminalSettings => ({ ...unset, ...stored });

/** Settings of a terminal, those of its model, and what it answered to the interval: part of its details. */
export const settingsDetail = z.object({
  own: settingsShown,
  model: settingsShown,
  /** the interval that the terminal answered last, s, and whether it took it */
  intervalS: z.number().nullable(),
  intervalState: z.enum(['done', 'refused']).nullable(),
});

/** 协议设置: what one terminal does otherwise than its model. Holds for its next frame. */
export const deviceSetSettings = endpoint({
  path: '/api/base/manage/device/setSettings',
  access: button('vehicleEquipment', 'edit'),
  title: '修改终端的协议设置',
  input: terminalSettings.extend({ id, version }),
  output: z.object({ id }),
});
