import { waybillStowageCalls } from '@tongda/contract/transport/waybill/calls';
import { WaybillCheck } from '../check';
import { waybillLinks } from '../links';

const pages = { check: waybillLinks.stowage, edit: waybillLinks.stowageEdit, board: waybillLinks.trunkBoard };

/** 配载单查看. */
export const StowageCheckPage = () => (
  <WaybillCheck calls={waybillStowageCalls} list={waybillLinks.stowages} pages={pages} />
);
