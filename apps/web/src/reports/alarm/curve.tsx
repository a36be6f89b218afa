import { alarmCurve } from '@tongda/contract/reports/alarm/curve';
import type { ReactNode } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import { CurveChart } from '../kit/curves/chart';
import { CurvesComing } from '../kit/curves/coming';

/** What an alarm is about, some time around it; `otherwise` where the reader may not see these readings or there are none. */
export function AlarmCurve({ alarmId, otherwise }: { alarmId: string; otherwise: ReactNode }) {
  const { data, error } = useAsk(alarmCurve, { id: alarmId });
  if (error) return otherwise;
  if (!data) return <CurvesComing />;
  return data.lanes.length === 0 && data.strips.length === 0 ? otherwise : <CurveChart answer={data} />;
}
