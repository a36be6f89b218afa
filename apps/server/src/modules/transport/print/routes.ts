import {
  arrivalPrint,
  billOfLadingPrint,
  orderPrint,
  pickUpPrint,
  receiptOrderPrint,
  transportTaskPrint,
  waybillStowagePrint,
} from '@tongda/contract/transport/print/calls';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { orderInFull } from '../order/door';
import { pickUpInFull } from '../pick-up/door';
import { receiptOrderInFull } from '../receipt-order/door';
import { waybillsInFull } from '../waybill/door';

const headOf = (ctx: Ctx) => ({
  companyName: ctx.clientName,
  printTime: wireTime(Date.now(), ctx.timeZone),
  printUser: ctx.userName,
});

/** Binds the calls of the print pages, which get all data of the chosen orders or waybills in one call. */
export function printRoutes(app: FastifyInstance): void {
  route(app, orderPrint, (ctx, { orderCodes }) =>
    ctx.db(async (trx) => {
      const orders = [];
      for (const code of new Set(orderCodes)) orders.push(await orderInFull(trx, ctx, code));
      return { ...headOf(ctx), orders };
    }),
  );
  route(app, pickUpPrint, (ctx, { pickUpCodes }) =>
    ctx.db(async (trx) => {
      const pickUps = [];
      for (const code of new Set(pickUpCodes)) pickUps.push(requireRow(await pickUpInFull(trx, ctx, code), '提货单'));
      return { ...headOf(ctx), pickUps };
    }),
  );
  route(app, receiptOrderPrint, (ctx, { receiptCodes }) =>
    ctx.db(async (trx) => {
      const receipts = [];
      for (const code of new Set(receiptCodes))
        receipts.push(requireRow(await receiptOrderInFull(trx, ctx, code), '收货单'));
      return { ...headOf(ctx), receipts };
    }),
  );
  for (const [call, kind] of [
    [transportTaskPrint, waybillKind.transportTask],
    [waybillStowagePrint, waybillKind.stowage],
    [billOfLadingPrint, waybillKind.billOfLading],
    [arrivalPrint, undefined],
  ] as const)
    route(app, call, (ctx, { waybillCodes }) =>
      ctx.db(async (trx) => ({ ...headOf(ctx), waybills: await waybillsInFull(trx, ctx, kind, waybillCodes) })),
    );
}
