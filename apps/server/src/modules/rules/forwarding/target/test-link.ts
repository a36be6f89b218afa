import { requireRow } from '../../../../core/db/rows';
import type { Ctx } from '../../../../core/http/ctx';
import { tooManyAtOnce } from '../../../../core/http/errors';
import { PerMinute } from '../../../../core/http/per-minute';
import { openLink } from '../link/open';
import { inTime, LinkFailure } from '../link/shape';
import { readTarget } from '../work/target';
import type { ForwardDeps } from '../work/worker';
import { targetRegister } from './edit';

/** Tests of one company in a minute: they really go out. */
const tests = new PerMinute(6);

/** Connects to a target and logs in, on a connection of its own; answers in a sentence how it went. */
export async function testTarget(deps: ForwardDeps, ctx: Ctx, id: string): Promise<{ ok: boolean; msg: string }> {
  const target = requireRow(
    await ctx.db((trx) => readTarget({ db: trx, factorKey: deps.factorKey }, ctx.clientId, id)),
    targetRegister.noun,
  );
  if (!tests.allows(ctx.clientId)) throw tooManyAtOnce('测试连接过于频繁，请一分钟后再试');
  const link = openLink(deps.net, target, deps.now);
  const began = performance.now();
  try {
    await inTime(link.probe(), '对方10秒内没有应答');
    return { ok: true, msg: `连接成功，用时${Math.max(1, Math.round(performance.now() - began))}毫秒` };
  } catch (error) {
    if (!(error instanceof LinkFailure)) deps.log.warn({ err: error, target: id }, 'test of forwarding');
    return { ok: false, msg: error instanceof LinkFailure ? error.message : '连接失败，请检查地址' };
  } finally {
    await link.close();
  }
}
