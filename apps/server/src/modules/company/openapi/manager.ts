import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError } from '../../../core/http/errors';
import { seesAll } from '../../base/org/door';

/** Only administrators of a company let programs in, and nobody who acts in the name of another user. They see all of it: no program's scope is beyond them. */
export const mayApply = (ctx: Ctx): boolean => seesAll(ctx) && ctx.actor === null;

export function refuseUnlessManager(ctx: Ctx): void {
  if (!seesAll(ctx)) throw forbiddenError('只有企业管理员可以管理对接应用');
}
