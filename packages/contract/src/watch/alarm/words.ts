import { msgCategory } from '../../base/system-enums';
import { figureText } from '../../core/figure';
import { alarmType } from './enums';
import { type EpisodeKind, type EpisodeValues, episodeKind } from './episode';
import { faultCodeOf, faultCodeWords } from './fault-codes';
import { toldSafetyName } from './safety-names';
import { raisedAlarms } from './terminal-alarms';

/** How an alarm reads: the same words on the card, in lists, messages and files. */

/** Kinds of episodes that people care about, in the order of filters. */
export const alarmKinds = [
  'temperatureAlarm',
  'humidityAlarm',
  'co2Alarm',
  'doorAlarm',
  'speedAlarm',
  'fatigueAlarm',
  'parkingAlarm',
  'idleAlarm',
  'zoneAlarm',
  'lineAlarm',
  'oilAlarm',
  'punctualityAlarm',
  'safetyAlarm',
  'faultAlarm',
  'terminalAlarm',
  'deviceAlarm',
] as const satisfies readonly EpisodeKind[];
export type AlarmKind = (typeof alarmKinds)[number];
// a list of kinds only finds kinds; any text is looked for
export const isAlarmKind = (kind: string): kind is AlarmKind => (alarmKinds as readonly string[]).includes(kind);

/** Short word of a kind, for narrow lists and chips. */
export const kindShort: Readonly<Record<AlarmKind, string>> = {
  temperatureAlarm: '超温',
  humidityAlarm: '湿度',
  co2Alarm: 'CO2',
  doorAlarm: '门磁',
  speedAlarm: '超速',
  fatigueAlarm: '疲劳',
  parkingAlarm: '停车',
  idleAlarm: '怠速',
  zoneAlarm: '区域',
  lineAlarm: '偏离',
  oilAlarm: '油量',
  punctualityAlarm: '时效',
  safetyAlarm: '安全',
  faultAlarm: '故障',
  terminalAlarm: '终端',
  deviceAlarm: '设备',
};

/** What words need to know of an alarm. */
export interface AlarmFacts {
  kind: EpisodeKind;
  subject: string;
  peak: number | null;
  limit: number | null;
  values: EpisodeValues;
  /** what the company calls the probe, door or place that the subject means; '' = as numbered */
  subjectName: string;
}

/** Unit of `peak` and `limit`; '' where they are no quantities. */
const units: Partial<Record<EpisodeKind, string>> = {
  temperatureAlarm: '℃',
  humidityAlarm: '%RH',
  co2Alarm: 'ppm',
  speedAlarm: 'km/h',
  fatigueAlarm: '分钟',
  parkingAlarm: '分钟',
  idleAlarm: '分钟',
  oilAlarm: 'L',
  punctualityAlarm: '分钟',
};
export const alarmUnit = (kind: EpisodeKind): string => units[kind] ?? '';

const doorCauses: Record<string, string> = {
  open: '开门超时',
  moving: '行驶开门',
  outside: '站外开门',
  closed: '非法时段开门',
  locked: '上锁开门',
};
const fatigueLimits: Record<string, string> = {
  day: '连续驾驶超时',
  night: '夜间连续驾驶超时',
  total: '24小时累计驾驶超时',
  daySoon: '即将连续驾驶超时',
  nightSoon: '即将夜间连续驾驶超时',
  totalSoon: '即将24小时累计超时',
};
const faults: Record<string, string> = {
  offline: '设备离线',
  powerCut: '主电源断电',
  notLocated: '设备不定位',
  lowBattery: '设备电量低',
  antenna: '定位天线故障',
  camera: '摄像头故障',
  storage: '存储故障',
};
const vehicleFaults: Record<string, string> = {
  tyre: '胎压异常',
  speedSensor: '车速传感器故障',
  underVoltage: '电源欠压',
  lowVoltage: '电瓶电压过低',
};
const zoneTriggers: Record<string, string> = {
  enter: '驶入区域',
  leave: '驶出区域',
  stay: '区域停留超时',
  speed: '区域内超速',
  absent: '未按时到达',
};

/** Minutes as 2小时13分. */
export function minuteWords(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes));
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor(whole / 60) % 24, whole % 60];
  const words = [days ? `${days}天` : '', hours ? `${hours}小时` : '', rest ? `${rest}分` : ''].join('');
  return words || '0分';
}

