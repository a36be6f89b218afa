import type { AlarmTrace } from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { type AlarmMessage, episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { alarmValue } from '@tongda/contract/watch/alarm/words';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { extension } from '../../../core/run/extension';
import type { Secrets } from '../../../core/run/secrets';
import { fileLink } from '../../base/file/door';
import { alarmTag } from './message-words';
import type { StoredAlarm } from './rows';

/** Where modules above add lines to an alarm's trace (the push module: whom it notified). */
export const alarmTraces = extension<(trx: Trx, ctx: Ctx, alarmId: string) => Promise<AlarmTrace[]>>();

const plain = { who: '', remark: '', files: [] };

/** Everything that happened to an alarm in order of time: what the platform found, who was told, who handled it. */
export async function loadTrace(trx: Trx, ctx: Ctx, secrets: Secrets, alarm: StoredAlarm): Promise<AlarmTrace[]> {
  const lines = [
    ...(await loadEvents(trx, ctx, alarm)),
    ...(await loadMessages(trx, ctx, alarm)),
    ...(await loadOtherTraces(trx, ctx, alarm)),
    ...(await loadHandlings(trx, ctx, secrets, alarm)),
  ];
  // equal seconds stay in this order: found, told, handled
  return lines.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)));
}

/** Lines that modules above add. They are asked one after another, as a transaction has only one connection. */
async function loadOtherTraces(trx: Trx, ctx: Ctx, { id }: StoredAlarm): Promise<AlarmTrace[]> {
  const lines: AlarmTrace[] = [];
  for (const trace of alarmTraces.parts()) lines.push(...(await trace(trx, ctx, id)));
  return lines;
}

const whatOf = { opened: 'begin', changed: 'changed', ended: 'end', withdrawn: 'withdrawn' } as const;

async function loadEvents(trx: Trx, { timeZone }: Ctx, { id }: StoredAlarm): Promise<AlarmTrace[]> {
  const { rows } = await sql<{ at: number; push: boolean; body: Omit<AlarmMessage, 'eventId'> }>`
    select (extract(epoch from at) * 1000)::float8 as at, push, body from episode_event where episode_id = ${id} order by id`.execute(
    trx,
  );
  return rows.map(({ at, push, body }) => {
    const figures = [episodeLevel.label(body.level), alarmValue(body)]
      .filter((word) => word && word !== '--')
      .join('，');
    const text = {
      opened: `发现报警${figures ? `：${figures}` : ''}${push ? '' : '（补传或历史数据，不推送）'}`,
      changed: `报警变化：${figures}`,
      ended: `报警结束${figures ? `：${figures}` : ''}`,
      withdrawn: '按补传的数据重新计算，报警不成立，已撤销',
    }[body.event];
    return { ...plain, time: wireTime(at, timeZone), what: whatOf[body.event], text };
  });
}

/** The platform's own messages about the alarm: to how many users, and who has read it. */
async function loadMessages(trx: Trx, ctx: Ctx, { id }: StoredAlarm): Promise<AlarmTrace[]> {
  const { rows } = await sql<{ at: number; told: number; readers: string[] }>`
    select (extract(epoch from m.created_at) * 1000)::float8 as at, count(*)::int as told,
      coalesce(array_agg(u.name order by mu.read_at) filter (where mu.read_at is not null), '{}') as readers
    from message m join message_user mu on mu.message_id = m.id join app_user u on u.id = mu.user_id
    where m.client_id = ${ctx.clientId} and m.once_key = ${alarmTag(id)} group by m.id, m.created_at`.execute(trx);
  return rows.map(({ at, told, readers }) => {
    const read = readers.length > 0 ? `，${readers.length} 人已读：${readers.slice(0, 5).join('、')}` : '，尚无人查看';
    const text = `站内消息已发给 ${told} 人${read}`;
    return { ...plain, time: wireTime(at, ctx.timeZone), what: 'told', text };
  });
}

interface HandleRow {
  at: number;
  action: 'handle' | 'appeal' | 'undo' | 'reopen';
  status: number;
  ways: number[];
  remark: string;
  who: string;
  files: Array<{ id: string; name: string; mime: string }>;
}

async function loadHandlings(trx: Trx, ctx: Ctx, secrets: Secrets, { id }: StoredAlarm): Promise<AlarmTrace[]> {
  const { rows } =
    await sql<HandleRow>`select (extract(epoch from h.at) * 1000)::float8 as at, h.action, h.status, h.ways, h.remark, h.user_name as who,
      coalesce((select json_agg(json_build_object('id', f.id::text, 'name', f.file_name, 'mime', f.mime) order by f.id)
        from file f where f.id = any(h.file_ids)), '[]') as files
    from alarm_handle h where h.episode_id = ${id} order by h.id`.execute(trx);
  return rows.map(({ at, action, status, ways, remark, who, files }) => {
    const words = {
      handle: `处理为“${alarmHandleStatus.label(status)}”`,
      appeal: '申诉',
      undo: '撤回处理',
      reopen: '重新打开',
    }[action];
    const how = ways.map((way) => alarmHandleWay.label(way)).join('、');
    return {
      time: wireTime(at, ctx.timeZone),
      what: action,
      who,
      text: how ? `${words} · ${how}` : words,
      remark,
      files: files.map((file) => ({
        id: file.id,
        name: file.name,
        url: fileLink(secrets, file.id),
        image: file.mime.startsWith('image/'),
      })),
    };
  });
}
