import { minuteMs } from '@tongda/contract/core/durations';
import { shortLimit } from '@tongda/contract/rules/alarm-rule/applied';
import type { RuleKind } from '@tongda/contract/rules/alarm-rule/kind';
import type { EpisodeKind, EpisodeLevel, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import { alarmTitle, alarmValue, sourceOf, subjectWords } from '@tongda/contract/watch/alarm/words';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { TrackFacts } from '../../../kernel/day/facts';
import { meansAlarmBit } from '../../../kernel/detect/same-thing';
import { type AlarmSpan, alarmNameOf } from '../../../kernel/motion/alarm-bits';
import type { Range } from '../../../kernel/motion/segments';
import type { TrackPoint } from '../../../kernel/point';

type AlarmEvent = Omit<TrackAnswer['alarmEvents'][number], 'address'>;

interface Stored {
  id: string;
  kind: EpisodeKind;
  subject: string;
  subjectName: string;
  level: EpisodeLevel;
  values: EpisodeValues;
  peak: number | null;
  limit: number | null;
  speedRule: FiredSpeedRule;
  placeId: string | null;
  placeName: string;
  handleStatus: number;
  start: number;
  end: number | null;
  lng: number | null;
  lat: number | null;
}

/** Of a speeding alarm the rule in the version that fired, which says where the limit came from; else null. */
export type FiredSpeedRule = { kind: RuleKind; params: unknown } | null;
/** SQL for it, of the episode `e`. */
export const firedSpeedRule = sql<FiredSpeedRule>`case when e.kind = 'speedAlarm' then (select jsonb_build_object('kind', x.kind, 'params', x.params)
    from alarm_rule_version x where x.rule_id = e.rule_id and x.version = e.rule_version order by x.id desc limit 1) end`;

/** Alarms of the platform in a range, as far as the caller may read them: the rows of the alarm list. */
export async function listPlatformAlarms(trx: Trx, ctx: Ctx, vehicleId: string, range: Range) {
  const { rows } = await sql<Stored>`select e.id::text, e.kind, e.subject, e.level, e.values, e.peak,
      e.limit_value as limit, ${firedSpeedRule} as "speedRule", e.place_id::text as "placeId", coalesce((select p.name from place p where p.id = e.place_id), '') as "placeName", e.handle_status as "handleStatus", coalesce((select b.name from probe b where b.vehicle_id = e.vehicle_id
        and b.kind || b.channel = replace(split_part(e.subject, ':', 1), 'tank', 'oil')), '') as "subjectName",
      (extract(epoch from e.start_time) * 1000)::float8 as start, (extract(epoch from e.end_time) * 1000)::float8 as end, e.lng, e.lat
    from episode e where e.vehicle_id = ${vehicleId} and e.alarm and e.status <> 2
      and e.start_time <= ${new Date(range.to)} and (e.end_time is null or e.end_time >= ${new Date(range.from)})
      and exists (select from vehicle_access a where a.vehicle_id = e.vehicle_id and a.client_id = ${ctx.clientId}
        and (a.source = 'own' or 'alarm' = any(a.scopes)) and e.start_time >= a.valid_from and (a.valid_until is null or e.start_time < a.valid_until))
    order by e.start_time, e.id`.execute(trx);
  return rows;
}

/** Reports of terminal and platform about one incident lie at most this far apart (report.md 6). */
const nearMs = minuteMs;

/** Alarms of a track, each incident once: the platform's alarms, and of the terminal's own alarms those that the platform has none for. */
export function mergeAlarmEvents(
  facts: Pick<TrackFacts, 'alarms' | 'inRange'>,
  stored: readonly Stored[],
): AlarmEvent[] {
  const alone = facts.alarms.filter((span) => !stored.some((alarm) => isSameIncident(alarm, span)));
  const all: AlarmEvent[] = [
    ...stored.map((alarm): AlarmEvent => {
      const at = pointAt(facts.inRange, alarm.start);
      return {
        bit: null,
        episodeId: alarm.id,
        name: alarmTitle(alarm),
        subjectWords: subjectWords(alarm),
        value: alarmValue(alarm),
        limit: shortLimit(alarm, alarm.speedRule),
        source: sourceOf(alarm),
        handleStatus: alarm.handleStatus,
        level: alarm.level,
        startTime: alarm.start,
        endTime: alarm.end,
        lng: alarm.lng ?? (at?.located ? at.lng : null),
        lat: alarm.lat ?? (at?.located ? at.lat : null),
        speedKmh: at?.speedKmh ?? null,
      };
    }),
    ...alone.map(({ bit, start, end, lng, lat, speedKmh }): AlarmEvent => {
      const plain = { subjectWords: '', value: '', limit: '', source: 'terminal', handleStatus: null } as const;
      const place = { lng, lat, speedKmh };
      return {
        bit,
        episodeId: null,
        name: alarmNameOf(bit),
        level: 0,
        startTime: start,
        endTime: end,
        ...plain,
        ...place,
      };
    }),
  ];
  return all.sort((a, b) => a.startTime - b.startTime);
}

const isSameIncident = ({ kind, subject, start, end }: Stored, span: AlarmSpan): boolean =>
  meansAlarmBit(kind, subject, span.bit) && span.start <= (end ?? span.start) + nearMs && span.end >= start - nearMs;

/** The first point at a moment or after it; undefined when there is none. */
function pointAt(points: readonly TrackPoint[], t: number): TrackPoint | undefined {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.t ?? t) < t) low = middle + 1;
    else high = middle;
  }
  return points[low];
}