/** Door, probe, tank … in words: its own name, otherwise 探头1, 2号门; of a fault's code what it is about. */
export function subjectWords({ subject, subjectName }: Pick<AlarmFacts, 'subject' | 'subjectName'>): string {
  if (subjectName) return subjectName;
  const faultCode = faultCodeOf(subject);
  if (faultCode !== null) return faultCodeWords(faultCode);
  const found = /^(tem|hum|co2|door|tank)(\d+|Avg|All)/u.exec(subject);
  if (!found) return '';
  const [, what = '', which = ''] = found;
  if (which === 'Avg') return '探头平均';
  if (which === 'All') return '全部探头';
  return (
    { tem: `探头${which}`, hum: `湿度${which}`, co2: `CO2探头${which}`, door: `${which}号门`, tank: `油箱${which}` }[
      what
    ] ?? ''
  );
}

/** What has no readings any more. */
const lost: Partial<Record<EpisodeKind, string>> = {
  temperatureAlarm: '温度缺数',
  humidityAlarm: '湿度缺数',
  co2Alarm: '二氧化碳缺数',
};
/** Subject of the alarm for a channel that gives no readings: the channel's name with the suffix `:lost`. */
export const lostSubject = (channel: string): string => `${channel}:lost`;
const isLost = (subject: string): boolean => subject.endsWith(':lost');

/** Why a tank lost oil (K10); the words of 异常油量 (report.md 4.6). */
const oilCauses: Record<string, string> = { theft: '疑似偷油', waste: '异常消耗', sensor: '油量传感器异常' };

const causeText = (subject: string): string => subject.slice(subject.indexOf(':') + 1);

/** An alarm of active safety by its type, and one without a type of its own by what its terminal has told. */
function safetyTitle(values: EpisodeValues): string | undefined {
  const type = values.alarmType;
  if (typeof type !== 'number') return undefined;
  return (type === alarmType.other ? toldSafetyName(values) : undefined) ?? alarmType.label(type);
}

/** What happened, in a few words: 超温报警, 行驶开门, 设备离线, 疲劳驾驶. */
export function alarmTitle(facts: Pick<AlarmFacts, 'kind' | 'subject' | 'values'>): string {
  const { kind, subject, values } = facts;
  const faultCode = faultCodeOf(subject);
  const byKind: Partial<Record<EpisodeKind, string | undefined>> = {
    ...(isLost(subject) ? lost : {}),
    speedAlarm: subject === 'soon' ? '接近限速' : undefined,
    doorAlarm: doorCauses[causeText(subject)],
    fatigueAlarm: fatigueLimits[subject],
    deviceAlarm: faults[subject] ?? '探头异常',
    faultAlarm: faultCode === null ? vehicleFaults[subject] : `故障码 ${faultCode}`,
    zoneAlarm: zoneTriggers[String(values.trigger)],
    terminalAlarm: raisedAlarms[Number(subject.replace('bit', ''))]?.name,
    safetyAlarm: safetyTitle(values),
    oilAlarm: typeof values.cause === 'string' ? oilCauses[values.cause] : undefined,
    punctualityAlarm: typeof values.result === 'string' ? `运输${values.result}` : undefined,
  };
  return byKind[kind] ?? episodeKind.label(kind);
}

const bounded = new Set<EpisodeKind>(['temperatureAlarm', 'humidityAlarm', 'co2Alarm', 'speedAlarm']);
const lasting = new Set<EpisodeKind>(['fatigueAlarm', 'parkingAlarm', 'idleAlarm']);

/** The figure that it is about: −9.8 ℃, 105 km/h, 2小时13分, 38 L; '' where there is none. */
export function alarmValue({ kind, peak, values }: Pick<AlarmFacts, 'kind' | 'peak' | 'values'>): string {
  if (kind === 'safetyAlarm') {
    const times = typeof values.times === 'number' && values.times > 1 ? `${values.times}次 ` : '';
    return peak === null ? times.trim() : `${times}${figureText(peak)} km/h`;
  }
  if (kind === 'zoneAlarm') return values.trigger === 'speed' && peak !== null ? `${figureText(peak)} km/h` : '';
  if (kind === 'faultAlarm') return peak === null ? '' : `${figureText(peak)} V`;
  if (kind === 'punctualityAlarm') return peak === null ? '' : minuteWords(Math.abs(peak));
  if (kind === 'terminalAlarm' || kind === 'deviceAlarm' || kind === 'doorAlarm') return '';
  if (kind === 'oilAlarm') return typeof values.litres === 'number' ? `${figureText(values.litres)} L` : '';
  if (peak === null) return '';
  return lasting.has(kind) ? minuteWords(peak) : `${figureText(peak)} ${alarmUnit(kind)}`.trim();
}

