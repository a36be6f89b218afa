import { purchaseCheck, purchaseResult } from '@tongda/contract/member/purchase';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/route';

/** What stands in the way of a new purchase: the company's orders that wait. */
export function memberRoutes(app: FastifyInstance): void {
  route(app, purchaseCheck, (ctx) =>
    ctx.db(async (trx) => {
      const orders = await trx
        .selectFrom('member_order')
        .select('status')
        .distinct()
        .where('client_id', '=', ctx.clientId)
        .execute();
      return purchaseResult(orders.map(({ status }) => status));
    }),
  );
}
