import { sharingStatus } from '@tongda/contract/resources/vehicle/enums';
import type { ShareLook, ShareRow, ShareVehicle } from '@tongda/contract/rules/device-share/calls';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition, invalidField, notFound, tooManyAtOnce } from '../../../core/http/errors';
import { PerMinute } from '../../../core/http/per-minute';
import { recordChanges } from '../../../core/record/audit';
import { visibleVehicles } from '../../base/org/door';
import { shareRegister } from './edit';
import { shareRows } from './repo';

/** Guesses of codes that one company may make in a minute. */
const guesses = new PerMinute(10);

/** Says yes or no to what is offered to the caller's company; answers the share as it was offered. */
export function answerShare(ctx: Ctx, id: string, yes: boolean): Promise<ShareRow> {
  return ctx.db(async (trx) => {
    const share = requireRow(await shareRows.find(trx, ctx, id), shareRegister.noun);
    if (share.side !== 'in') throw notFound(shareRegister.noun);
    const { rows } = await sql<{ done: boolean }>`select app_answer_share(${id}, ${yes}) as done`.execute(trx);
    if (!rows[0]?.done)
      throw illegalTransition(`设备共享${share.shareNo}${sharingStatus.label(share.status)}，不能再答复`);
    const after = sharingStatus.label(yes ? sharingStatus.sharing : sharingStatus.declined);
    const change = { field: 'status', label: '状态', before: sharingStatus.label(share.status), after };
    await recordChanges(trx, ctx, [
      { entity: shareRegister.entity, entityId: id, action: yes ? '接受' : '拒绝', changes: [change] },
    ]);
    return share;
  });
}

/** Takes an invitation: it stands among what is offered to the company from then on. */
export function takeInvite(ctx: Ctx, code: string): Promise<{ id: string }> {
  if (!guesses.allows(ctx.clientId)) throw tooManyAtOnce('尝试过于频繁，请一分钟后再试');
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ id: string | null }>`select app_take_invite(${code})::text as id`.execute(trx);
    const id = rows[0]?.id;
    if (!id) throw invalidField('code', '邀请码不存在、已过期、已被其他公司使用，或是本公司发出的');
    return { id };
  });
}

/** A share of one side with its vehicles. Of its own vehicles a company's user sees those that he may see. */
export function readWhole(ctx: Ctx, id: string, side: 'out' | 'in') {
  return ctx.db(async (trx) => {
    const share = requireRow(await shareRows.find(trx, ctx, id), shareRegister.noun);
    if ((share.side === 'in') !== (side === 'in')) throw notFound(shareRegister.noun);
    const seen = side === 'in' ? sql`true` : visibleVehicles(ctx, 'i.vehicle_id');
    const own = side === 'out';
    const { rows } =
      await sql<ShareVehicle>`select i.vehicle_id::text as "vehicleId", i.plate_no as "plateNo", i.vehicle_type as "vehicleType",
        ${own} or a.yes as open, case when (${own} or a.place) then ${wireTimeSql(sql<Date | null>`d.fix_time`, ctx.timeZone)} end as "lastTime",
        ${wireTimeSql(sql<Date | null>`i.removed_at`, ctx.timeZone)} as "removedTime", case when ${own} then '' else i.alias end as alias
      from device_share_vehicle i left join device_state d on d.vehicle_id = i.vehicle_id cross join lateral (
        select count(*) > 0 as yes, coalesce(bool_or('position' = any(x.scopes)), false) as place from vehicle_access x
        where x.vehicle_id = i.vehicle_id and x.client_id = ${ctx.clientId} and x.share_id = i.share_id
          and x.valid_from <= now() and (x.valid_until is null or x.valid_until > now())) a
      where i.share_id = ${id} and ${seen} order by i.removed_at nulls first, i.plate_no`.execute(trx);
    return { share, vehicles: rows, looks: own ? await listLooks(trx, ctx, id) : [] };
  });
}

/** The newest looks of the other company, at vehicles that the caller sees. */
async function listLooks(trx: Trx, ctx: Ctx, id: string): Promise<ShareLook[]> {
  const { rows } =
    await sql<ShareLook>`select ${wireTimeSql(sql<Date>`l.last_at`, ctx.timeZone)} as time, l.user_name as "userName",
      plate_at(l.vehicle_id, l.last_at) as "plateNo", l.scope
    from device_share_look l where l.share_id = ${id} and l.client_id = ${ctx.clientId} and ${visibleVehicles(ctx, 'l.vehicle_id')}
    order by l.last_at desc, l.id desc limit 200`.execute(trx);
  return rows;
}

/** Gives a vehicle that the company is lent a name of its own. */
export const nameShared = (
  ctx: Ctx,
  { id, vehicleId, alias }: { id: string; vehicleId: string; alias: string },
): Promise<null> =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      done: boolean;
    }>`select app_name_shared(${id}, ${vehicleId}, ${alias}) as done`.execute(trx);
    if (!rows[0]?.done) throw notFound(shareRegister.noun);
    return null;
  });
