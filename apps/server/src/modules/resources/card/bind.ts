import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import type { cardBind } from '@tongda/contract/resources/card/calls';
import { cardStatus, cardType } from '@tongda/contract/resources/enums';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, invalid, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { guardWrite } from '../../../core/record/register';
import { resolveReferences } from '../../base/reference/door';
import { cardRegister, findCard } from './service';

/** 绑定: links an old card, which has only a typed name, to its store or driver. 4010 for a card that is linked already: its owner changes by 换卡. */
export function bindCard(ctx: Ctx, { id, version, ...wish }: Parsed<typeof cardBind>): Promise<{ version: number }> {
  return ctx.db(async (trx) => {
    const card = requireRow(await findCard(trx, ctx, id), '卡片');
    const refuse = (why: string) => new AppError(codes.illegalTransition, `卡片${card.cardNo}${why}，不能绑定`);
    if (card.cardType === cardType.manager) throw refuse('是管理卡');
    if (card.cardStatus === cardStatus.cancelled) throw refuse('已注销');
    if (card.storeId !== null || card.driverId !== null) throw refuse(`已绑定${card.ownerName}`);
    const kind = card.cardType === cardType.store ? ('store' as const) : ('driver' as const);
    const field = kind === 'store' ? 'storeId' : 'driverId';
    const chosen = wish[field];
    if (!chosen) throw invalidField(field, kind === 'store' ? '请选择门店' : '请选择司机');
    const { names, errors } = await resolveReferences(trx, ctx, { [field]: [kind, chosen] });
    if (errors.length > 0) throw invalid(errors);
    const owner = names.get(`${kind} ${chosen}`) ?? '';
    const values = { [kind === 'store' ? 'store_id' : 'driver_id']: chosen, owner_name: owner };
    const next = await guardWrite(cardRegister, () => updateRow(trx, ctx, 'card', { id, version, values }));
    await recordChanges(trx, ctx, [
      {
        entity: 'card',
        entityId: id,
        action: '绑定',
        changes: [{ field: 'ownerName', label: '绑定对象', before: card.ownerName, after: owner }],
      },
    ]);
    return { version: next };
  });
}
