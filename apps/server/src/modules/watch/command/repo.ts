import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type CommandFilters,
  type CommandRow,
  commandFilters,
  commandPage,
} from '@tongda/contract/watch/command/calls';
import type { CommandKind, CommandOrder } from '@tongda/contract/watch/command/kind';
import type { CommandState } from '@tongda/contract/watch/command/life';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumn, wireColumnOrNull } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions } from '../../../core/record/filters';
import { holdTotal } from '../../../core/record/totals';
import type { Secrets } from '../../../core/run/secrets';
import { visibleVehicles } from '../../base/org/door';
import { findPictures } from './pictures';
import { answerWords } from './words';

/** Query of the commands `c` to vehicles that the caller sees. */
export const fromCommands = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('device_command as c')
    .innerJoin('vehicle as v', 'v.id', 'c.vehicle_id')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .where('c.client_id', '=', ctx.clientId)
    .where(visibleVehicles(ctx, 'c.vehicle_id'));

/** Columns of a command `c` that everybody is shown who may see it. */
export const shownColumns = (ctx: Ctx) =>
  [
    'c.id',
    'c.batch_no as batchNo',
    sql<CommandKind>`c.kind`.as('kind'),
    'c.summary',
    'c.reason',
    sql<CommandState>`c.state`.as('state'),
    'c.cause',
    'c.answer as told',
    // the column is jsonb; only `storeCommands` fills it, with an order
    sql<CommandOrder>`c.params`.as('order'),
    'c.attempts as tries',
    'c.created_name as createUser',
    sql<boolean>`c.created_by is not distinct from ${ctx.userId}`.as('mine'),
    sql<number | null>`(extract(epoch from c.ended_at - c.sent_at) * 1000)::int`.as('tookMs'),
    wireColumn('c.created_at', ctx.timeZone).as('createTime'),
    wireColumnOrNull('c.sent_at', ctx.timeZone).as('sendTime'),
    wireColumnOrNull('c.answered_at', ctx.timeZone).as('answerTime'),
    wireColumn('c.expires_at', ctx.timeZone).as('expireTime'),
  ] as const;

const selectRows = (from: ReturnType<typeof fromCommands>, ctx: Ctx) =>
  from
    .select([
      'c.vehicle_id as vehicleId',
      'v.plate_no as plateNo',
      'v.vehicle_color as vehicleColor',
      'd.terminal_no as terminalNo',
    ])
    .select(shownColumns(ctx))
    // the vehicle is joined by it
    .$narrowType<{ vehicleId: string }>();

/** A command without the picture that its terminal may have sent. */
type Read = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Commands as their company sees them, with the pictures that terminals have sent. */
async function ownRows(trx: Trx, ctx: Ctx, secrets: Secrets, rows: readonly Read[]): Promise<CommandRow[]> {
  const ordered = rows.filter(({ kind }) => kind === 'photo').map(({ id }) => id);
  const pictures = await findPictures(trx, ctx, secrets, ordered);
  return rows.map(({ cause, told, order, ...row }) => ({
    ...row,
    content: order.kind === 'write' ? order.content : null,
    picture: null,
    picturePending: false,
    answer: answerWords({ ...row, cause, answer: told, order }, ctx.timeZone),
    ...pictures.get(row.id),
  }));
}

const conditions = (ctx: Ctx, q: CommandFilters): RawBuilder<boolean> =>
  filterConditions(
    commandFilters.table,
    'c',
    { vehicleId: (vehicleId) => sql<boolean>`c.vehicle_id = ${vehicleId}` },
    ctx,
    q,
  );

/** A page of the commands to vehicles that the caller sees, the newest first. */
export function pageCommands(
  ctx: Ctx,
  secrets: Secrets,
  q: Parsed<typeof commandPage>,
): Promise<Output<typeof commandPage>> {
  return ctx.db(async (trx) => {
    const rows = await selectRows(fromCommands(trx, ctx), ctx)
      .where(conditions(ctx, q))
      .orderBy(orderByClause(q.sort, { createTime: 'c.created_at' }, 'c.id'))
      .limit(q.size)
      .offset((q.page - 1) * q.size)
      .execute();
    const total = await holdTotal(ctx, commandPage, q, async () => {
      const { n } = await fromCommands(trx, ctx)
        .select(sql<number>`count(*)::int`.as('n'))
        .where(conditions(ctx, q))
        .executeTakeFirstOrThrow();
      return n;
    });
    return { list: await ownRows(trx, ctx, secrets, rows), total, page: q.page, size: q.size };
  });
}

/** Some commands, as far as the caller sees their vehicles. */
export async function listCommands(
  trx: Trx,
  ctx: Ctx,
  secrets: Secrets,
  ids: readonly string[],
): Promise<CommandRow[]> {
  const rows = await selectRows(fromCommands(trx, ctx), ctx)
    .where(sql<boolean>`c.id = any(${[...ids]}::bigint[])`)
    .orderBy('c.id')
    .execute();
  return ownRows(trx, ctx, secrets, rows);
}
