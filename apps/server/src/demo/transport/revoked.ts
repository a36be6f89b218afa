import { auditStatus, orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { receiptStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { App } from '../../core/run/app';
import { Authenticator } from '../../modules/base/identity/door';
import { revokeSign } from '../../modules/transport/waybill/door';
import { demoClients } from '../people/users';

const { id: clientId } = demoClients.cold;

/**
 * Revokes one signature of today as the demo's administrator would, so that a receipt is cancelled: best of a trip that is still on the road, whose
 * goods can be aboard again. Does nothing when one is revoked already.
 */
export async function revokeOneSignature({ database, secrets, log }: App): Promise<void> {
  const ctx = await new Authenticator(database, secrets, log).ofUser('151');
  const { rows } = await sql<{
    orderCode: string;
  }>`select o.order_code as "orderCode" from receipt r join customer_order o on o.id = r.order_id
      join lateral (select l.waybill_id from waybill_leg l where l.order_id = o.id and l.removed_at is null order by l.id desc limit 1) t on true
      join waybill w on w.id = t.waybill_id
    where r.client_id = ${clientId} and r.receipt_status <= ${receiptStatus.uploaded} and r.audit_status in (${auditStatus.pending}, ${auditStatus.passed})
      and o.order_status = ${orderStatus.completed} and coalesce(o.reject_pieces, 0) = 0 and o.signed_at > now() - interval '20 hours'
      and not exists (select from receipt x where x.client_id = ${clientId} and x.audit_status = ${auditStatus.cancelled})
      -- a truck that has gone on to another trip does not come back for this one
      and not exists (select from waybill n where n.vehicle_id = w.vehicle_id and n.id <> w.id and n.voided_at is null
        and n.actual_depart_at >= w.actual_depart_at)
    order by w.transport_status = ${transportStatus.inTransit} desc, o.arrive_to > now() desc, o.signed_at desc limit 1`.execute(
    database.systemDb,
  );
  const [found] = rows;
  if (ctx && found) await revokeSign(ctx, { orderCode: found.orderCode, reason: '门店点错订单，货还在车上' });
}
