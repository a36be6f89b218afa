import { shortLimit } from '@tongda/contract/rules/alarm-rule/applied';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { alarmFactsLine, alarmTitle, categoryOf, messageTypeOf } from '@tongda/contract/watch/alarm/words';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { NewMessage } from '../../base/message/door';
import { nearSites } from '../track/door';
import { addressOfAlarm, type StoredAlarm } from './rows';

/** Tag of an alarm's messages; as their once-key it makes sure that a company gets one message for an alarm. */
export const alarmTag = (id: string): string => `alarm:${id}`;

/** The message about an alarm for everybody concerned, with start, figures and address in the texts of lists and files. */
export async function messageOf(
  db: Kysely<DB>,
  alarm: StoredAlarm,
  clientId: string,
  timeZone: string,
): Promise<NewMessage> {
  const [near = ''] = await nearSites(db, clientId, [alarm]);
  const { type, name } = messageTypeOf(alarm);
  return {
    clientId,
    category: categoryOf(alarm),
    type,
    typeName: name,
    objTag: `${alarmTag(alarm.id)}|vehicle:${alarm.vehicleId}`,
    objName: alarm.plateNo,
    title: `${alarmTitle(alarm)}（${episodeLevel.label(alarm.level)}）`,
    content: await contentOf(alarm, timeZone, near),
    vehicleId: alarm.vehicleId,
    level: alarm.level,
    onceKey: alarmTag(alarm.id),
  };
}

async function contentOf(alarm: StoredAlarm, timeZone: string, near: string): Promise<string> {
  const begin = `${wireTime(alarm.start, timeZone)} ${alarmTitle(alarm)}`;
  const end = alarm.end === null ? '' : `已于${wireTime(alarm.end, timeZone)}结束`;
  const parts = [
    begin,
    alarmFactsLine(alarm, shortLimit(alarm, alarm.speedRule)),
    await addressOfAlarm(alarm, near),
    end,
  ].filter(Boolean);
  return `${alarm.plateNo} ${parts.join('；')}。`;
}
