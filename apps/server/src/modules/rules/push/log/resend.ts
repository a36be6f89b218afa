import { codes } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { pushChannel, pushResult } from '@tongda/contract/rules/push/enums';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, notFound } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { lockSends, queueAgain } from './repo';

/**
 * Queues failed notices again, each under a new key, and answers a line of result for each. When there is only one and it cannot be sent again,
 * that is an error.
 */
export function resendFailed(ctx: Ctx, ids: readonly string[]): Promise<BatchLine[]> {
  return ctx.db(async (trx) => {
    const wanted = [...new Set(ids)];
    const rows = new Map((await lockSends(trx, ctx, wanted)).map((row) => [row.id, row]));
    const again: string[] = [];
    const lines = wanted.map((id): BatchLine => {
      const row = rows.get(id);
      const refusal = row ? refusalOf(row) : notFound('发送记录');
      if (refusal && wanted.length === 1) throw refusal;
      if (!refusal) again.push(id);
      return { id, name: row?.name ?? '', ok: !refusal, msg: refusal?.message ?? '' };
    });
    if (again.length > 0) await queueAgain(trx, again);
    await recordChanges(
      trx,
      ctx,
      again.map((id) => ({ entity: 'push_send', entityId: id, action: '重发' })),
    );
    return lines;
  });
}

function refusalOf({ status, channel, closed }: { status: number; channel: number; closed: boolean }): AppError | null {
  if (status !== pushResult.failed)
    return new AppError(codes.illegalTransition, `只能重发失败的记录，这条已是“${pushResult.label(status)}”`);
  if (closed)
    return new AppError(codes.blockedByRule, `${pushChannel.label(channel)}已停用或删除，请先在推送设置中启用`);
  return null;
}
