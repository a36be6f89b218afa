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
  /** the program that subscribes; null: none */
  program: { id: string; name: string } | null;
  version: number;
  userId: string;
  userName: string;
  /** he is disabled or deleted */
  gone: boolean;
}

/** Users whose view is looked at in one statement. */
const usersAtOnce = 100;

/**
 * Names to the administrators the targets at work that were changed last by somebody who is gone, or who no longer sees all that they tell of: where that goes was
 * his to say then, and is not now. They go on, as a customer may rely on them; an administrator who saves or stops one answers for it from then on. Once for each
 * version of a target, which the target remembers, as messages are cleaned (docs/decisions/131). `failed` hears of what could not be looked at or told; the others are.
 */
export async function tellAdrift(db: Kysely<DB>, failed: (error: unknown, target: string) => void): Promise<void> {
  const { rows } = await sql<
    Kept & { whole: boolean }
  >`select t.id::text, t.client_id::text as "clientId", t.name, case when p.id is not null then json_build_object('id', p.id::text, 'name', p.name) end as program, t.version, u.id::text as "userId", u.name as "userName",
      (u.status <> 1 or u.deleted_at is not null) as gone, (u.is_primary or u.org_type = 1) as whole
    from forward_target t join app_user u on u.id = t.updated_by and u.client_id = t.client_id left join open_app p on p.id = t.app_id
    where t.enabled and t.deleted_at is null and t.adrift_told is distinct from t.version order by t.id`.execute(db);
  const parts = rows.filter(({ whole, gone }) => !whole && !gone);
  const beyond = await findBeyond(db, parts, failed);
  for (const { whole, ...kept } of rows)
    try {
      if (kept.gone || beyond.has(kept.id)) await tell(db, kept);
    } catch (error) {
      failed(error, kept.id);
    }
}

/** Those of the targets that tell of vehicles that their users do not see: one statement for many users. */
async function findBeyond(
  db: Kysely<DB>,
  targets: readonly Kept[],
  failed: (error: unknown, target: string) => void,
): Promise<Set<string>> {
  const users = new Map(targets.map(({ userId, clientId }) => [userId, { userId, clientId }]));
  const all = [...users.values()];
  const found = new Set<string>();
  for (let at = 0; at < all.length; at += usersAtOnce) {
    const some = all.slice(at, at + usersAtOnce);
    const asked = some.map(({ userId, clientId }) => {
      const who = { userId, clientId, isPrimary: false, isOrgManager: false };
      const ids = targets.filter((target) => target.userId === userId).map(({ id }) => id);
      return sql`select t.id::text from forward_target t where t.id = any(${ids}::bigint[]) and ${tellsBeyond(who, 't')}`;
    });
    try {
      const { rows } = await sql<{ id: string }>`${sql.join(asked, sql` union all `)}`.execute(db);
      for (const { id } of rows) found.add(id);
    } catch (error) {
      failed(error, `of ${some.length} users`);
    }
  }
  return found;
}

const tell = (db: Kysely<DB>, { id, clientId, name, program, version, userName, gone }: Kept): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await tellUsers(
      trx,
      {
        clientId,
        category: msgCategory.deviceException,
        ...(program === null
          ? { type: msgType.forwardAdrift, objTag: `forward:${id}`, objName: name, title: '数据转发待核对' }
          : {
              type: msgType.subscriptionAdrift,
              objTag: `app:${program.id}`,
              objName: program.name,
              title: '应用订阅待核对',
            }),
        content: `${program === null ? '数据转发' : `对接应用“${program.name}”的订阅`}“${name}”由${userName}最后设置，${gone ? '其账号已停用或删除' : '其数据权限已看不到其中的全部车辆'}，${program === null ? '转发' : '推送'}仍在进行。请核对接收地址：需要时重新保存，不需要时停止。`,
        onceKey: `forward-adrift ${id} ${version}`,
      },
      await listManagers(trx, clientId),
      true,
    );
    await sql`update forward_target set adrift_told = ${version} where id = ${id}`.execute(trx);
  });
