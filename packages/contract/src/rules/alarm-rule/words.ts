import { type RuleParams, type RulePeriod, ruleScope } from './codes';
import {
  type Bounds,
  fieldWord,
  outsideWord,
  type RoadLimit,
  type RuleField,
  type RuleFields,
  roadClasses,
} from './field';
import { type RuleKind, ruleKind } from './kind';
import { ruleFields } from './kinds';

type Names = ReadonlyMap<string, string>;
const noNames: Names = new Map();

const shortList = (ids: readonly string[], names: Names): string => {
  const shown = ids.slice(0, 3).map((id) => names.get(id) ?? `地点${id}`);
  return ids.length > 3 ? `${shown.join('、')}等${ids.length}处` : shown.join('、');
};
const minutesOf = (seconds: number): string =>
  seconds === 0 ? '立即' : seconds % 60 === 0 ? `持续${seconds / 60}分钟` : `持续${seconds}秒`;

interface LimitParams {
  probes: readonly Bounds[];
  combine: string;
  delayS: number;
  lostTimes: number | null;
}
function limitsText(noun: string, unit: string, p: LimitParams): string {
  const rows = p.probes.map((row) => `${noun}${row.channel} ${outsideWord(row, unit)}`).join('、');
  const how = { any: '', all: '，全部超限', average: '，平均值超限' }[p.combine] ?? '';
  const lost = p.lostTimes === null ? '' : `；缺数超过${p.lostTimes}个上传间隔报警`;
  return `${rows || '按各车探头上下限'}${how}，${minutesOf(p.delayS)}报警${lost}`;
}

/** Away from the company's sites, or from those that doors may be opened at. */
const outsideOf = (placeIds: readonly string[], names: Names): string =>
  placeIds.length === 0 ? '站外' : `在${shortList(placeIds, names)}以外`;

/** The bounds of tyres: 胎压 700-950kPa（标准830kPa）, 胎温上限 90℃; empty when only the terminal's own alarm counts. */
export function tyreWords({ tyreNormalKpa, tyreLowKpa, tyreHighKpa, tyreHighC }: RuleParams['fault']): string[] {
  return [
    tyreLowKpa === null ? '' : `胎压 ${tyreLowKpa}-${tyreHighKpa}kPa（标准${tyreNormalKpa}kPa）`,
    tyreHighC === null ? '' : `胎温上限 ${tyreHighC}℃`,
  ].filter(Boolean);
}

