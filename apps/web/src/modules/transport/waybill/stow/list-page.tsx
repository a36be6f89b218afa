import { waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import { waybillLinks } from '../links';
import { WaybillList } from '../list';

const pages = { check: waybillLinks.stowage, edit: waybillLinks.stowageEdit, board: waybillLinks.trunkBoard };

/** 配载单: trunk loads between sites. */
export const StowageListPage = () => (
  <WaybillList
    calls={waybillStowageCalls}
    add={waybillLinks.trunkBoard()}
    addWord="新建配载"
    pages={pages}
    empty="在配载里选发站和到站，把在站的货放上车"
  />
);
