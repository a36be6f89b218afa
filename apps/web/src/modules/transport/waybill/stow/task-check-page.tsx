import { transportTaskCalls } from '@tongda/contract/waybill/waybill-calls';
import { waybillLinks } from './links';
import { WaybillCheck } from './waybill-check';

const pages = { check: waybillLinks.task, edit: waybillLinks.taskEdit, board: waybillLinks.board };

/** 运输任务查看. */
export const TaskCheckPage = () => <WaybillCheck calls={transportTaskCalls} list={waybillLinks.tasks} pages={pages} />;
