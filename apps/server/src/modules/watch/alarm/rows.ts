import { shortLimit } from '@tongda/contract/rules/alarm-rule/applied';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import type { EpisodeLevel, EpisodeValues } from '@tongda/contract/watch/alarm/episode';
import type { AlarmUrgency } from '@tongda/contract/watch/alarm/urgency';
import {
  type AlarmKind,
  alarmNo,
  alarmTitle,
  alarmValue,
  sourceOf,
  subjectWords,
} from '@tongda/contract/watch/alarm/words';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { type FiredSpeedRule, findAddress, nearSites, placeLine } from '../track/door';

/** An alarm as the database gives it; times epoch ms. */
export interface StoredAlarm {
  id: string;
  version: number;
  vehicleId: string;
  plateNo: string;
  vehicleColor: number;
  fleetName: string;
  orgName: string;
  driverName: string;
  driverPhone: string;
  driverBy: AlarmRow['driverBy'];
  shared: boolean;
  kind: AlarmKind;
  subject: string;
  subjectName: string;
  level: EpisodeLevel;
  status: AlarmRow['status'];
  values: EpisodeValues;
  peak: number | null;
  limit: number | null;
  start: number;
  end: number | null;
  lng: number | null;
  lat: number | null;
  placeName: string;
  placeId: string | null;
  ruleName: string;
  ruleId: string | null;
  ruleVersion: number | null;
  speedRule: FiredSpeedRule;
  blindRatio: number;
  speedKmh: number | null;
  announced: boolean;
  fileCount: number;
  filesAnnounced: number;
  handleStatus: AlarmRow['handleStatus'];
  urgency: AlarmUrgency | null;
  ways: AlarmRow['ways'];
  handledBy: string;
  handledById: string | null;
  handledAt: number | null;
  handleRemark: string;
}

/** Where the alarm began, the own site (`near`) before the address: the same text on cards, in lists, messages and files. */
export const addressOfAlarm = async (
  { lng, lat, placeName }: Pick<StoredAlarm, 'lng' | 'lat' | 'placeName'>,
  near: string,
) => (lng === null || lat === null ? placeName : placeLine(near, await findAddress(lng, lat)) || placeName);

async function alarmRow(a: StoredAlarm, timeZone: string, near: string): Promise<AlarmRow> {
  return {
    id: a.id,
    version: a.version,
    alarmNo: alarmNo(a.id),
    vehicleId: a.vehicleId,
    plateNo: a.plateNo,
    vehicleColor: a.vehicleColor,
    fleetName: a.fleetName,
    orgName: a.orgName,
    driverName: a.driverName,
    driverPhone: a.driverPhone,
    driverBy: a.driverBy,
    shared: a.shared,
    kind: a.kind,
    title: alarmTitle(a),
    subject: a.subject,
    subjectWords: subjectWords(a),
    level: a.level,
    status: a.status,
    startTime: wireTime(a.start, timeZone),
    endTime: a.end === null ? null : wireTime(a.end, timeZone),
    start: a.start,
    end: a.end,
    durationMs: a.end === null ? null : Math.max(0, a.end - a.start),
    value: alarmValue(a),
    limit: shortLimit(a, a.speedRule),
    lng: a.lng,
    lat: a.lat,
    address: await addressOfAlarm(a, near),
    placeName: a.placeName,
    ruleName: a.ruleName,
    source: sourceOf(a),
    latePercent: Math.round(a.blindRatio * 100),
    speedKmh: a.speedKmh,
    times: typeof a.values.times === 'number' ? a.values.times : 1,
    announced: a.announced,
    fileCount: a.fileCount,
    filesAnnounced: a.filesAnnounced,
    handleStatus: a.handleStatus,
    urgency: a.urgency,
    ways: a.ways,
    handledBy: a.handledBy,
    handleTime: a.handledAt === null ? null : wireTime(a.handledAt, timeZone),
    handleRemark: a.handleRemark,
    reactionMs: a.handledAt === null ? null : Math.max(0, a.handledAt - a.start),
  };
}

/** Alarms as every answer shows them: list, live list, detail and file. */
export async function alarmRows(
  { db, clientId, timeZone }: Pick<Ctx, 'db' | 'clientId' | 'timeZone'>,
  list: readonly StoredAlarm[],
): Promise<AlarmRow[]> {
  const near = await db((trx) => nearSites(trx, clientId, list));
  return Promise.all(list.map((one, i) => alarmRow(one, timeZone, near[i] ?? '')));
}