/** The condition of a rule as one readable sentence. */
const sentences: { [K in RuleKind]: (p: RuleParams[K], names: Names) => string } = {
  temperature: (p) => limitsText('探头', '℃', p),
  humidity: (p) => limitsText('湿度', '%RH', p),
  co2: (p) => limitsText('CO₂', 'ppm', p),
  door: (p, names) => {
    const where = p.doors.length > 0 ? p.doors.map((no) => `门${no}`).join('、') : '任一车门';
    const causes = [
      p.openMin === null ? '' : `开门超过${p.openMin}分钟`,
      p.movingKmh === null ? '' : `车速达到${p.movingKmh}km/h时未关`,
      p.outside ? `${outsideOf(p.placeIds, names)}开门（${p.outsideM}米外）` : '',
      p.closedFrom && p.closedTo ? `${p.closedFrom}-${p.closedTo}开门` : '',
      p.locked ? '上锁开门' : '',
    ].filter(Boolean);
    return `${where}${causes.join('、或')}${p.photoChannel === null ? '' : `，报警时通道${p.photoChannel}抓拍`}`;
  },
  speed: (p, names) => {
    const roads = p.roads.map(
      (row: RoadLimit) =>
        `，${roadClasses.find(({ code }) => code === row.road)?.name ?? ''}${row.limitKmh}km/h（${shortList(row.placeIds, names)}）`,
    );
    const night = p.nightPercent < 100 ? `，夜间${p.nightFrom}-${p.nightTo}按${p.nightPercent}%` : '';
    const warn = p.warnKmh > 0 ? `，差${p.warnKmh}km/h时预警` : '';
    const places = p.placeLimits ? '，区域、线路限速更低时按其限速' : '';
    return `车速超过${p.limitKmh}km/h，持续${p.durationS}秒${roads.join('')}${night}${warn}${places}`;
  },
  parking: (p, names) => {
    const but = [p.anySite ? '站点内' : '', shortList(p.placeIds, names)].filter(Boolean).join('、');
    return `停车超过${p.minutes}分钟${but ? `，${but}除外` : ''}`;
  },
  idle: (p) => `怠速超过${p.minutes}分钟`,
  fatigue: (p) =>
    `连续驾驶超过${p.dayMin}分钟、夜间${p.nightMin}分钟或24小时累计${p.totalMin}分钟，休息${p.restMin}分钟重新计时${p.warnMin > 0 ? `，提前${p.warnMin}分钟预警` : ''}`,
  zone: (p, names) => {
    const where = shortList(p.placeIds, names);
    if (p.trigger === 'absent') return `${p.arriveFrom}至${p.arriveBy}未到达${where}`;
    if (p.trigger === 'stay') return `在${where}停留超过${p.minutes}分钟`;
    if (p.trigger === 'speed') return `在${where}内车速超过${p.limitKmh}km/h，持续${p.durationS}秒`;
    return `${p.trigger === 'enter' ? '进入' : '离开'}${where}`;
  },
  line: (p, names) =>
    `偏离${shortList(p.placeIds, names)}${p.awayM > 0 ? `超过${p.awayM}米` : ''}，${minutesOf(p.durationS)}报警`,
  oil: (p) => {
    const more = [p.waste ? '行驶中异常消耗' : '', p.sensor ? '传感器异常' : ''].filter(Boolean);
    return `停车时油量减少超过${p.dropL}升或油箱的${p.dropPercent}%${more.map((word) => `，${word}也报警`).join('')}`;
  },
  device: (p) => {
    const faults = fieldWord(ruleFields.device.faults, p.faults, noNames);
    const offline = p.faults.includes('offline') ? `，离线${p.offlineMin}分钟（熄火${p.offlineAccOffMin}分钟）` : '';
    return `${faults}${offline}`;
  },
  fault: (p) => {
    const low = p.faults.includes('lowVoltage') ? `（低于${p.voltageV}V）` : '';
    const tyres = p.faults.includes('tyre') ? tyreWords(p).map((words) => `，${words}`) : [];
    return `${fieldWord(ruleFields.fault.faults, p.faults, noNames)}${low}${tyres.join('')}，持续${p.durationS}秒`;
  },
  terminal: (p) => `终端上报${fieldWord(ruleFields.terminal.bits, p.bits, noNames)}`,
  safety: (p) => fieldWord(ruleFields.safety.types, p.types, noNames),
  timeliness: (p) =>
    `计划到达提前超过${p.earlyMin}分钟、延迟超过${p.lateMin}分钟或未到${p.leaveLateMin === null ? '' : `，延迟离开超过${p.leaveLateMin}分钟`}${p.stayMin === null ? '' : `，停留超过${p.stayMin}分钟`}${p.legMaxMin === null ? '' : `，单段用时超过${p.legMaxMin}分钟`}${p.etaWarnMin === null ? '' : `，提前${p.etaWarnMin}分钟预警预计晚点`}`,
};
export const ruleSentence = <K extends RuleKind>(kind: K, params: RuleParams[K], names: Names = noNames): string =>
  sentences[kind](params, names);

/** Fields of a kind in their order. */
export const fieldsOf = (kind: RuleKind): ReadonlyArray<readonly [name: string, field: RuleField]> =>
  // every kind has such fields
  Object.entries(ruleFields[kind] as RuleFields);

/** Parameters in words, by name; those that have no effect with the others are ''. The change history compares these. */
export const paramWords = (
  kind: RuleKind,
  params: Readonly<Record<string, unknown>>,
  names: Names,
): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(kind).map(([name, field]) => [
      name,
      field.when && !field.when(params) ? '' : fieldWord(field, params[name], names),
    ]),
  );

const weekdayNames = ['一', '二', '三', '四', '五', '六', '日'];
/** 每天 全天, 周一至周五的工作日 … as the list and the history say it. */
export function periodWord(period: RulePeriod, from: string | null, until: string | null): string {
  const days =
    period.weekdays.length === 0 || period.weekdays.length === 7
      ? '每天'
      : `周${[...period.weekdays]
          .sort()
          .map((day) => weekdayNames[day - 1])
          .join('、')}`;
  const spans = period.spans.length === 0 ? '全天' : period.spans.map((s) => `${s.from}-${s.to}`).join('、');
  const dates = from || until ? `${from ?? ''}~${until ?? ''} ` : '';
  return `${period.inTransit ? '仅在途 ' : ''}${dates}${days} ${spans}`;
}

