import {
  type WriteFilters,
  type WriteRow,
  writeFilters,
  writeParams,
} from '@tongda/contract/resources/card/write-calls';
import { writeStatus } from '@tongda/contract/resources/enums';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireColumnOrNull, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../../core/record/filters';
import { visibleVehicles } from '../../../base/org/door';
import { causeWords, repeatedWords, writeStatusNow } from '../../../watch/command/door';

/** Query of the lines of tasks `w`, one per vehicle, for vehicles that the caller sees. */
export const fromWrites = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('write_item as w')
    .innerJoin('write_task as t', 't.id', 'w.task_id')
    .innerJoin('vehicle as v', 'v.id', 'w.vehicle_id')
    .innerJoin('device as d', 'd.id', 'w.device_id')
    .leftJoin('device_command as c', 'c.id', 'w.command_id')
    .leftJoin('app_user as u', 'u.id', 't.created_by')
    .where('w.client_id', '=', ctx.clientId)
    .where(visibleVehicles(ctx, 'w.vehicle_id'));

/**
 * Whether place `p` changed after line `w` wrote it: it has another shape (`g` is the present one) or another speed limit, or is deleted; unless
 * a later line of the same vehicle wrote it again or cleared everything.
 */
const isOutdated = sql<boolean>`w.status = 2
  and (p.deleted_at > t.created_at or (p.deleted_at is null and (lower(g.during) > t.created_at
    or jsonb_path_query_first(t.command, '$.*[*] ? (@.id == $i).limitKmh', jsonb_build_object('i', p.id)) is distinct from coalesce(to_jsonb(p.speed_limit_kmh), 'null'))))
  and not exists (select from write_item w2 join write_task t2 on t2.id = w2.task_id
    where w2.vehicle_id = w.vehicle_id and w2.id > w.id and w2.status = 2 and (t2.content = 'clear' or p.id = any(t2.place_ids)))`;
const changedPlaces = sql`place p left join place_shape g on g.place_id = p.id and upper_inf(g.during) where p.id = any(t.place_ids) and ${isOutdated}`;
/** `限速圆已变更、禁停框已删除`; empty when the terminal holds the present places. */
const outdatedWords = sql<string>`coalesce((select string_agg(p.name || case when p.deleted_at is null then '已变更' else '已删除' end, '、' order by p.id)
  from ${changedPlaces}), '')`;
/** Ids of the places that changed since the line wrote them. */
export const outdatedIds = sql<string[]>`array(select p.id::text from ${changedPlaces} order by p.id)`;

const sortable = { createTime: 't.created_at', updateTime: 'w.updated_at' };
type Filters = WriteFilters & { ids?: string[] };

const ownConditions: OwnConditions<typeof writeFilters.table> = {
  status: (status) => sql<boolean>`${writeStatusNow} = ${status}`,
  outdated: () => sql<boolean>`t.content = 'places' and exists (select from ${changedPlaces})`,
};
const writeConditions = (ctx: Ctx, q: Filters): RawBuilder<boolean> =>
  filterConditions(writeFilters.table, 'w', ownConditions, ctx, q);

/** A window of the lines of tasks under the filters, with the terminals' answers in words. */
export async function listWrites(
  trx: Trx,
  ctx: Ctx,
  q: Filters & { sort?: string; limit: number; offset: number },
): Promise<WriteRow[]> {
  const rows = await fromWrites(trx, ctx)
    .select([
      'w.id',
      't.task_no as taskNo',
      'w.vehicle_id as vehicleId',
      'v.plate_no as plateNo',
      'v.vehicle_color as vehicleColor',
      'd.terminal_no as terminalNo',
      't.content',
      't.summary',
      writeStatusNow.as('status'),
      outdatedWords.as('outdated'),
      'w.answer',
      'w.tries',
      ...commandOfLine(ctx),
      sql<string>`coalesce(u.name, '')`.as('createUser'),
      wireTimeSql(sql<Date>`t.created_at`, ctx.timeZone).as('createTime'),
      wireTimeSql(sql<Date>`w.updated_at`, ctx.timeZone).as('updateTime'),
      wireTimeSql(sql<Date>`w.expires_at`, ctx.timeZone).as('expireTime'),
    ])
    .where(writeConditions(ctx, q))
    .orderBy(orderByClause(q.sort, sortable, 'w.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  return rows.map(({ answer, cause, attempts, answeredAt, ...row }) => ({
    ...row,
    answer: [describeAnswer(answer, row.status, { cause, attempts, answeredAt }), repeatedWords(attempts ?? 0)]
      .filter(Boolean)
      .join('；'),
  }));
}

export async function countWrites(trx: Trx, ctx: Ctx, q: Filters): Promise<number> {
  const { n } = await fromWrites(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(writeConditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

const known = new Map<number, { label: string; unit: string }>(Object.values(writeParams).map((p) => [p.id, p]));

/** What the command `c` of a line knows of it; all null for a line without one. */
export const commandOfLine = ({ timeZone }: Pick<Ctx, 'timeZone'>) =>
  ['c.cause', 'c.attempts', wireColumnOrNull('c.answered_at', timeZone).as('answeredAt')] as const;
interface CommandOfLine {
  cause: string | null;
  /** how often it went out */
  attempts: number | null;
  /** when the terminal said something, company's clock; null: nothing yet */
  answeredAt: string | null;
}

/**
 * The answer of a terminal in words: its parameters, unknown ones by their number; or else why there is no answer, as the history of commands says it. A
 * line that is older than its company keeps commands has its state alone.
 */
export function describeAnswer(
  answer: unknown,
  status: number,
  { cause, attempts, answeredAt }: CommandOfLine,
): string {
  if (Array.isArray(answer)) {
    // an answer that is a list is `params` of the answer to its command
    const said = (answer as Array<{ id: number; hex: string }>).map(({ id, hex }) => {
      const param = known.get(id);
      const number = `0x${id.toString(16).toUpperCase().padStart(4, '0')}`;
      return param ? `${param.label} ${Number.parseInt(hex, 16)}${param.unit}` : `${number}=${hex}`;
    });
    return said.length > 0 ? said.join('，') : '终端没有可读的参数';
  }
  if (cause) return causeWords(cause);
  switch (status) {
    // the general reply (0x0001, result 0) is all that a terminal says to what it keeps
    case writeStatus.done:
      return `通用应答：成功${answeredAt === null ? '' : `（${answeredAt.slice(5)}）`}`;
    case writeStatus.failed:
      return '终端执行失败或消息有误';
    case writeStatus.unsupported:
      return '终端不支持该指令';
    case writeStatus.silent:
      return '终端在20秒内没有应答，可重发';
    case writeStatus.offline:
      return '终端离线，上线后自动下发';
    case writeStatus.waiting:
      return '等待下发';
    case writeStatus.cancelled:
      return attempts ? '已取消，但此前发出过，不知道终端是否收到' : '下发前已取消';
    case writeStatus.expired:
      return '72小时内终端没有上线，可重发';
    default:
      return '';
  }
}
