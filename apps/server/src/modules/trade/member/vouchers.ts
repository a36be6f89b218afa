import type { Parsed } from '@tongda/contract/core/endpoint';
import type { updateOrder } from '@tongda/contract/trade/member/order';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { refuseForeignFiles } from '../../base/file/door';
import { loadToday } from './plan-repo';

type Transfer = Pick<Parsed<typeof updateOrder>, 'fileIds' | 'remitDate'>;

/** Refuses vouchers of a bank transfer that are not the caller's own pictures or PDF, and a transfer of tomorrow. */
export async function checkVouchers(trx: Trx, ctx: Ctx, { fileIds, remitDate }: Transfer): Promise<void> {
  await refuseForeignFiles(trx, ctx, fileIds, 'fileIds');
  const other = await trx
    .selectFrom('file')
    .select('id')
    .where('id', 'in', fileIds)
    .where('mime', 'not in', ['image/jpeg', 'image/png', 'application/pdf'])
    .executeTakeFirst();
  if (other) throw invalidField('fileIds', '凭证应为 jpg、png 或 pdf');
  if (remitDate > (await loadToday(trx, ctx.timeZone))) throw invalidField('remitDate', '汇款日期不能晚于今天');
}
