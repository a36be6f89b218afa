import { keysOf } from '@tongda/contract/core/keys';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';

/** One changed field in words: what a reader of the change history sees. */
export interface Change {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** How the words of a field are masked in the change history, which everybody reads who may see the record. */
export type Masks<F extends string = string> = Readonly<Partial<Record<F, (text: string) => string>>>;

/**
 * Fields whose words differ, in the order of `labels`. Both sides are already readable (codes and ids turned into names) and whole: `masks` are put over them
 * only here, as two numbers may look the same under a mask.
 */
export function changesBetween<F extends string>(
  before: Partial<Record<F, string>>,
  after: Partial<Record<F, string>>,
  labels: Readonly<Record<F, string>>,
  masks?: Masks<F>,
): Change[] {
  return keysOf(labels).flatMap((field) => {
    const [was, is] = [before[field] ?? '', after[field] ?? ''];
    const shown = (text: string): string => (text === '' ? '' : (masks?.[field]?.(text) ?? text));
    return was === is ? [] : [{ field, label: labels[field], before: shown(was), after: shown(is) }];
  });
}

/** What 启用 and 停用 change. */
export const switchChanges = (was: boolean, is: boolean): Change[] => {
  const word = (on: boolean): string => (on ? '启用' : '停用');
  return changesBetween({ enabled: word(was) }, { enabled: word(is) }, { enabled: '状态' });
};

export interface Audit {
  entity: string;
  entityId: string;
  /** 新增, 编辑, 删除, … */
  action: string;
  changes?: Change[];
}

/** A statement takes 65,535 parameters; taking an import back notes 10,000 records at once. */
const statementRows = 1000;

/** Writes who changed what, in the transaction of the change. */
export async function recordChanges(
  trx: Trx,
  who: Pick<Ctx, 'clientId' | 'userId' | 'userName'> & Partial<Pick<Ctx, 'actor' | 'ip' | 'terminalKind'>>,
  audits: Audit[],
): Promise<void> {
  for (let at = 0; at < audits.length; at += statementRows)
    await trx
      .insertInto('change_history')
      .values(
        audits.slice(at, at + statementRows).map(({ entity, entityId, action, changes = [] }) => ({
          client_id: who.clientId,
          entity,
          entity_id: entityId,
          action,
          user_id: who.userId,
          user_name: who.actor ? `${who.userName}（${who.actor.name}代操作）` : who.userName,
          actor_user_id: who.actor?.userId ?? null,
          // '' where a job of the platform changed something
          ip: who.ip || null,
          terminal: who.terminalKind || null,
          changes: JSON.stringify(changes),
        })),
      )
      .execute();
}
