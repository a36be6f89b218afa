import { type ErpOrderRow, erpOrderDetail, erpOrderReturn } from '@tongda/contract/trade/erp-order/calls';
import { newestOf } from '../../../kit/call/use-act';
import { ReasonDialog } from '../../../kit/dialog/reason';

/** 申请退货: why the goods go back. */
export const ReturnDialog = ({ row, done, close }: { row: ErpOrderRow; done: () => void; close: () => void }) => (
  <ReasonDialog
    endpoint={erpOrderReturn}
    input={(reason) => ({ id: row.id, version: row.version, reason })}
    fresh={newestOf(erpOrderDetail, { id: row.id })}
    told={(made) => `退货申请${made.orderNo}已提交，等待服务商审核`}
    done={done}
    close={close}
    title={`申请退货 · ${row.orderNo}`}
    okText="提交"
    label="退货原因"
    placeholder="退货原因，2~200个字符"
    longest={200}
  />
);
