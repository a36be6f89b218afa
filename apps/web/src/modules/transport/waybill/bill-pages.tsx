import { billOfLadingCalls } from '@tongda/contract/transport/waybill/calls';
import { WaybillCheck } from './check';
import { waybillLinks } from './links';
import { WaybillList } from './list';

const pages = { check: waybillLinks.bill, edit: waybillLinks.billEdit, board: waybillLinks.pickUpBoard };

/** 提单: trips past the senders of pick-up orders, back to a site. */
export const BillListPage = () => (
  <WaybillList
    calls={billOfLadingCalls}
    add={waybillLinks.pickUpBoard()}
    addWord="新建提单"
    pages={pages}
    empty="在提货配载里选入库站点，把提货单放上车"
  />
);

/** 提单查看; its goods are counted on the page of the arrival (核对). */
export const BillCheckPage = () => <WaybillCheck calls={billOfLadingCalls} list={waybillLinks.bills} pages={pages} />;
