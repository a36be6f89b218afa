import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { waybillLinks } from '../links';
import { WaybillList } from '../list';

const pages = { check: waybillLinks.task, edit: waybillLinks.taskEdit, board: waybillLinks.board };

/** 运输任务: direct trips and city deliveries. */
export const TaskListPage = () => (
  <WaybillList
    calls={transportTaskCalls}
    add={waybillLinks.board()}
    addWord="新建任务"
    pages={pages}
    empty="在配载里把订单放上车，确认后就是运输任务"
  />
);
