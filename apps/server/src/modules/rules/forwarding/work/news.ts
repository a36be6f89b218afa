import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import { forwardResumeH } from '@tongda/contract/rules/forwarding/fields';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { DB } from '../../../../core/generated/db-types';
import { createMessage, type NewMessage, tellUsers } from '../../../base/message/door';
import type { ActiveTarget } from './target';

interface Trouble {
  /** what happened to the target, as the second half of a sentence */
  said: string;
  onceKey: string;
}

/** Tells that a target was given up after so many failures in a row, and how it goes on. */
export const tellPaused = (
  trx: Trx,
  target: ActiveTarget,
  { at, failures, reason }: { at: Date; failures: number; reason: string },
): Promise<void> => {
  // who manages programs need not hold 数据转发, and then finds no such tab
  const where = target.program === null ? '数据转发' : '接口中心的“订阅推送”（需有数据转发权限）';
  return tellTrouble(trx, target, 'paused', {
    said: `连续失败${failures}次，已暂停：${reason}。处理后请在${where}中恢复，暂停期间的数据会补发（最近${forwardResumeH}小时）。`,
    onceKey: `forward ${target.id} ${at.getTime()}`,
  });
};

/** Tells that too many sendings of a target fail. */
export const tellFailing = (trx: Trx, target: ActiveTarget, trouble: Trouble): Promise<void> =>
  tellTrouble(trx, target, 'failing', trouble);

/** A forwarding is told to those who hold its menu; the subscription of a program, by the program's name, to those who manage programs. */
async function tellTrouble(
  trx: Trx,
  { id, clientId, name, program }: ActiveTarget,
  what: 'paused' | 'failing',
  { said, onceKey }: Trouble,
): Promise<void> {
  const about = { clientId, category: msgCategory.deviceException, onceKey };
  const title = what === 'paused' ? '已暂停' : '失败过多';
  if (program === null) {
    await createMessage(trx, {
      ...about,
      type: what === 'paused' ? msgType.forwardPaused : msgType.forwardFailing,
      objTag: `forward:${id}`,
      objName: name,
      title: `数据转发${title}`,
      content: `数据转发“${name}”${said}`,
      menu: 'dataForwarding',
    });
    return;
  }
  const message: NewMessage = {
    ...about,
    type: what === 'paused' ? msgType.subscriptionPaused : msgType.subscriptionFailing,
    objTag: `app:${program.id}`,
    objName: program.name,
    title: `应用订阅${title}`,
    content: `对接应用“${program.name}”的订阅“${name}”${said}`,
  };
  await tellUsers(trx, message, await listManagers(trx, clientId), true);
}

/** Users of a company who manage its programs. */
export async function listManagers(db: Kysely<DB>, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(is_primary or org_type = 1)`)
    .execute();
  return rows.map(({ id }) => id);
}
