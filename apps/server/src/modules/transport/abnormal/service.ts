import {
  abnormalLevel,
  abnormalStatus,
  abnormalType,
  eventSource,
  reportSource,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { nextCodes } from '../../../core/record/codes';
import { createMessage } from '../../base/message/door';
import { findAddress } from '../../watch/track/door';
import { logSteps, type StepAuthor } from '../order/door';

/** Author of a report: a user (a `Ctx` will do), or with `userId: null` the platform itself. */
export type AbnormalAuthor = StepAuthor & Pick<Ctx, 'timeZone'>;

export interface AbnormalDraft {
  /** ids of the waybill, the orders, or both, that the report is about */
  waybillId?: string | null;
  orderIds?: readonly string[];
  type: (typeof abnormalType.codes)[number];
  level?: (typeof abnormalLevel.codes)[number];
  /** when it happened; absent: now */
  occurredAt?: Date;
  description: string;
  address?: string;
  lng?: number | null;
  lat?: number | null;
  affectPieces?: number | null;
  lossFen?: number | null;
  /** files, which the calling code has checked to be the author's */
  fileIds?: readonly string[];
  /** `system` for a report that the platform drafts; absent: the office */
  source?: (typeof reportSource.codes)[number];
  /** id of the alarm that caused it */
  episodeId?: string | null;
  /** a key is drafted once only: a repetition answers null and changes nothing */
  onceKey?: string;
}

/**
 * Writes an abnormal report in the transaction that found the problem: a differing count, a temperature out of range, a broken truck. It is handled
 * like a typed one. The calling code has checked that the author may see the waybill and the orders. Answers the number of the report, or null when
 * `onceKey` was drafted before.
 */
export async function createAbnormalDraft(
  trx: Trx,
  author: AbnormalAuthor,
  draft: AbnormalDraft,
): Promise<string | null> {
  const orderIds = [...new Set(draft.orderIds ?? [])];
  if (draft.onceKey !== undefined && (await isDraftedAlready(trx, author, draft.onceKey))) return null;
  const [abnormalCode = ''] = await nextCodes(trx, author, 'YC');
  const place = await findOrgAndPlace(trx, author, draft.waybillId ?? null, orderIds);
  const lng = draft.lng ?? place.lng;
  const lat = draft.lat ?? place.lat;
  const made = await trx
    .insertInto('abnormal_report')
    .values({
      client_id: author.clientId,
      org_id: place.orgId,
      abnormal_code: abnormalCode,
      waybill_id: draft.waybillId ?? null,
      order_ids: orderIds,
      abnormal_type: draft.type,
      abnormal_level: draft.level ?? abnormalLevel.minor,
      occurred_at: draft.occurredAt ?? new Date(),
      address: draft.address || (lng === null || lat === null ? '' : await findAddress(lng, lat)),
      lng,
      lat,
      description: draft.description.slice(0, 500),
      file_ids: [...(draft.fileIds ?? [])],
      affect_pieces: draft.affectPieces ?? null,
      loss_fen: draft.lossFen ?? null,
      report_source: draft.source ?? reportSource.office,
      report_user_id: author.userId,
      report_user: author.userName,
      episode_id: draft.episodeId ?? null,
      once_key: draft.onceKey ?? null,
      updated_by: author.userId,
    })
    .onConflict((c) => c.columns(['client_id', 'once_key']).where('once_key', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  // another transaction drafted the same key at the same moment: the number drawn here stays unused
  if (!made) return null;
  const source = draft.source === reportSource.system ? eventSource.timer : eventSource.manual;
  const remark = `${abnormalType.label(draft.type)} ${abnormalCode}`;
  await logSteps(trx, author, [
    { objType: 'abnormal', objCode: abnormalCode, action: '上报', to: abnormalStatus.toHandle, source },
    ...(place.waybillCode
      ? [{ objType: 'waybill' as const, objCode: place.waybillCode, action: '异常上报', remark, source }]
      : []),
    ...place.orderCodes.map((objCode) => ({
      objType: 'customerOrder' as const,
      objCode,
      action: '异常上报',
      remark,
      source,
    })),
  ]);
  // the driver's step sends the message itself, to the dispatchers of the trip
  if (draft.level === abnormalLevel.grave && draft.source !== reportSource.driver)
    await tellMajor(trx, author, draft, { ...place, abnormalCode });
  return abnormalCode;
}

/** Sends a message about a report of the gravest level to everybody who handles reports. */
async function tellMajor(
  trx: Trx,
  { clientId, userName }: AbnormalAuthor,
  draft: AbnormalDraft,
  { abnormalCode, orgId, waybillCode, orderCodes }: Subject & { abnormalCode: string },
): Promise<void> {
  const about = waybillCode ?? orderCodes[0] ?? '';
  await createMessage(trx, {
    clientId,
    category: 12,
    type: 12_115,
    typeName: '重大异常',
    objTag: [`abnormal:${abnormalCode}`, ...(waybillCode ? [`waybill:${waybillCode}`] : [])].join('|'),
    objName: about,
    title: `重大异常：${abnormalType.label(draft.type)} ${about}`,
    content: `${userName}上报${abnormalCode}：${draft.description.slice(0, 200)}`,
    menu: 'abnormalReporting',
    orgIds: orgId === null ? null : [orgId],
    onceKey: `abnormal:${clientId}:${abnormalCode}`,
  });
}

interface Subject {
  orgId: string | null;
  waybillCode: string | null;
  lng: number | null;
  lat: number | null;
  orderCodes: string[];
}

async function isDraftedAlready(trx: Trx, { clientId }: AbnormalAuthor, onceKey: string): Promise<boolean> {
  const row = await trx
    .selectFrom('abnormal_report')
    .select('id')
    .where('client_id', '=', clientId)
    .where('once_key', '=', onceKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Department and numbers of what a report is about, and the truck's present place for a report without one. */
async function findOrgAndPlace(
  trx: Trx,
  { clientId }: AbnormalAuthor,
  waybillId: string | null,
  orderIds: string[],
): Promise<Subject> {
  const { rows } =
    await sql<Subject>`select coalesce(w.org_id, (select o.org_id from customer_order o where o.id = any(${orderIds}::bigint[]) order by o.id limit 1))::text as "orgId",
      w.waybill_code as "waybillCode", s.lng, s.lat,
      array(select o.order_code from customer_order o where o.client_id = ${clientId} and o.id = any(${orderIds}::bigint[]) order by o.id) as "orderCodes"
    from (select ${waybillId}::bigint as id) x
    left join waybill w on w.id = x.id and w.client_id = ${clientId}
    left join device_state s on s.vehicle_id = w.vehicle_id and w.transport_status = 2 and s.fix_time > now() - interval '30 minutes'`.execute(
      trx,
    );
  return rows[0] ?? { orgId: null, waybillCode: null, lng: null, lat: null, orderCodes: [] };
}
