import { useQuery } from '@tanstack/react-query';
import type { Input } from '@tongda/contract/core/endpoint';
import { tmsLogPage } from '@tongda/contract/order/order';
import { call } from '../../kit/api';
import { shortTime } from '../../kit/format';
import { Panel } from '../../kit/panel';
import { ErrorState } from '../../kit/states';
import './order.css';

interface StepLogProps {
  objType: Input<typeof tmsLogPage>['objType'];
  objCode: string;
  /** name of a state that a step led to */
  label: (status: number) => string | undefined;
}

/** 操作日志 of an order, a waybill or another paper of transport: every step, the newest first. */
export function StepLog({ objType, objCode, label }: StepLogProps) {
  const log = useQuery({
    queryKey: [tmsLogPage.path, objType, objCode],
    queryFn: ({ signal }) => call(tmsLogPage, { objType, objCode }, { signal, quiet: true }),
  });
  return (
    <Panel title="操作日志">
      {log.error ? <ErrorState error={log.error} retry={() => void log.refetch()} /> : null}
      <ol className="ord-log">
        {[...(log.data ?? [])].reverse().map((step) => (
          <li key={step.id}>
            <b>{step.action}</b>
            {step.toStatus === null || step.toStatus === step.fromStatus ? null : (
              <span className="td-tag">{label(step.toStatus)}</span>
            )}
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
