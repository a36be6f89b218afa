import { abnormalAdd } from '@tongda/contract/transport/abnormal/calls';
import { orderStatus } from '@tongda/contract/transport/enums';
import { type OrderRow, orderAdd, orderUpdate, orderVoid } from '@tongda/contract/transport/order/calls';
import { orderCancelMerge, orderCancelSplit, orderSplit } from '@tongda/contract/transport/order/family';
import { orderTrackPage } from '@tongda/contract/transport/tracking/calls';
import { orderRevokeSign, orderSign } from '@tongda/contract/transport/waybill/calls';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import type { RowAction } from '../../../kit/table/types';
import { waybillLinks } from '../waybill/door';
import { orderLinks } from './links';

interface Handlers {
  changed: () => void;
  askVoid: (row: OrderRow) => void;
  askSign: (row: OrderRow) => void;
  askRevokeSign: (orderCode: string) => void;
  askReport: (orderCode: string) => void;
}

/** What can be done with one order: the server says what its state allows (`allowActions`), the rights what the user may. */
export function useOrderActions({
  changed,
  askVoid,
  askSign,
  askRevokeSign,
  askReport,
}: Handlers): (row: OrderRow) => RowAction[] {
  const cancelSplit = useCancelSplit();
  const cancelMerge = useCancelMerge();
  return (row) => {
    const { orderCode } = row;
    const when = (verb: (typeof row.allowActions)[number], action: RowAction): RowAction[] =>
      row.allowActions.includes(verb) ? [action] : [];
    return [
      { label: '详情', to: orderLinks.details(orderCode) },
      ...when('edit', { label: '编辑', to: orderLinks.edit(orderCode), can: orderUpdate }),
      ...when('stowage', { label: '配载', to: waybillLinks.boardOf([orderCode]), can: stowageConfirm }),
      ...when('sign', { label: '签收', can: orderSign, run: () => askSign(row) }),
      ...when('splitOrder', { label: '拆单', to: orderLinks.split(orderCode), can: orderSplit }),
      ...when('cancelSplit', {
        label: '撤销拆单',
        can: orderCancelSplit,
        run: () => cancelSplit(row, changed),
      }),
      ...when('cancelMerge', { label: '撤销合单', can: orderCancelMerge, run: () => cancelMerge(row, changed) }),
      ...when('revokeSign', { label: '撤销签收', can: orderRevokeSign, run: () => askRevokeSign(orderCode) }),
      ...(hasWay(row) ? [{ label: '轨迹', to: wayOf(row), can: orderTrackPage }] : []),
      ...(row.orderStatus === orderStatus.voided
        ? []
        : [{ label: '异常上报', can: abnormalAdd, run: () => askReport(orderCode) }]),
      { label: '复制', to: orderLinks.copy(orderCode), can: orderAdd },
      ...when('void', { label: '作废', danger: true, can: orderVoid, run: () => askVoid(row) }),
    ];
  };
}

/** A split order has no trip of its own; once its parts have some, its way is theirs. */
const hasWay = ({ waybillCode, splitFlag: flag, orderStatus: status }: OrderRow): boolean =>
  waybillCode !== null ||
  (flag === splitFlag.parent && status !== orderStatus.toDispatch && status !== orderStatus.voided);
const wayOf = ({ orderCode, splitFlag: flag, orderStatus: status }: OrderRow): string =>
  orderLinks[flag === splitFlag.parent ? 'trackParts' : 'track'](
    orderCode,
    status === orderStatus.completed ? 'completed' : 'running',
  );

type Versioned = Pick<OrderRow, 'orderCode' | 'version'>;

/** A step that asks, then takes a merged order apart again. */
export const useCancelMerge = () =>
  useRowAct(({ orderCode, version }: Versioned) => call(orderCancelMerge, { orderCode, version }), {
    sure: ({ orderCode }) => ({
      title: `确定撤销合单 ${orderCode}？`,
      content: '合单作废，原来的订单恢复为待调度。',
      ok: '撤销合单',
    }),
    told: (_, { orderCodes }) => `已恢复 ${orderCodes.join('、')}`,
  });

/** A step that asks, then takes the division of an order back. */
export const useCancelSplit = () =>
  useRowAct(({ orderCode, version }: Versioned) => call(orderCancelSplit, { orderCode, version }), {
    sure: ({ orderCode }) => ({
      title: `确定撤销 ${orderCode} 的拆单？`,
      content: '全部子单作废，原订单恢复为待调度。',
      ok: '撤销拆单',
    }),
    told: ({ orderCode }) => `${orderCode} 已撤销拆单`,
  });
