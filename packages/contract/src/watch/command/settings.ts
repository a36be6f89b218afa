/** How the value of a terminal's setting travels. */
type Layout = 'u8' | 'u16' | 'u32' | 'text';

export interface Setting {
  /** number in JT/T 808 (table of parameter numbers) */
  id: number;
  label: string;
  layout: Layout;
  unit?: string;
  /** factor from the number on the wire to the unit; absent: 1 */
  scale?: number;
  /** bounds in the unit */
  min?: number;
  max?: number;
  /** labels of the codes, when the number is a code */
  words?: Readonly<Record<number, string>>;
}

/** Settings that may be read by name and written (facts of the standard: 2013 and 2019 table 12). Others are read as bytes. */
export const settings = {
  heartbeat: { id: 0x0001, label: '心跳间隔', layout: 'u32', unit: '秒', min: 10, max: 3600 },
  replyTimeout: { id: 0x0002, label: 'TCP应答超时', layout: 'u32', unit: '秒', min: 1, max: 300 },
  retries: { id: 0x0003, label: 'TCP重传次数', layout: 'u32', unit: '次', min: 0, max: 20 },
  server: { id: 0x0013, label: '主服务器地址', layout: 'text' },
  backupServer: { id: 0x0017, label: '备份服务器地址', layout: 'text' },
  serverPort: { id: 0x0018, label: '服务器TCP端口', layout: 'u32', min: 1, max: 65_535 },
  sleepReport: { id: 0x0027, label: '休眠时上报间隔', layout: 'u32', unit: '秒', min: 30, max: 86_400 },
  urgentReport: { id: 0x0028, label: '紧急报警时上报间隔', layout: 'u32', unit: '秒', min: 1, max: 3600 },
  report: { id: 0x0029, label: '缺省定位上报间隔', layout: 'u32', unit: '秒', min: 5, max: 3600 },
  reportDistance: { id: 0x002c, label: '缺省距离上报间隔', layout: 'u32', unit: 'm', min: 10, max: 100_000 },
  cornerAngle: { id: 0x0030, label: '拐点补传角度', layout: 'u32', unit: '°', min: 1, max: 179 },
  speedLimit: { id: 0x0055, label: '最高速度', layout: 'u32', unit: 'km/h', min: 20, max: 160 },
  overspeed: { id: 0x0056, label: '超速持续时间', layout: 'u32', unit: '秒', min: 1, max: 600 },
  driveLimit: { id: 0x0057, label: '连续驾驶时间门限', layout: 'u32', unit: '秒', min: 1800, max: 43_200 },
  dayDriveLimit: { id: 0x0058, label: '当天累计驾驶时间门限', layout: 'u32', unit: '秒', min: 1800, max: 86_400 },
  rest: { id: 0x0059, label: '最小休息时间', layout: 'u32', unit: '秒', min: 300, max: 7200 },
  parkLimit: { id: 0x005a, label: '最长停车时间', layout: 'u32', unit: '秒', min: 300, max: 172_800 },
  overspeedWarning: { id: 0x005b, label: '超速预警差值', layout: 'u16', unit: 'km/h', scale: 0.1, min: 1, max: 50 },
  fatigueWarning: { id: 0x005c, label: '疲劳驾驶预警差值', layout: 'u16', unit: '秒', min: 60, max: 7200 },
  rollAngle: { id: 0x005e, label: '侧翻角度', layout: 'u16', unit: '°', min: 5, max: 90 },
  odometer: { id: 0x0080, label: '里程表读数', layout: 'u32', unit: 'km', scale: 0.1, min: 0, max: 9_999_999 },
  plate: { id: 0x0083, label: '机动车号牌', layout: 'text' },
  plateColour: {
    id: 0x0084,
    label: '车牌颜色',
    layout: 'u8',
    words: { 1: '蓝色', 2: '黄色', 3: '黑色', 4: '白色', 5: '绿色', 9: '其他' },
  },
} as const satisfies Readonly<Record<string, Setting>>;
export type SettingKey = keyof typeof settings;

const byId: ReadonlyMap<number, Setting> = new Map(Object.values<Setting>(settings).map((one) => [one.id, one]));
export const settingOf = (id: number): Setting | undefined => byId.get(id);
/** Those that are written as numbers; addresses and plates are not set from here, as a wrong one loses the terminal. */
export const writableSettings: ReadonlyArray<readonly [SettingKey, Setting]> = Object.entries<Setting>(settings)
  .filter(([key, { layout }]) => layout !== 'text' && key !== 'serverPort' && key !== 'plateColour')
  // the entries are those of the table
  .map(([key, one]) => [key as SettingKey, one]);

const writableByKey: ReadonlyMap<string, Setting> = new Map(writableSettings);
/** The setting that may be written under this key. */
export const writableSetting = (key: string): Setting | undefined => writableByKey.get(key);

const widths = { u8: 1, u16: 2, u32: 4 } as const;

/** Bytes of a number, in hex. */
export function settingHex({ layout, scale = 1 }: Setting, value: number): string {
  if (layout === 'text') throw new Error('texts are not written');
  return Math.round(value / scale)
    .toString(16)
    .padStart(widths[layout] * 2, '0');
}

/** A unit behind its number: Latin ones after a space. */
export const unitBehind = (unit = ''): string => (/^[a-z]/u.test(unit) ? ` ${unit}` : unit);

/** A value as it is shown, with its unit; bytes of a setting that we do not know stay as they are. `decode` reads a text of GBK. */
export function settingWords(id: number, hex: string, decode: (hex: string) => string): string {
  const known = settingOf(id);
  if (!known) return `0x${id.toString(16).toUpperCase().padStart(4, '0')}=${hex}`;
  if (known.layout === 'text') return `${known.label} ${decode(hex) || '空'}`;
  const code = Number.parseInt(hex, 16);
  const word = known.words?.[code];
  if (word !== undefined) return `${known.label} ${word}`;
  const value = code * (known.scale ?? 1);
  return `${known.label} ${Number.isFinite(value) ? Math.round(value * 10) / 10 : hex}${unitBehind(known.unit)}`;
}