/** The bound it was held against: 上限 −12 ℃, 限速 80 km/h, 允许 30分. */
export function alarmLimit({ kind, peak, limit, values }: Omit<AlarmFacts, 'subject' | 'subjectName'>): string {
  if (limit === null) return '';
  if (kind === 'faultAlarm') return `下限 ${figureText(limit)} V`;
  if (kind === 'speedAlarm' || (kind === 'zoneAlarm' && values.trigger === 'speed'))
    return `限速 ${figureText(limit)} km/h`;
  if (bounded.has(kind))
    return `${peak !== null && peak < limit ? '下限' : '上限'} ${figureText(limit)} ${alarmUnit(kind)}`;
  if (kind === 'oilAlarm') return `阈值 ${figureText(limit)} L`;
  if (kind === 'lineAlarm') return `允许偏离 ${figureText(limit)} 米`;
  return lasting.has(kind) || kind === 'deviceAlarm' || kind === 'zoneAlarm' ? `允许 ${minuteWords(limit)}` : '';
}

/** One line about the figures: 后区 −9.8 ℃，上限 −12 ℃. Where the rule is known, `limit` says with it where it came from (`shortLimit`). */
export function alarmFactsLine(facts: AlarmFacts, limit = alarmLimit(facts)): string {
  const figures = [[subjectWords(facts), alarmValue(facts)].filter(Boolean).join(' '), limit];
  return figures.filter(Boolean).join('，');
}

/** Faults of the terminal itself and of its antennas, screen, power and cameras: device abnormalities, not alarms of the vehicle. */
const isTerminalFault = (subject: string): boolean =>
  raisedAlarms[Number(subject.replace('bit', ''))]?.ring === false && !['bit13', 'bit14'].includes(subject);

/** Category of the message about an alarm: 15 what is wrong with the device, 12 with the vehicle itself, otherwise 13 (report.md 6.0). */
export function categoryOf({ kind, subject }: Pick<AlarmFacts, 'kind' | 'subject'>): 12 | 13 | 15 {
  if (kind === 'faultAlarm') return msgCategory.vehicleAffairs;
  const ofDevice = kind === 'deviceAlarm' || (kind === 'terminalAlarm' && isTerminalFault(subject));
  return ofDevice ? msgCategory.deviceException : msgCategory.vehicleAlarm;
}

/** Type of the message: the active-safety type itself, otherwise category × 1000 + 101 and the place of the kind. */
export function messageTypeOf(facts: Pick<AlarmFacts, 'kind' | 'subject' | 'values'>): { type: number; name: string } {
  if (facts.kind === 'safetyAlarm' && typeof facts.values.alarmType === 'number' && facts.values.alarmType > 0)
    return { type: facts.values.alarmType, name: alarmTitle(facts) };
  const at = isAlarmKind(facts.kind) ? alarmKinds.indexOf(facts.kind) : alarmKinds.length;
  return { type: categoryOf(facts) * 1000 + 101 + at, name: episodeKind.label(facts.kind) };
}

/** Number by which people speak of an alarm. */
export const alarmNo = (id: string): string => `BJ${id.padStart(8, '0')}`;

/** 数据来源: who found out. */
export const alarmSources = ['platform', 'terminal', 'both'] as const;
type AlarmSource = (typeof alarmSources)[number];
export const sourceWords = { platform: '平台', terminal: '终端', both: '平台和终端' } as const;
/** Raised by the terminal itself; everything else the platform worked out. */
export const terminalKinds = ['terminalAlarm', 'safetyAlarm', 'faultAlarm'] as const satisfies readonly EpisodeKind[];
const ofTerminal: ReadonlySet<EpisodeKind> = new Set(terminalKinds);
export const sourceOf = ({ kind, values }: Pick<AlarmFacts, 'kind' | 'values'>): AlarmSource =>
  values.source === 'both' ? 'both' : ofTerminal.has(kind) ? 'terminal' : 'platform';
