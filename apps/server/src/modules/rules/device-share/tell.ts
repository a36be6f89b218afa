import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { createMessage } from '../../base/message/door';

/** What happened to a share, for the other company's people who hold its menu. */
export type ShareEvent = 'offered' | 'accepted' | 'declined' | 'cancelled' | 'changed';

const titles: Readonly<Record<ShareEvent, string>> = {
  offered: '新的设备共享',
  accepted: '设备共享已被接受',
  declined: '设备共享已被拒绝',
  cancelled: '设备共享已取消',
  changed: '设备共享有变更',
};
const sentences: Readonly<Record<ShareEvent, (who: string, no: string, count: number) => string>> = {
  offered: (who, no, count) => `${who}向贵公司共享${count}辆车（${no}），请在设备共享中接受或拒绝。`,
  accepted: (who, no, count) => `${who}接受了共享${no}（${count}辆车），从现在起可以看到共享的内容。`,
  declined: (who, no) => `${who}拒绝了共享${no}。`,
  cancelled: (who, no) => `${who}取消了共享${no}，贵公司不能再查看其中的车辆。`,
  changed: (who, no, count) => `${who}更改了共享${no}，现为${count}辆车，请在设备共享中查看。`,
};

/** Tells the other side of a share. Nobody is told of an invitation that nobody took. */
export async function tellOther(db: Kysely<DB>, id: string, byClientId: string, event: ShareEvent): Promise<void> {
  const share = await db
    .selectFrom('device_share as s')
    .select(['s.client_id', 's.target_client_id', 's.client_name', 's.target_name', 's.version'])
    .select(({ selectFrom, fn }) =>
      selectFrom('device_share_vehicle as i')
        .select(fn.countAll<string>().as('n'))
        .whereRef('i.share_id', '=', 's.id')
        .where('i.removed_at', 'is', null)
        .as('count'),
    )
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!share?.target_client_id) return;
  const byOwner = share.client_id === byClientId;
  const who = byOwner ? share.client_name : share.target_name;
  await createMessage(db, {
    clientId: byOwner ? share.target_client_id : share.client_id,
    category: 12,
    type: 12009,
    title: titles[event],
    content: sentences[event](who, `GX${id}`, Number(share.count ?? 0)),
    menu: 'deviceShare',
    onceKey: `device share ${id} ${event} ${share.version}`,
  });
}
