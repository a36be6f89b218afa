import { abnormalStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type Heir, moreHoldings } from '../../company/user/door';
import { logSteps } from '../order/door';

const openAbnormal = sql.lit(abnormalStatus.handled);

/** Gives the open abnormal reports of a user who leaves to the one who takes over, with an entry in the log of each. */
async function handOverReports(trx: Trx, ctx: Ctx, from: Heir, to: Heir): Promise<void> {
  const { rows } = await sql<{
    code: string;
    status: number;
  }>`update abnormal_report set handler_id = ${to.id}, version = version + 1,
      updated_by = ${ctx.userId}, updated_at = now()
    where handler_id = ${from.id} and abnormal_status < ${openAbnormal} returning abnormal_code as code, abnormal_status as status`.execute(
    trx,
  );
  await logSteps(
    trx,
    ctx,
    rows.map(({ code, status }) => ({
      objType: 'abnormal',
      objCode: code,
      action: '转交',
      from: status,
      to: status,
      remark: `${from.name}离职，转给${to.name}`,
    })),
  );
}

moreHoldings.add({
  kind: 'abnormal',
  label: '待处理的异常单',
  fate: 'moves',
  find: (id) =>
    sql`select r.abnormal_code from abnormal_report r where r.handler_id = ${id} and r.abnormal_status < ${openAbnormal} order by r.id`,
  move: handOverReports,
});
