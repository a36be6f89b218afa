import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError } from '../../../core/http/errors';
import { seesAll } from '../../base/org/door';

/** Only administrators of a company let programs in, and nobody who acts in the name of another user. They see all of it: no program's scope is beyond them. */
export const mayApply = (ctx: Ctx): boolean => seesAll(ctx) && ctx.actor === null;

/** Who may list programs is told of them elsewhere too: of what was asked for in their name, and how often they call. */
export const seesPrograms = (ctx: Ctx): boolean => seesAll(ctx);

export function refuseUnlessManager(ctx: Ctx): void {
  if (!seesPrograms(ctx)) throw forbiddenError('只有企业管理员可以管理对接应用');
}
