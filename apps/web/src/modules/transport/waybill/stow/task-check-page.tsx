import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { WaybillCheck } from '../check';
import { waybillLinks } from '../links';

const pages = { check: waybillLinks.task, edit: waybillLinks.taskEdit, board: waybillLinks.board };

/** 运输任务查看. */
export const TaskCheckPage = () => <WaybillCheck calls={transportTaskCalls} list={waybillLinks.tasks} pages={pages} />;
