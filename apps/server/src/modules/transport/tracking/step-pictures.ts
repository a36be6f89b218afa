import { pickUpPictures } from '@tongda/contract/transport/pick-up/calls';
import { receiptDetail } from '@tongda/contract/transport/receipt/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles } from '../../base/file/door';
import { type StepPictures, stepKey } from './parts';

/**
 * What was photographed when the goods of an order were fetched and signed for, as far as the caller may see it where it is kept: with the receipt,
 * and with the pick-up order.
 */
export async function loadStepPictures(trx: Trx, ctx: Ctx, secrets: Secrets, orderId: string): Promise<StepPictures> {
  const { rows } = await sql<{
    key: string[];
    fileIds: string[];
  }>`select array['customerOrder', o.order_code, '签收'] as key,
      r.file_ids::text[] as "fileIds" from receipt r join customer_order o on o.id = r.order_id
    where r.client_id = ${ctx.clientId} and r.order_id = ${orderId} and ${ctx.can(receiptDetail.access)}
    union all select array['pickUpOrder', p.pick_up_code, '提货确认'], p.file_ids::text[] from pick_up_order p
    where p.client_id = ${ctx.clientId} and p.order_id = ${orderId} and ${ctx.can(pickUpPictures.access)}`.execute(trx);
  const files = await listShownFiles(
    trx,
    ctx,
    secrets,
    rows.flatMap(({ fileIds }) => fileIds),
  );
  return new Map(
    rows.map(({ key: [type = '', code = '', action = ''], fileIds }) => [
      stepKey(type, code, action),
      fileIds.flatMap((id) => files.get(id) ?? []),
    ]),
  );
}
