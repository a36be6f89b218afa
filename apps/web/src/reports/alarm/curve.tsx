import { alarmCurve } from '@tongda/contract/reports/alarm/curve';
import type { ReactNode } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import { CurveChart } from '../kit/curves/chart';
import { CurvesComing } from '../kit/curves/coming';

interface AlarmCurveProps {
  alarmId: string;
  /** the alarm has not ended: the curve goes on with it */
  lasting: boolean;
  otherwise: ReactNode;
}

/** ms; as often as the drawer asks for the facts */
const askAgainMs = 30_000;

/** What an alarm is about, some time around it; `otherwise` where the reader may not see these readings or there are none. A curve that is shown stays when asking again fails. */
export function AlarmCurve({ alarmId, lasting, otherwise }: AlarmCurveProps) {
  const { data, error } = useAsk(alarmCurve, { id: alarmId }, lasting ? { refetchInterval: askAgainMs } : {});
  if (error && !data) return otherwise;
  if (!data) return <CurvesComing />;
  return data.lanes.length === 0 && data.strips.length === 0 ? otherwise : <CurveChart answer={data} />;
}