/** What is wrong between the pressures of tyres. A terminal keeps one unit for all three, so that one alone would change what the others mean there. */
function tyreFault(params: RuleParams['fault']): [field: string, msg: string] | null {
  const { tyreNormalKpa: normal, tyreLowKpa: low, tyreHighKpa: high } = params;
  if (normal === null && low === null && high === null) return null;
  if (normal === null || low === null || high === null) {
    const missing = normal === null ? 'tyreNormalKpa' : low === null ? 'tyreLowKpa' : 'tyreHighKpa';
    return [missing, '标准胎压、下限、上限须一起填写'];
  }
  if (low >= normal) return ['tyreLowKpa', '胎压下限须低于标准胎压'];
  return high <= normal ? ['tyreHighKpa', '胎压上限须高于标准胎压'] : null;
}

/** What is wrong between the parameters of a rule: [field, sentence]. */
export function ruleFault(kind: RuleKind, params: unknown): [field: string, msg: string] | null {
  if (kind === 'door') {
    // parsed by the schema of this kind
    const p = params as RuleParams['door'];
    if ((p.closedFrom === null) !== (p.closedTo === null)) return ['closedTo', '请填写禁止开门的起止时间'];
    if (p.openMin === null && p.movingKmh === null && !p.outside && p.closedFrom === null && !p.locked)
      return ['openMin', '请至少填写一种开门条件'];
  }
  if (kind === 'zone') {
    // parsed by the schema of this kind
    const p = params as RuleParams['zone'];
    if (p.trigger === 'absent' && p.arriveBy <= p.arriveFrom) return ['arriveBy', '最晚到达须晚于应到时段的开始'];
  }
  if (kind === 'fault') {
    // parsed by the schema of this kind
    return tyreFault(params as RuleParams['fault']);
  }
  if (kind === 'temperature' || kind === 'humidity' || kind === 'co2') {
    // parsed by the schema of these kinds, which have the same bounds
    const p = params as RuleParams['temperature'];
    if (p.severeAbove <= p.ordinaryAbove) return ['severeAbove', '严重的偏差须大于一般的偏差'];
  }
  return null;
}

/** What a rule sets limits for ('*': everything of its kind): two rules of a kind that share one of these for a vehicle contradict each other. */
const subjects: { [K in RuleKind]: (p: RuleParams[K]) => readonly string[] } = {
  temperature: probesOf,
  humidity: probesOf,
  co2: probesOf,
  door: (p) => {
    const doors = p.doors.length > 0 ? p.doors : [1, 2, 3, 4, 5, 6, 7];
    const causes = [
      p.openMin === null ? [] : ['open'],
      p.movingKmh === null ? [] : ['moving'],
      p.outside ? ['outside'] : [],
      p.closedFrom === null ? [] : ['closed'],
      p.locked ? ['locked'] : [],
    ].flat();
    return doors.flatMap((door) => causes.map((cause) => `${door}:${cause}`));
  },
  speed: isWhole,
  parking: isWhole,
  idle: isWhole,
  fatigue: isWhole,
  zone: (p) => p.placeIds.map((id) => `${p.trigger}:${id}`),
  line: (p) => p.placeIds,
  oil: isWhole,
  device: (p) => p.faults,
  fault: (p) => p.faults,
  terminal: (p) => p.bits.map(String),
  safety: (p) => p.types.map(({ type }) => String(type)),
  timeliness: isWhole,
};
function isWhole(): readonly string[] {
  return ['*'];
}
/** A rule by the vehicle's own bounds applies to every probe. */
function probesOf(p: { probes: readonly Bounds[]; combine: string }): readonly string[] {
  if (p.combine !== 'any') return [p.combine];
  return p.probes.length > 0 ? p.probes.map(({ channel }) => String(channel)) : ['*'];
}
export const ruleSubjects = (kind: RuleKind, params: unknown): readonly string[] =>
  // the parameters were parsed by the schema of this kind
  (subjects[kind] as (p: unknown) => readonly string[])(params);

/** Whether `one` covers all that `other` sets limits for. */
export function coversSubjects(one: readonly string[], other: readonly string[]): boolean {
  return one.includes('*') || other.every((subject) => one.includes(subject));
}
export const shareSubjects = (one: readonly string[], other: readonly string[]): boolean =>
  one.includes('*') || other.includes('*') || one.some((subject) => other.includes(subject));

export const ruleLabels = {
  name: '规则名称',
  kind: '规则类型',
  level: '报警级别',
  enabled: '状态',
  scope: '适用对象',
  targetIds: '对象',
  excludeIds: '排除车辆',
  period: '生效时段',
  remark: '备注',
} as const;
export const scopeWord = (scope: number): string => ruleScope.label(scope);
export const kindWord = (kind: string): string => ruleKind.label(kind);
