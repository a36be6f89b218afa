import { minuteMs } from '@tongda/contract/core/durations';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { wireTime } from '../../../kit/show/format';
import type { MapAlarm, MapNote } from '../../../map/track/types';

/** Alarms of a track that have a position; `id` is their index in `alarmEvents`. */
export const alarmMarksOf = (track: TrackAnswer): MapAlarm[] =>
  track.alarmEvents.flatMap(({ name, lng, lat }, i) =>
    lng === null || lat === null ? [] : [{ id: String(i), char: name.slice(0, 1), lng, lat }],
  );

/**
 * The axis of the player, epoch ms: the time that was asked for, but it ends with the data while the day is not over yet, and is never
 * shorter than a minute.
 */
export function axisOf(track: TrackAnswer, form: { startTime: string; endTime: string }, zoneOffsetMs: number) {
  const from = wallToEpoch(form.startTime, zoneOffsetMs);
  const lastData = Math.max(track.points.t.at(-1) ?? from, from + minuteMs);
  return { from, to: Math.max(Math.min(wallToEpoch(form.endTime, zoneOffsetMs), lastData), from + minuteMs) };
}

/** Tags beside the line: how long each gap is and why, and how many points were sent late where a late part begins. */
export function notesOf(track: TrackAnswer): MapNote[] {
  const { points } = track;
  const notes: MapNote[] = track.gaps.map((gap) => ({
    lng: points.lng[gap.fromIndex] ?? 0,
    lat: points.lat[gap.fromIndex] ?? 0,
    text: `无数据 ${Math.round((gap.endTime - gap.startTime) / minuteMs)} 分${gap.reason ? ` · ${gap.reason}` : ''}`,
    tone: 'alarm',
  }));
  let first = -1;
  for (let i = 0; i <= points.t.length; i++) {
    const late = ((points.flags[i] ?? 0) & 4) !== 0;
    if (late && first < 0) first = i;
    if (!late && first >= 0) {
      if (i - first >= 5)
        notes.push({
          lng: points.lng[first] ?? 0,
          lat: points.lat[first] ?? 0,
          text: `补传 ${i - first} 点`,
          tone: 'plain',
        });
      first = -1;
    }
  }
  return notes;
}

/** Time of the point nearest to a place on the line. */
export function timeNear(track: TrackAnswer, lng: number, lat: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  track.points.lng.forEach((x, i) => {
    const d = (x - lng) ** 2 + ((track.points.lat[i] ?? 0) - lat) ** 2;
    if (d < least) {
      least = d;
      best = i;
    }
  });
  return track.points.t[best] ?? 0;
}

/** Offset of a zone from UTC at a moment, ms. */
export function offsetOf(t: number, zone: string): number {
  return Date.parse(`${wireTime(t, zone).replace(' ', 'T')}Z`) - Math.floor(t / 1000) * 1000;
}
/** Wall clock `YYYY-MM-DD HH:mm:ss` of a zone with this offset → epoch ms. */
const wallToEpoch = (wire: string, zoneOffsetMs: number): number =>
  Date.parse(`${wire.replace(' ', 'T')}Z`) - zoneOffsetMs;
