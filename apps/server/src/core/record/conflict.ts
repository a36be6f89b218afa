import { sql } from 'kysely';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';
import { type AppError, ChangedMeanwhile, versionConflict } from '../http/errors';
import type { Change } from './audit';

/** Fields that the sentence names; of more it says how many there are. */
const namedFields = 3;

function fieldsText(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const names = changes.slice(0, namedFields).map(({ label }) => label);
  return `（${names.join('、')}${changes.length > namedFields ? `等${changes.length}项` : ''}）`;
}

/** `card_writer` and `cardWriter`: some entities are noted by the name of their table. */
const spellings = (entity: string): string[] => [
  entity,
  entity.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
];

/** The same error with who changed the record last, when and which fields, by its change history; as it is when nothing is noted there. */
async function nameWhoChanged(trx: Trx, ctx: Ctx, error: ChangedMeanwhile): Promise<AppError> {
  const last = await trx
    .selectFrom('change_history')
    .select([
      'action',
      'user_name as who',
      sql<Change[]>`changes`.as('changes'),
      sql<string>`to_char(at at time zone ${ctx.timeZone}, 'MM-DD HH24:MI')`.as('time'),
    ])
    .where('client_id', '=', error.clientId ?? ctx.clientId)
    .where('entity', 'in', spellings(error.entity))
    .where('entity_id', '=', error.entityId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return error;
  return versionConflict(
    `${last.who || '系统'} ${last.time} 已${last.action}${fieldsText(last.changes)}，请刷新后重试`,
  );
}

/** Runs the work of a call. When it finds a record that somebody changed meanwhile, its error says who: asked once the work is undone, so that nothing else is held up. */
export async function namingWhoChanged<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    // who it was is worth a question, and no failure of that question
    throw await ctx.db((trx) => nameWhoChanged(trx, ctx, error)).catch(() => error);
  }
}
