import { useQuery } from '@tanstack/react-query';
import { orderStatus } from '@tongda/contract/enums/transport';
import { tmsLogPage } from '@tongda/contract/order/order';
import { call } from '../../kit/api';
import { shortTime } from '../../kit/format';
import { Panel } from '../../kit/panel';
import { ErrorState } from '../../kit/states';
import './pick-up.css';

/** 操作日志 of a pick-up order: every step, the newest first. */
export function PickUpLog({ pickUpCode }: { pickUpCode: string }) {
  const log = useQuery({
    queryKey: [tmsLogPage.path, 'pickUpOrder', pickUpCode],
    queryFn: ({ signal }) => call(tmsLogPage, { objType: 'pickUpOrder', objCode: pickUpCode }, { signal, quiet: true }),
  });
  return (
    <Panel title="操作日志">
      {log.error ? <ErrorState error={log.error} retry={() => void log.refetch()} /> : null}
      <ol className="pku-log">
        {[...(log.data ?? [])].reverse().map((step) => (
          <li key={step.id}>
            <b>{step.action}</b>{' '}
            {step.toStatus === null || step.toStatus === step.fromStatus ? null : (
              <span className="td-tag">{orderStatus.label(step.toStatus)}</span>
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
