import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError } from '../../../core/http/errors';

/** Finds the driver whom the caller's account belongs to; 4003 when it is no driver's account. */
export async function findOwnDriver(
  trx: Trx,
  ctx: Ctx,
): Promise<{ id: string; name: string; phone: string; status: number }> {
  const { rows } = await sql<{
    id: string;
    name: string;
    phone: string;
    status: number;
  }>`select d.id::text, d.name, coalesce(d.phone, '') as phone, d.status
    from app_user u join driver d on d.id = u.driver_id and d.client_id = ${ctx.clientId} and d.deleted_at is null
    where u.id = ${ctx.userId}`.execute(trx);
  const [driver] = rows;
  if (!driver) throw forbiddenError('当前账号没有关联司机，请联系管理员在司机详情中关联登录账号');
  return driver;
}
