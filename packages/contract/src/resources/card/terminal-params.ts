import { writeParams } from './write-calls';

/** How the value of a terminal's parameter is shown: a number with its unit or its meaning, a text, or the list of cameras (0x0076). */
export interface TerminalParam {
  label: string;
  unit?: string;
  /** factor from the raw number to the unit: 0.1 for tenths of a km; absent: 1 */
  scale?: number;
  text?: boolean;
  /** labels of the codes, when the number is a code */
  words?: Readonly<Record<number, string>>;
}

/** Shown parameters by their number in JT/T 808 (table of parameter numbers). Those that can be written too take label and unit from `writeParams`. */
export const terminalParams: ReadonlyMap<number, TerminalParam> = new Map<number, TerminalParam>([
  [0x0002, { label: 'TCP应答超时', unit: 's' }],
  [0x0003, { label: 'TCP重传次数', unit: '次' }],
  [0x0010, { label: '主服务器APN', text: true }],
  [0x0013, { label: '主服务器地址', text: true }],
  [0x0017, { label: '备份服务器地址', text: true }],
  [0x0018, { label: '服务器TCP端口' }],
  [0x0020, { label: '位置汇报策略' }],
  [0x0021, { label: '位置汇报方案' }],
  [0x0028, { label: '紧急报警时上报间隔', unit: 's' }],
  [0x002c, { label: '缺省距离上报间隔', unit: 'm' }],
  [0x0030, { label: '拐点补传角度', unit: '°' }],
  [0x0040, { label: '监控平台电话', text: true }],
  [0x0050, { label: '报警屏蔽字' }],
  [0x0058, { label: '当天累计驾驶时间门限', unit: 's' }],
  [0x005a, { label: '最长停车时间', unit: 's' }],
  [0x005b, { label: '超速预警差值', unit: 'km/h', scale: 0.1 }],
  [0x005c, { label: '疲劳驾驶预警差值', unit: 's' }],
  [0x0076, { label: '音视频通道' }],
  [0x0080, { label: '里程表读数', unit: 'km', scale: 0.1 }],
  [0x0081, { label: '省域ID' }],
  [0x0082, { label: '市县域ID' }],
  [0x0083, { label: '机动车号牌', text: true }],
  [0x0084, { label: '车牌颜色', words: { 1: '蓝色', 2: '黄色', 3: '黑色', 4: '白色', 5: '绿色', 9: '其他' } }],
  [0x0090, { label: 'GNSS定位模式' }],
  [0x0093, { label: 'GNSS采集间隔', unit: 's' }],
  ...Object.values(writeParams).map(({ id, label, unit }): [number, TerminalParam] => [id, { label, unit }]),
]);
/** Parameters that the page shows apart from the others. */
export const paramIds = { cameras: 0x0076, plate: 0x0083 } as const;
