import { useQuery } from '@tanstack/react-query';
import { receiptOrderStatus } from '@tongda/contract/enums/waybill';
import { tmsLogPage } from '@tongda/contract/order/order';
import { call } from '../../kit/api';
import { shortTime } from '../../kit/format';
import { Panel } from '../../kit/panel';
import { ErrorState } from '../../kit/states';
import './receipt-order.css';

/** 操作日志 of a receipt order: every step, the newest first. */
export function ReceiptLog({ receiptCode }: { receiptCode: string }) {
  const log = useQuery({
    queryKey: [tmsLogPage.path, 'receiptOrder', receiptCode],
    queryFn: ({ signal }) =>
      call(tmsLogPage, { objType: 'receiptOrder', objCode: receiptCode }, { signal, quiet: true }),
  });
  return (
    <Panel title="操作日志">
      {log.error ? <ErrorState error={log.error} retry={() => void log.refetch()} /> : null}
      <ol className="rcp-log">
        {[...(log.data ?? [])].reverse().map((step) => (
          <li key={step.id}>
            <b>{step.action}</b>{' '}
            {step.toStatus === null || step.toStatus === step.fromStatus ? null : (
              <span className="td-tag">
                {receiptOrderStatus.options.find(({ code }) => code === step.toStatus)?.name}
              </span>
            )}{' '}
            <span className="td-cap">
              {step.operatorName} {shortTime(step.time)}
            </span>
            {step.remark ? <p>{step.remark}</p> : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
