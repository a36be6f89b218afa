import type { Input } from '@tongda/contract/core/endpoint';
import { tmsLogPage } from '@tongda/contract/transport/order/calls';
import { useEffect, useRef } from 'react';
import { useAsk } from '../../../../kit/call/use-ask';
import { Panel } from '../../../../kit/detail/panel';
import { shortTime } from '../../../../kit/show/format';
import { ErrorState } from '../../../../kit/show/states';
import '../styles.css';

interface StepLogProps {
  objType: Input<typeof tmsLogPage>['objType'];
  objCode: string;
  /** name of a state that a step led to */
  label: (status: number) => string | undefined;
  /** of the paper as the page shows it: when it changes, there is a new step */
  version?: number;
}

/** 操作日志 of an order, a waybill or another paper of transport: every step with the time when it happened, the newest first. */
export function StepLog({ objType, objCode, label, version }: StepLogProps) {
  const log = useAsk(tmsLogPage, { objType, objCode });
  const { refetch } = log;
  const told = useRef(version);
  useEffect(() => {
    if (told.current === version) return;
    told.current = version;
    void refetch();
  }, [version, refetch]);
  return (
    <Panel title="操作日志">
      {log.error ? <ErrorState error={log.error} retry={() => void log.refetch()} /> : null}
      {log.data?.length === 0 ? <p className="td-cap">还没有记录</p> : null}
      <ol className="transport-order-log">
        {[...(log.data ?? [])].reverse().map((step) => (
          <li key={step.id}>
            <b>{step.action}</b>
            {step.partCode ? <span className="kit-detail-tag">{step.partCode}</span> : null}
            {step.partCode || step.toStatus === null || step.toStatus === step.fromStatus ? null : (
              <span className="kit-detail-tag">{label(step.toStatus)}</span>
            )}
            <span className="td-cap">
              {step.operatorName} {shortTime(step.time)}
              {step.enteredTime ? `　${shortTime(step.enteredTime)} 登记` : ''}
            </span>
            {step.remark ? <p>{step.remark}</p> : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
