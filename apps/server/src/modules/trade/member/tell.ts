import { msgType } from '@tongda/contract/base/system-enums';
import { type AuditKind, auditKind, erpOrderStatusList } from '@tongda/contract/trade/member/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { closeMessages, createMessage } from '../../base/message/door';

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
    // what it is says its type (`nounOf`)
    noun: '订单',
    place: '订单中心',
    type: msgType.serviceFee,
    tag: 'erpOrder',
    menu: 'orderCenter',
  },
} as const satisfies Record<AuditKind, unknown>;

/** What an order is called; `orderType`: of those of the order centre, what was ordered (软件订单, 采购订单). */
export function nounOf(kind: AuditKind, orderType: number | null = null): string {
  if (orderType === null) return buyerSide[kind].noun;
  return orderType === erpOrderStatusList.returned ? '退货申请' : `${erpOrderStatusList.label(orderType)}订单`;
}

/** The order as messages of the provider's staff lead to it: its page in 订单审核. */
export const auditTag = (kind: AuditKind, { id, orderNo }: Omit<ToldOrder, 'clientId'>): string =>
  `auditKind:${kind}|auditNo:${orderNo}|auditId:${id}`;

/** Closes the messages that ask the provider's staff for something, by what their keys begin with: each version of an order is told anew. */
export async function closeTold(trx: Trx, key: string): Promise<void> {
  const { rows } = await sql<{
    clientId: string;
    key: string;
  }>`select m.client_id::text as "clientId", m.once_key as key
    from message m join client c on c.id = m.client_id and c.kind = 'provider' where m.once_key like ${`${key} %`}`.execute(
    trx,
  );
  for (const { clientId, key: one } of rows) await closeMessages(trx, clientId, [one]);
}

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
