import { type AlarmFacts, alarmLimit, subjectWords } from '../../watch/alarm/words';
import type { RuleParams } from './codes';
import { roadWord } from './field';
import type { RuleKind } from './kind';

/** The version of a rule that fired. */
interface FiredRule {
  name: string;
  version: number;
  kind: RuleKind;
  /** as the schema of its kind parsed them */
  params: unknown;
}
/** What is known of an alarm, with the place that its limit comes from. */
type Fired = AlarmFacts & { placeId: string | null; placeName: string };

/**
 * The limit that an alarm was held against and where it came from, as one line: 上限 −15 ℃，来自车辆探头“后区”设置的上下限. '' for alarms that are held against
 * no figure. A rule says how limits are found ("按各车探头上下限", a speed with those of places); this says which one it was.
 */
export function appliedLimit(alarm: Fired, rule: FiredRule): string {
  const limit = alarmLimit(alarm);
  return limit === '' ? '' : `${limit}，来自${originOf(alarm, rule)}`;
}

/**
 * The limit of an alarm for lists, which have little room: 限速 60 km/h（国道）. Only a speed is found in several places and says so: 规则, 地点 or a class of road, with 夜间 when the
 * night's percentage lowered it. Other alarms, and those whose rule is not known, say their limit alone.
 */
export function shortLimit(alarm: Fired, rule: Pick<FiredRule, 'kind' | 'params'> | null): string {
  const limit = alarmLimit(alarm);
  if (limit === '' || rule?.kind !== 'speed') return limit;
  // parsed by the schema of this kind
  const { source, night } = speedSource(alarm, rule.params as SpeedParams);
  return `${limit}（${source}${night ? '，夜间' : ''}）`;
}

function originOf(alarm: Fired, rule: FiredRule): string {
  const own = `规则“${rule.name}”第${rule.version}版`;
  switch (rule.kind) {
    case 'temperature':
    case 'humidity':
    case 'co2':
      // parsed by the schema of these kinds, which have the same bounds
      return probeOrigin(alarm, own, rule.params as RuleParams['temperature']);
    case 'speed':
      // parsed by the schema of this kind
      return speedOrigin(alarm, own, rule.params as SpeedParams);
    case 'line':
      return alarm.placeName ? `${own}，线路“${alarm.placeName}”` : own;
    case 'zone':
      return alarm.placeName ? `${own}，区域“${alarm.placeName}”` : own;
    default:
      return own;
  }
}

function probeOrigin(
  alarm: Fired,
  own: string,
  { probes, combine }: Pick<RuleParams['temperature'], 'probes' | 'combine'>,
): string {
  const how = { any: '', average: '，按探头平均值判定', all: '，全部探头超限才报警' }[combine];
  if (probes.length === 0) return `车辆探头“${subjectWords(alarm)}”设置的上下限${how}`;
  // one probe is named as the rule names it, by its number
  const one = combine === 'any' ? `的${subjectWords({ ...alarm, subjectName: '' })}` : '';
  return `${own}${one}${how}`;
}

type SpeedParams = Pick<RuleParams['speed'], 'roads' | 'nightPercent' | 'limitKmh'>;

/**
 * Where the limit of a speeding alarm came from. A night's percentage of it is told by the limit itself: the rule's figure, or that of a class of road, reduced by it. What a place
 * allows by day is not known here.
 */
function speedSource(
  { placeId, limit }: Pick<Fired, 'placeId' | 'limit'>,
  { roads, limitKmh }: SpeedParams,
): { source: string; road: boolean; night: boolean } {
  const isBelow = (byDay: number): boolean => limit !== null && limit < byDay;
  if (placeId === null) return { source: '规则', road: false, night: isBelow(limitKmh) };
  const road = roads.find(({ placeIds }) => placeIds.includes(placeId));
  return road
    ? { source: roadWord(road.road), road: true, night: isBelow(road.limitKmh) }
    : { source: '地点', road: false, night: false };
}

function speedOrigin(alarm: Fired, own: string, params: SpeedParams): string {
  const { placeId, placeName } = alarm;
  const { source, road, night } = speedSource(alarm, params);
  const nightWords = night ? `，夜间按${params.nightPercent}%` : '';
  if (placeId === null) return `${own}${nightWords}`;
  return road ? `${own}的${source}限速（${placeName}）${nightWords}` : `地点“${placeName}”的限速`;
}
