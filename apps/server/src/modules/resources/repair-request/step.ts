import { type RepairRequestVerb, repairRequestMachine } from '@tongda/contract/resources/repair-request/calls';
import { repairRequestState, visitHalf } from '@tongda/contract/resources/repair-request/enums';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { RepairRequest } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, illegalTransition, notFound } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';

export const entity = 'repair_request';
/** A request as it is stored. */
export type Stored = Selectable<RepairRequest> & { visit: string };

const labels = {
  state: '状态',
  visit: '预约时间',
  address: '地点',
  contact: '联系人',
  phone: '手机',
  engineer: '工程师',
  engineerPhone: '工程师电话',
  result: '处理结果',
  fee: '费用(元)',
  replacedNo: '更换终端',
  score: '评分',
  comment: '评价',
  cancelReason: '取消原因',
} as const;

/** A request in words, by field of the change history. */
const describeRequest = (r: Stored): Record<keyof typeof labels, string> => ({
  // a check of the table keeps the columns to the codes of the enumerations
  state: repairRequestState.label(r.state),
  visit: `${r.visit} ${visitHalf.label(r.visit_half)}`,
  address: r.address,
  contact: r.contact,
  phone: r.phone,
  engineer: r.engineer,
  engineerPhone: r.engineer_phone,
  result: r.result,
  fee: r.fee_fen === null ? '' : (r.fee_fen / 100).toFixed(2),
  replacedNo: r.replaced_no,
  score: r.score === null ? '' : `${r.score}分`,
  comment: r.comment,
  cancelReason: r.cancel_reason,
});

const read = (trx: Trx, id: string) =>
  trx.selectFrom('repair_request').selectAll().select(sql<string>`visit_on::text`.as('visit')).where('id', '=', id);

/**
 * Runs a step of a request that the caller may see, and records it: nobody has changed the request since `version` (4009), and its state allows the
 * step (4010). `work` answers the columns to set, with the request as it was.
 */
export async function takeStep(
  trx: Trx,
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  verb: RepairRequestVerb,
  work: (before: Stored) => Promise<Updateable<RepairRequest>> | Updateable<RepairRequest>,
) {
  const before = await read(trx, id).forUpdate().executeTakeFirst();
  if (!before) throw notFound('报修单');
  if (before.version !== version) throw changedMeanwhile(entity, id, before.client_id);
  const state = repairRequestState.codes.find((code) => code === before.state) ?? repairRequestState.cancelled;
  if (!repairRequestMachine.can(verb, state))
    throw illegalTransition(repairRequestMachine.refusal(verb, state, '报修单'));
  const set = await work(before);
  const next = repairRequestMachine.to(verb) ?? state;
  await trx
    .updateTable('repair_request')
    .set({ ...set, state: next, version: version + 1, updated_at: sql<Date>`now()`, updated_by: ctx.userId })
    .where('id', '=', id)
    .execute();
  const after = await read(trx, id).executeTakeFirstOrThrow();
  const changes = changesBetween(describeRequest(before), describeRequest(after), labels);
  const action = repairRequestMachine.label(verb);
  // staff write into the history of the company that the request is of
  await recordChanges(trx, { ...ctx, clientId: before.client_id }, [{ entity, entityId: id, action, changes }]);
  return { after, answer: { id, state: next, version: version + 1 } };
}
