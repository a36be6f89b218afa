import { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { Skeleton } from 'antd';
import { useAsk } from '../../../../kit/call/use-ask';
import { AlarmAround } from '../detail/around';
import { AlarmChart } from '../detail/chart';
import '../styles.css';

/** Curve and way of an alarm inside a message about it; nothing where the reader may not see the alarm (any more). */
export function AlarmGlimpse({ alarmId }: { alarmId: string }) {
  const { data, error } = useAsk(alarmDetail, { id: alarmId }, { retry: false });
  if (error) return null;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <>
      <AlarmChart detail={data} />
      <AlarmAround detail={data} />
    </>
  );
}
