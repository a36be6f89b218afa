import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, blockedByRule } from '../../../core/http/errors';
import { type AccountDeps, endSessionsOf, hasFactor, removeFactor, requireProof } from '../../base/identity/door';
import { findChangeableUser, noteUserChange } from './service';

/** 重置二次验证 of somebody who lost his telephone: he logs in with his password again, and enrols again where the company wants it. His sessions end. */
export async function resetUserFactor(deps: AccountDeps, ctx: Ctx, id: string, req: FastifyRequest): Promise<null> {
  if (id === ctx.userId) throw blockedByRule('请在个人信息中更换或关闭自己的二次验证');
  const none = (): AppError => blockedByRule('该用户没有开启二次验证');
  if (!(await hasFactor(deps.db, id))) throw none();
  const caller = { ip: req.ip, userAgent: String(req.headers['user-agent'] ?? '').slice(0, 300) };
  await ctx.db(async (trx) => {
    const user = await findChangeableUser(trx, ctx, id);
    await requireProof(trx, ctx, `重置${user.name}的二次验证`);
    await noteUserChange(trx, ctx, id, '重置二次验证');
    // secrets are out of reach of the company's role; the account stays locked by this transaction meanwhile
    if (!(await deps.db.transaction().execute((system) => removeFactor(system, ctx, id, caller)))) throw none();
  });
  await endSessionsOf(deps, [id], 'ended');
  return null;
}
