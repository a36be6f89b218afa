import { sql } from 'kysely';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';
import { type AppError, versionConflict } from '../http/errors';
import type { Change } from './audit';

/** Fields that the sentence names; of more it says how many there are. */
const namedFields = 3;

function fieldsText(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const names = changes.slice(0, namedFields).map(({ label }) => label);
  return `（${names.join('、')}${changes.length > namedFields ? `等${changes.length}项` : ''}）`;
}

/** 4009 that says who changed the record last, when and which fields, by its change history. */
export async function conflictOfRecord(trx: Trx, ctx: Ctx, entity: string, id: string): Promise<AppError> {
  const last = await trx
    .selectFrom('change_history')
    .select([
      'action',
      'user_name as who',
      sql<Change[]>`changes`.as('changes'),
      sql<string>`to_char(at at time zone ${ctx.timeZone}, 'MM-DD HH24:MI')`.as('time'),
    ])
    .where('client_id', '=', ctx.clientId)
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!last) return versionConflict();
  return versionConflict(
    `${last.who || '系统'} ${last.time} 已${last.action}${fieldsText(last.changes)}，请刷新后重试`,
  );
}
