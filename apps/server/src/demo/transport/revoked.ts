import { auditStatus } from '@tongda/contract/transport/enums';
import { receiptStatus } from '@tongda/contract/transport/waybill/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import type { App } from '../../core/run/app';
import { Authenticator } from '../../modules/base/identity/door';
import { revokeSign } from '../../modules/transport/waybill/door';
import { demoClients } from '../people/users';
import { standingOrders } from './standing';

const { id: clientId } = demoClients.cold;

/** The number of the order whose signature is best revoked: its receipt is not on its way. Null when one is revoked already, or there is none. */
export async function findRevocable(db: Kysely<DB>, now: Date): Promise<string | null> {
  const { rows } = await sql<{ orderCode: string }>`select s."orderCode" from (${standingOrders(now)}) s
      join receipt r on r.order_id::text = s.id
    where r.receipt_status <= ${receiptStatus.uploaded} and r.audit_status in (${auditStatus.pending}, ${auditStatus.passed})
      and not exists (select from receipt x where x.client_id = ${clientId} and x.audit_status = ${auditStatus.cancelled})
    order by s.place limit 1`.execute(db);
  return rows[0]?.orderCode ?? null;
}

/** Revokes one signature of today as the demo's administrator would, so that a receipt is cancelled. Does nothing when one is revoked already. */
export async function revokeOneSignature({ database, secrets, log }: App): Promise<void> {
  const ctx = await new Authenticator(database, secrets, log).ofUser('151');
  const orderCode = await findRevocable(database.systemDb, new Date());
  if (ctx && orderCode !== null) await revokeSign(ctx, { orderCode, reason: '门店点错订单，货还在车上' });
}
