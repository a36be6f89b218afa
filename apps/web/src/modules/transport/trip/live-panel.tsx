import { coolerStatus } from '@tongda/contract/resources/device/enums';
import { type LateState, lateOfLevel, lateText } from '@tongda/contract/transport/figures';
import { type TripLive, tripLive } from '@tongda/contract/transport/trip/live';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { formatDuration, minuteText, none } from '../../../kit/show/format';
import { useTripLinks } from './links';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';
import { etaText, etaTitle } from '../parts/eta';

const refreshMs = minuteMs;

/** What the truck of a waybill does: expected arrival, cooling, hints, and the ways to its trajectory and alarms. */
export function LivePanel({ waybillCode }: { waybillCode: string }) {
  const { data } = useAsk(tripLive, { waybillCode }, { refetchInterval: refreshMs });
  const links = useTripLinks();
  if (!data) return null;
  const { trajectory, alarms } = links(data);
  const hints = hintsOf(data);
  const known =
    data.etaTime !== null ||
    data.delayLevel > 0 ||
    data.coolerStatus !== null ||
    data.startTime !== null ||
    hints.length > 0;
  if (!known) return null;
  return (
    <Panel title="在途情况">
      <Hints hints={hints} />
      <Facts
        title=""
        facts={[
          [
            '预计到达下一站',
            <Eta key="eta" time={data.etaTime} late={lateOfLevel(data.delayLevel)} delayMin={data.delayMin} />,
          ],
          ['预冷状态', data.coolerStatus === null ? null : coolerStatus.label(data.coolerStatus)],
          ['途中报警', data.startTime === null ? null : `${data.alarmCount} 次`],
        ]}
      />
      {trajectory || alarms ? (
        <p className="transport-trip-links">
          {trajectory ? <Link to={trajectory}>查看行驶轨迹</Link> : null}
          {alarms ? <Link to={alarms}>查看途中报警</Link> : null}
        </p>
      ) : null}
    </Panel>
  );
}

const Hints = ({ hints }: { hints: readonly string[] }) => (
  <>
    {hints.map((hint) => (
      <p key={hint} className="transport-trip-hint">
        {hint}
      </p>
    ))}
  </>
);

/** Hints about a trip: a door open on the road, a silent terminal, a stop visited out of turn. */
export function TripHints({ waybillCode }: { waybillCode: string }) {
  const { data } = useAsk(tripLive, { waybillCode }, { refetchInterval: refreshMs });
  return data ? <Hints hints={hintsOf(data)} /> : null;
}

/** A delay as people say it. */
export const minutesWords = (minutes: number): string => formatDuration(minutes * 60);

/** Expected arrival, and how late that is when it is not in time; a truck without positions may be late, too. */
export function Eta({ time, late, delayMin }: { time: string | null; late: LateState; delayMin: number | null }) {
  if (time === null && late === 'onTime') return <span className="td-cap">{none}</span>;
  return (
    <span>
      {time === null ? null : <span title={etaTitle(time)}>{etaText(time)}</span>}
      {late === 'onTime' ? null : (
        <span
          className={
            late === 'late' ? 'transport-trip-mark transport-trip-late' : 'transport-trip-mark transport-trip-warn'
          }
        >
          {lateText(late, delayMin)}
        </span>
      )}
    </span>
  );
}

function hintsOf(live: TripLive): string[] {
  const hints: string[] = [];
  if (live.suspectDepartTime)
    hints.push(`疑似已发车：车辆于${minuteText(live.suspectDepartTime)}驶离装货点，请核对发车`);
  if (live.offlineMin !== null) hints.push(`车辆离线：已${minutesWords(live.offlineMin)}没有上报，请联系司机确认`);
  for (const { door, startTime, endTime } of live.doors)
    hints.push(`途中开门：${minuteText(startTime)}在站点外打开${door}号门${endTime === null ? '，尚未关闭' : ''}`);
  for (const stop of live.stops) {
    if (stop.suspectArriveTime)
      hints.push(`疑似已到站：车辆于${minuteText(stop.suspectArriveTime)}到达第${stop.seq}站，请登记到站`);
    if (stop.outOfOrder) hints.push(`未按顺序：第${stop.seq}站先于前面的站点到达`);
  }
  return hints;
}

/** 疑似已发车, in a list. */
export function SuspectMark({ time }: { time: string | null }) {
  return time === null ? null : <span className="transport-trip-mark transport-trip-warn">疑似已发车</span>;
}
