import type { Output } from '@tongda/contract/core/endpoint';
import type { customerFigures } from '@tongda/contract/resources/customer/figures';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { extension, onlyPart } from '../../../core/run/extension';
import { findCustomer } from './repo';

type Figures = Output<typeof customerFigures>;

/** Adds up the orders of a customer. Orders, and what is late among them, belong to the transport wing, which adds its part here. */
export const customerOrderFigures = extension<(trx: Trx, ctx: Ctx, customerId: string) => Promise<Figures>>();

/** 订单统计 and 温度合格率 of a customer whom the caller sees. */
export function loadFigures(ctx: Ctx, id: string): Promise<Figures> {
  return ctx.db(async (trx) => {
    requireRow(await findCustomer(trx, ctx, id), '客户');
    return onlyPart(customerOrderFigures, 'figures of orders')(trx, ctx, id);
  });
}
