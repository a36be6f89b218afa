import type { CardRow } from '@tongda/contract/resources/card/calls';
import { cardSwipes, type SwipeRow, swipeColumns } from '@tongda/contract/resources/card/writer';
import { Modal } from 'antd';
import { InnerList } from '../../../kit/list/inner';
import type { Cells } from '../../../kit/table/types';

const cells: Cells<SwipeRow> = {
  inserted: (row) => (row.inserted === null ? '刷卡' : row.inserted ? '插卡' : '拔卡'),
};

/** 刷卡记录 of a card, with time, vehicle and place. */
export const SwipesDialog = ({ card, close }: { card: CardRow; close: () => void }) => (
  <Modal open title={`${card.ownerName} 的刷卡记录`} width={840} footer={null} onCancel={close}>
    <InnerList of={cardSwipes} columns={swipeColumns} cells={cells} fixed={{ id: card.id }} empty="还没有刷过卡" />
  </Modal>
);
