import type { Ctx } from '../../../core/http/ctx';
import { forbiddenError } from '../../../core/http/errors';

/** Only administrators of a company let programs in, and nobody who acts in the name of another user. */
export const mayApply = (ctx: Ctx): boolean => (ctx.isPrimary || ctx.isOrgManager) && ctx.actor === null;

export function refuseUnlessManager(ctx: Ctx): void {
  if (!(ctx.isPrimary || ctx.isOrgManager)) throw forbiddenError('只有企业管理员可以管理对接应用');
}
