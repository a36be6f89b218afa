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
      return speedOrigin(alarm, own, rule.params as RuleParams['speed']);
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

/** A night's percentage of a limit is told by the limit itself: the rule's figure, or that of a class of road, reduced by it. What a place allows by day is not known here. */
function speedOrigin(
  { placeId, placeName, limit }: Fired,
  own: string,
  { roads, nightPercent, limitKmh }: Pick<RuleParams['speed'], 'roads' | 'nightPercent' | 'limitKmh'>,
): string {
  const nightOf = (byDay: number): string => (limit !== null && limit < byDay ? `，夜间按${nightPercent}%` : '');
  if (placeId === null) return `${own}${nightOf(limitKmh)}`;
  const road = roads.find(({ placeIds }) => placeIds.includes(placeId));
  if (!road) return `地点“${placeName}”的限速`;
  return `${own}的${roadWord(road.road)}限速（${placeName}）${nightOf(road.limitKmh)}`;
}
