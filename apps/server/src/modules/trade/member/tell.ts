import { msgType } from '@tongda/contract/base/system-enums';
import { type AuditKind, auditKind } from '@tongda/contract/trade/member/enums';
import type { Trx } from '../../../core/db/trx';
import { createMessage } from '../../base/message/door';

/** An order of any kind, as its messages name it. */
export interface ToldOrder {
  id: string;
  clientId: string;
  orderNo: string;
}

/** What buyers know of each kind of orders: its name, where they find it, and who of the company is told: those who have that menu. */
export const buyerSide = {
  [auditKind.member]: {
    noun: '会员订单',
    place: '我的订单',
    type: msgType.memberOrder,
    tag: 'memberOrder',
    menu: 'member',
  },
  [auditKind.renewal]: {
    noun: '续费订单',
    place: '设备费用',
    type: msgType.serviceFee,
    tag: 'renewOrder',
    menu: 'equipmentCost',
  },
  [auditKind.goods]: {
    noun: '采购订单',
    place: '订单中心',
    type: msgType.serviceFee,
    tag: 'erpOrder',
    menu: 'orderCenter',
  },
} as const satisfies Record<AuditKind, unknown>;

/** Tells the buyer about an order. `key`: what happened to it, once for each order. */
export function tellBuyerOf(
  trx: Trx,
  kind: AuditKind,
  { id, clientId, orderNo }: ToldOrder,
  { key, title, content }: { key: string; title: string; content: string },
) {
  const { type, tag, menu } = buyerSide[kind];
  return createMessage(trx, {
    clientId,
    category: 11,
    type,
    // the page of the order centre opens an order by its id
    objTag: kind === auditKind.goods ? `${tag}:${orderNo}|erpId:${id}` : `${tag}:${orderNo}`,
    objName: orderNo,
    title,
    content,
    menu,
    onceKey: `${tag} ${id} ${key}`,
  });
}
