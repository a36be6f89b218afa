import { randomInt } from 'node:crypto';
import { pairingSigns } from '@tongda/contract/base/identity/login-grant';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { shareScope, sharingStatus } from '@tongda/contract/resources/vehicle/enums';
import type { shareExtend, shareInvite } from '@tongda/contract/rules/device-share/calls';
import { type ShareOffer, shareLabels, shareLimits } from '@tongda/contract/rules/device-share/fields';
import { sql } from 'kysely';
import { declareGone, requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition, invalidField, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { eachRecord, type Names, type Register, registerWrites, type Target } from '../../../core/record/register';
import { nextDayStart, wallToMs } from '../../../kernel/day/edges';
import { visibleVehicleRows } from '../../base/org/door';
import { findShare, type StoredShare, seesVehicles, statusSql } from './repo';

// a share is cancelled, never deleted: who was given what stays on record
declareGone('device_share', null);

/** What a share is stored as: the offer with its moments. */
type Stored = ShareOffer & { from: string; until: string | null };

/** The register of shares. */
export const shareRegister: Register<Stored> = {
  entity: 'device_share',
  table: 'device_share',
  noun: '设备共享',
  wording: {
    labels: shareLabels,
    refs: { vehicleIds: 'vehicle' },
    own: {
      // the field is a list of scopes
      scopes: (codes) => (codes as string[]).map((code) => shareScope.label(code)).join('、'),
    },
  },
  columnsOf: (v) => ({ scopes: v.scopes, valid_from: v.from, valid_until: v.until, remark: v.remark }),
  twice: () => null,
};

interface Company {
  id: string;
  name: string;
}
/** The company of a shared code; 4000 at `code` when there is none, or when it is the caller's own. */
export async function companyOf(trx: Trx, ctx: Ctx, code: string): Promise<Company> {
  const { rows } = await sql<Company>`select id::text as id, name from app_company_of(${code})`.execute(trx);
  const [company] = rows;
  if (!company) throw invalidField('code', `共享识别码${code}不存在，请向对方公司的管理员核对`);
  if (company.id === ctx.clientId) throw invalidField('code', '这是本公司的共享识别码，不能共享给自己');
  return company;
}

/** Moments of the days of an offer: the first one's beginning, and the end of the last one. */
function momentsOf(ctx: Ctx, { validFrom, validUntil }: Pick<ShareOffer, 'validFrom' | 'validUntil'>) {
  const from = wallToMs(`${validFrom} 00:00:00`, ctx.timeZone);
  const last = validUntil === null ? null : wallToMs(`${validUntil} 00:00:00`, ctx.timeZone);
  if (from === null) throw invalidField('validFrom', '开始日期不存在');
  const until = last === null ? null : nextDayStart(last, ctx.timeZone);
  if (until !== null && until <= Date.now()) throw invalidField('validUntil', '结束日期不能早于今天');
  return { from: new Date(from).toISOString(), until: until === null ? null : new Date(until).toISOString() };
}

interface Vehicle {
  id: string;
  plateNo: string;
  vehicleType: string;
}

/** The vehicles of an offer: the company's own that the caller may change; 4000 for others. What was shared before may stay. */
async function loadVehicles(
  trx: Trx,
  ctx: Ctx,
  { vehicleIds }: ShareOffer,
  kept: readonly string[],
): Promise<Vehicle[]> {
  const ids = [...new Set(vehicleIds)];
  const { rows } =
    await sql<Vehicle>`select v.id::text, v.plate_no as "plateNo", v.vehicle_type as "vehicleType" from vehicle v
    where v.client_id = ${ctx.clientId} and v.deleted_at is null and v.id = any(${ids}::bigint[])
      and (v.id = any(${[...kept]}::bigint[]) or ${visibleVehicleRows(ctx, 'v', 'edit')})`.execute(trx);
  if (rows.length < ids.length)
    throw invalidField('vehicleIds', '所选车辆不存在、不属于本公司或不在您的权限范围内，只能共享本公司的车辆');
  return rows;
}

/** 4000 when a vehicle is shared with the company in that time already: what it sees would be said in two places. */
async function refuseTwice(
  trx: Trx,
  ctx: Ctx,
  share: {
    id: string | null;
    targetId: string | null;
    vehicleIds: readonly string[];
    from: string;
    until: string | null;
  },
): Promise<void> {
  if (share.targetId === null) return;
  const { rows } = await sql<{ plateNo: string; no: string }>`select i.plate_no as "plateNo", 'GX' || s.id as no
    from device_share s join device_share_vehicle i on i.share_id = s.id and i.removed_at is null
    where s.client_id = ${ctx.clientId} and s.target_client_id = ${share.targetId} and s.id is distinct from ${share.id}
      and s.status in (0, 1) and i.vehicle_id = any(${[...share.vehicleIds]}::bigint[])
      and tstzrange(s.valid_from, s.valid_until) && tstzrange(${share.from}, ${share.until}) order by 1 limit 1`.execute(
    trx,
  );
  const [twice] = rows;
  if (twice) throw invalidField('vehicleIds', `${twice.plateNo}在这段时间已共享给对方（${twice.no}）`);
}

/** Writes the vehicles of a share; those that are not among them any more are taken out from now on. */
async function writeVehicles(trx: Trx, ctx: Ctx, id: string, vehicles: readonly Vehicle[]): Promise<void> {
  await sql`update device_share_vehicle set removed_at = now() where share_id = ${id} and removed_at is null
    and not vehicle_id = any(${vehicles.map((v) => v.id)}::bigint[])`.execute(trx);
  await sql`insert into device_share_vehicle (share_id, vehicle_id, client_id, plate_no, vehicle_type)
    select ${id}, v.id, ${ctx.clientId}, v."plateNo", v."vehicleType"
    from jsonb_to_recordset(${JSON.stringify(vehicles)}::jsonb) v(id bigint, "plateNo" text, "vehicleType" text)
    on conflict (share_id, vehicle_id) do update set removed_at = null, plate_no = excluded.plate_no`.execute(trx);
}

/** To whom a new share goes: a company that is known, or whoever takes the code in time. */
type To = { company: Company } | { code: string; hours: number };
type Given = ShareOffer & { to?: To };

const namesOf = async (trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<Names> => {
  const { rows } = await sql<Company>`select id::text, plate_no as name from vehicle
    where client_id = ${ctx.clientId} and id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, name }) => [`vehicle ${id}`, name]));
};

/** 新增, 邀请 and 编辑 of shares. */
export const shareWrites = registerWrites<Given, Stored, StoredShare & Record<string, unknown>>(shareRegister, {
  load: async (trx, ctx, id) => {
    const share = requireRow(await findShare(trx, ctx, id), shareRegister.noun);
    if (share.status !== sharingStatus.waiting && share.status !== sharingStatus.sharing)
      throw illegalTransition(`设备共享GX${id}${sharingStatus.label(share.status)}，不能编辑`);
    return share;
  },
  prepare: async (trx, ctx, { to, ...offer }, before) => {
    const moments = momentsOf(ctx, offer);
    const vehicles = await loadVehicles(trx, ctx, offer, before?.vehicleIds ?? []);
    const targetId = before ? before.targetId : to && 'company' in to ? to.company.id : null;
    await refuseTwice(trx, ctx, { id: before?.id ?? null, targetId, vehicleIds: offer.vehicleIds, ...moments });
    const names = await namesOf(trx, ctx, [...offer.vehicleIds, ...(before?.vehicleIds ?? [])]);
    return {
      fields: { ...offer, ...moments },
      names,
      columns: before || !to ? {} : { client_name: ctx.clientName, created_by: ctx.userId, ...columnsTo(to) },
      also: async (id) => {
        await writeVehicles(trx, ctx, id, vehicles);
        return [];
      },
    };
  },
});

const columnsTo = (to: To) =>
  'company' in to
    ? { target_client_id: to.company.id, target_name: to.company.name }
    : { invite_code: to.code, invite_until: new Date(Date.now() + to.hours * hourMs).toISOString() };

/** Makes an invitation: a code of ten signs that cannot be mixed up. */
export async function inviteToShare(
  ctx: Ctx,
  { hours, ...offer }: Parsed<typeof shareInvite>,
): Promise<{ id: string; code: string }> {
  const code = Array.from({ length: 10 }, () => pairingSigns[randomInt(pairingSigns.length)]).join('');
  const { id } = await shareWrites.add(ctx, { ...offer, to: { code, hours } });
  return { id, code };
}

/** 续期: another last day, or none. */
export function extendShare(
  ctx: Ctx,
  { id, version, validUntil }: Parsed<typeof shareExtend>,
): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    const share = requireRow(await findShare(trx, ctx, id), shareRegister.noun);
    if (share.status !== sharingStatus.sharing && share.status !== sharingStatus.expired)
      throw illegalTransition(`只有共享中或已到期的共享可以续期，这条${sharingStatus.label(share.status)}`);
    const days = validUntil ? (Date.parse(validUntil) - Date.parse(share.validFrom)) / dayMs : 0;
    if (days < 0) throw invalidField('validUntil', '结束日期不能早于开始日期');
    if (share.validUntil !== null && validUntil !== null && validUntil <= share.validUntil)
      throw invalidField('validUntil', `请选择${share.validUntil}之后的日期`);
    if (validUntil && Date.parse(validUntil) - Date.now() > shareLimits.days * dayMs)
      throw invalidField('validUntil', '最长续期1年，更久请选择长期（不填结束日期）');
    const { from, until } = momentsOf(ctx, { validFrom: share.validFrom, validUntil });
    await refuseTwice(trx, ctx, { id, targetId: share.targetId, vehicleIds: share.vehicleIds, from, until });
    const next = await updateRow(trx, ctx, 'device_share', { id, version, values: { valid_until: until } });
    const words = (day: string | null): string => day ?? '长期';
    const change = {
      field: 'validUntil',
      label: '结束日期',
      before: words(share.validUntil),
      after: words(validUntil),
    };
    await recordChanges(trx, ctx, [{ entity: shareRegister.entity, entityId: id, action: '续期', changes: [change] }]);
    return { version: next };
  });
}

interface CancelTarget extends Target {
  status: number;
}
/** Ends shares at once. */
export const cancelShares = (ctx: Ctx, ids: string[]) =>
  eachRecord<Stored, CancelTarget>(ctx, shareRegister, ids, {
    load: (trx, wanted) =>
      trx
        .selectFrom('device_share as s')
        .select(['s.id', 's.version'])
        .select([sql<string>`'GX' || s.id`.as('name'), statusSql.as('status')])
        .where('s.client_id', '=', ctx.clientId)
        .where('s.id', 'in', wanted)
        .where(seesVehicles(ctx, 'all'))
        .execute(),
    action: '取消共享',
    refuse: ({ name, status }) =>
      status === sharingStatus.waiting || status === sharingStatus.sharing
        ? null
        : illegalTransition(`设备共享${name}${sharingStatus.label(status)}`),
    set: { status: sharingStatus.cancelled, ended_at: new Date().toISOString() },
    changes: ({ status }) => [
      {
        field: 'status',
        label: '状态',
        before: sharingStatus.label(status),
        after: sharingStatus.label(sharingStatus.cancelled),
      },
    ],
  });

/** Takes one vehicle out of a share, from now on. */
export function removeVehicle(ctx: Ctx, id: string, vehicleId: string): Promise<null> {
  return ctx.db(async (trx) => {
    const share = requireRow(await findShare(trx, ctx, id), shareRegister.noun);
    if (share.status !== sharingStatus.waiting && share.status !== sharingStatus.sharing)
      throw illegalTransition(`设备共享GX${id}${sharingStatus.label(share.status)}，不能移除车辆`);
    if (!share.vehicleIds.includes(vehicleId)) throw notFound('共享的车辆');
    if (share.vehicleIds.length === 1) throw illegalTransition('这是最后一辆车，请直接取消共享');
    await sql`update device_share_vehicle set removed_at = now() where share_id = ${id} and vehicle_id = ${vehicleId}`.execute(
      trx,
    );
    const names = await namesOf(trx, ctx, [vehicleId]);
    const change = {
      field: 'vehicleIds',
      label: '车辆',
      before: names.get(`vehicle ${vehicleId}`) ?? '',
      after: '已移除',
    };
    await recordChanges(trx, ctx, [
      { entity: shareRegister.entity, entityId: id, action: '移除车辆', changes: [change] },
    ]);
    return null;
  });
}
