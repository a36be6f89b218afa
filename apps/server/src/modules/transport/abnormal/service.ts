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
import { addressAt } from '../../watch/track/door';
import { logSteps, type StepAuthor } from '../order/door';

/** Who reports: a user (`Ctx` fits), or with `userId: null` the platform itself. */
export type AbnormalAuthor = StepAuthor & Pick<Ctx, 'timeZone'>;

export interface AbnormalDraft {
  /** what it is about: a trip, orders, or both (ids) */
  waybillId?: string | null;
  orderIds?: readonly string[];
  type: (typeof abnormalType.codes)[number];
  level?: (typeof abnormalLevel.codes)[number];
  /** when it happened; now unless said otherwise */
  occurredAt?: Date;
  description: string;
  address?: string;
  lng?: number | null;
  lat?: number | null;
  affectPieces?: number | null;
  lossFen?: number | null;
  /** files that the caller has checked to be his */
  fileIds?: readonly string[];
  /** the system for what is found by itself; the office unless said otherwise */
  source?: (typeof reportSource.codes)[number];
  /** alarm that stands behind it */
  episodeId?: string | null;
  /** the same key is drafted once: a repetition answers null and changes nothing */
  onceKey?: string;
}

/**
 * Reports something abnormal in the transaction that found it: a count that differs, a temperature out of its range, a broken truck. It waits for
 * its handling like one that somebody typed. The caller has checked that the waybill and the orders are his. Answers the number of the report.
 */
export async function createAbnormalDraft(
  trx: Trx,
  author: AbnormalAuthor,
  draft: AbnormalDraft,
): Promise<string | null> {
  const orderIds = [...new Set(draft.orderIds ?? [])];
  if (draft.onceKey !== undefined && (await exists(trx, author, draft.onceKey))) return null;
  const [abnormalCode = ''] = await nextCodes(trx, author, 'YC');
  const place = await whereAndWhose(trx, author, draft.waybillId ?? null, orderIds);
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
      address: draft.address || (lng === null || lat === null ? '' : await addressAt(lng, lat)),
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
  // two who found the same at the same moment: the second one's number stays unused
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
  // a driver's word is told to his dispatchers by the step that brought it
  if (draft.level === abnormalLevel.grave && draft.source !== reportSource.driver)
    await tellMajor(trx, author, draft, { ...place, abnormalCode });
  return abnormalCode;
}

/** A report of the third level waits for nobody to open a list: who handles reports is told at once. */
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

async function exists(trx: Trx, { clientId }: AbnormalAuthor, onceKey: string): Promise<boolean> {
  const row = await trx
    .selectFrom('abnormal_report')
    .select('id')
    .where('client_id', '=', clientId)
    .where('once_key', '=', onceKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Department and numbers of what a report is about; where the truck is now when nobody says where it happened. */
async function whereAndWhose(
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
