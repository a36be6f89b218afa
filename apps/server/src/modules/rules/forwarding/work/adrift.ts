import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { tellUsers } from '../../../base/message/door';
import { tellsBeyond } from '../../push/door';
import { listManagers } from './news';

/** A target at work, and the user who changed it last. */
interface Kept {
  id: string;
  clientId: string;
  name: string;
  version: number;
  userId: string;
  userName: string;
  /** he is disabled or deleted */
  gone: boolean;
}

/**
 * Names to the administrators the targets at work that were changed last by somebody who is gone, or who no longer sees all that they tell of: where that goes was
 * his to say then, and is not now. They go on, as a customer may rely on them; an administrator who saves or stops one answers for it from then on. Once for each
 * version of a target (docs/decisions/131). `failed` hears of a target that could not be looked at; the others are.
 */
export async function tellAdrift(db: Kysely<DB>, failed: (error: unknown, target: string) => void): Promise<void> {
  const { rows } = await sql<
    Kept & { whole: boolean }
  >`select t.id::text, t.client_id::text as "clientId", t.name, t.version, u.id::text as "userId", u.name as "userName",
      (u.status <> 1 or u.deleted_at is not null) as gone, (u.is_primary or u.org_type = 1) as whole
    from forward_target t join app_user u on u.id = t.updated_by and u.client_id = t.client_id
    where t.enabled and t.deleted_at is null
      and not exists (select from message m where m.client_id = t.client_id and m.once_key = 'forward-adrift ' || t.id || ' ' || t.version)`.execute(
    db,
  );
  for (const { whole, ...kept } of rows)
    try {
      if (kept.gone || (!whole && (await isBeyond(db, kept)))) await tell(db, kept);
    } catch (error) {
      failed(error, kept.id);
    }
}

/** Whether a target tells of vehicles that its user does not see. */
async function isBeyond(db: Kysely<DB>, { id, clientId, userId }: Kept): Promise<boolean> {
  const who = { userId, clientId, isPrimary: false, isOrgManager: false };
  const { rows } = await sql<{ beyond: boolean }>`select ${tellsBeyond(who, 't')} as beyond
    from forward_target t where t.id = ${id}`.execute(db);
  return rows[0]?.beyond ?? false;
}

const tell = (db: Kysely<DB>, { id, clientId, name, version, userName, gone }: Kept): Promise<void> =>
  db.transaction().execute(async (trx) =>
    tellUsers(
      trx,
      {
        clientId,
        category: msgCategory.deviceException,
        type: msgType.forwardAdrift,
        objTag: `forward:${id}`,
        objName: name,
        title: '数据转发待核对',
        content: `数据转发“${name}”由${userName}最后设置，${gone ? '其账号已停用或删除' : '其数据权限已看不到其中的全部车辆'}，转发仍在进行。请核对接收地址：需要时重新保存，不需要时停止。`,
        onceKey: `forward-adrift ${id} ${version}`,
      },
      await listManagers(trx, clientId),
      true,
    ),
  );
