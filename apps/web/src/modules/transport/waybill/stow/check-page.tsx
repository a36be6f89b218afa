import { waybillStowageCalls } from '@tongda/contract/waybill/waybill-calls';
import { waybillLinks } from './links';
import { WaybillCheck } from './waybill-check';

const pages = { check: waybillLinks.stowage, edit: waybillLinks.stowageEdit, board: waybillLinks.trunkBoard };

/** 配载单查看. */
export const StowageCheckPage = () => (
  <WaybillCheck calls={waybillStowageCalls} list={waybillLinks.stowages} pages={pages} />
);
