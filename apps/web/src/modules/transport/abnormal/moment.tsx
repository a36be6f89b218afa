import { type AbnormalMoment, abnormalMoment, momentMinutes } from '@tongda/contract/transport/abnormal/calls';
import { useMemo } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { clockText, formatNumber, formatTemp, wireTime } from '../../../kit/show/format';
import { useSize } from '../../../kit/show/hooks/use-size';
import { ErrorState } from '../../../kit/show/states';
import { type Pin, PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import { chart, doorSpans, type MomentChart, momentChart, probesThatRead } from './moment-model';
import './styles.css';

const speedColour = 'var(--td-grey)';
const tempColours = ['var(--td-blue)', 'var(--td-violet)', 'var(--td-ok)', 'var(--td-warn)'];
/** Lowest line of the drawing, where the speed is 0. */
const floor = chart.height - chart.bottom;
const clockOf = (t: number): string => clockText(wireTime(t));

/** What the vehicle measured half an hour before and after a report. */
export function Moment({ abnormalCode }: { abnormalCode: string }) {
  const { data, error, refetch } = useAsk(abnormalMoment, { abnormalCode }, { staleTime: 60_000 });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <p className="td-cap transport-abnormal-coming">正在读取车辆数据…</p>;
  if (!data.readable) return <p className="td-cap">没有可查看的车辆数据</p>;
  if (data.points.length === 0) return <p className="td-cap">前后{momentMinutes}分钟车辆没有上报数据</p>;
  return (
    <div className="transport-abnormal-moment">
      <Chart moment={data} />
      <Alarms moment={data} />
      <Way moment={data} />
    </div>
  );
}

/** Curves of speed and temperatures, with the doors that stood open and the moment itself. */
function Chart({ moment }: { moment: AbnormalMoment }) {
  const [box, room] = useSize<HTMLDivElement>();
  const lines = useMemo(() => momentChart(moment, room.width || chart.width), [moment, room.width]);
  const doors = useMemo(() => doorSpans(moment.points), [moment]);
  return (
    <div ref={box}>
      <AtMoment moment={moment} />
      <svg
        className="transport-abnormal-chart"
        viewBox={`0 0 ${lines.width} ${chart.height}`}
        role="img"
        aria-label="前后30分钟的速度与温度"
      >
        {doors.map(({ from, to }) => (
          <rect
            key={from}
            x={lines.x(from)}
            y={chart.top}
            width={Math.max(2, lines.x(to) - lines.x(from))}
            height={floor - chart.top}
            fill="var(--td-amber-soft)"
          />
        ))}
        <line
          x1={lines.x(moment.at)}
          x2={lines.x(moment.at)}
          y1={chart.top}
          y2={floor}
          stroke="var(--td-red)"
          strokeDasharray="3 3"
        />
        <path d={lines.speed.path} fill="none" stroke={speedColour} strokeWidth="1.5" />
        {lines.temps.map((line, i) => (
          <path
            key={line.name}
            d={line.path}
            fill="none"
            stroke={tempColours[i % tempColours.length]}
            strokeWidth="2"
          />
        ))}
        <ChartTexts moment={moment} lines={lines} />
      </svg>
      <Legend temps={lines.temps} />
    </div>
  );
}

/** The report that is nearest to the moment; there is at least one. */
const nearestPoint = ({ points, at }: AbnormalMoment) =>
  points.reduce((best, point) => (Math.abs(point.t - at) < Math.abs(best.t - at) ? point : best));

/** What the vehicle measured when it happened, as a sentence. */
function AtMoment({ moment }: { moment: AbnormalMoment }) {
  const nearest = nearestPoint(moment);
  const readings = probesThatRead(moment).flatMap(({ channel, name }) => {
    const reading = nearest.tempC[channel - 1] ?? null;
    return reading === null ? [] : [`${name} ${formatTemp(reading)} ℃`];
  });
  return (
    <p className="td-cap">
      发生时 {clockOf(nearest.t)}：速度 {formatNumber(nearest.speedKmh)} km/h，{nearest.acc ? 'ACC 开' : 'ACC 关'}
      {readings.length > 0 ? `，${readings.join('、')}` : ''}
      {nearest.openDoors.length > 0 ? `，${nearest.openDoors.map((n) => `${n}号门`).join('、')}开` : ''}
    </p>
  );
}

/** Figures at the four ends of the axes, and the moment between them. */
function ChartTexts({ moment, lines }: { moment: AbnormalMoment; lines: MomentChart }) {
  return (
    <>
      <text x={2} y={chart.top + 8}>
        {lines.speedMax}
      </text>
      <text x={2} y={floor}>
        0
      </text>
      <text x={lines.width - 2} y={chart.top + 8} textAnchor="end">
        {formatNumber(lines.tempRange[1])}℃
      </text>
      <text x={lines.width - 2} y={floor} textAnchor="end">
        {formatNumber(lines.tempRange[0])}℃
      </text>
      <text x={chart.left} y={chart.height - 3}>
        {clockOf(moment.from)}
      </text>
      <text x={lines.x(moment.at)} y={chart.height - 3} textAnchor="middle">
        {clockOf(moment.at)}
      </text>
      <text x={lines.width - chart.right} y={chart.height - 3} textAnchor="end">
        {clockOf(moment.to)}
      </text>
    </>
  );
}

/** Which colour is which curve. */
function Legend({ temps }: { temps: MomentChart['temps'] }) {
  return (
    <div className="transport-abnormal-legend">
      <span>
        <i style={{ background: speedColour }} />
        速度 km/h
      </span>
      {temps.map((line, i) => (
        <span key={line.name}>
          <i style={{ background: tempColours[i % tempColours.length] }} />
          {line.name} ℃
        </span>
      ))}
      <span>
        <i style={{ background: 'var(--td-amber)' }} />
        车门开
      </span>
    </div>
  );
}

function Alarms({ moment }: { moment: AbnormalMoment }) {
  if (moment.alarms.length === 0) return <p className="td-cap">期间没有报警</p>;
  return (
    <ul className="transport-abnormal-alarms">
      {moment.alarms.map((alarm) => (
        <li key={alarm.id}>
          <b>
            {clockOf(alarm.start)}
            {alarm.end === null ? '起' : `~${clockOf(alarm.end)}`}
          </b>{' '}
          {alarm.text}
        </li>
      ))}
    </ul>
  );
}

/** Where it drove, and where it was at the moment. */
function Way({ moment }: { moment: AbnormalMoment }) {
  const path = useMemo(() => moment.points.map(({ lng, lat }) => [lng, lat] as const), [moment]);
  const pins = useMemo((): Pin[] => {
    const at = nearestPoint(moment);
    return [{ lng: at.lng, lat: at.lat, label: `${clockOf(at.t)} ${formatNumber(at.speedKmh)} km/h`, selected: true }];
  }, [moment]);
  return (
    <div className="transport-abnormal-map">
      <MapView onReady={(map) => map.fitBounds([...path], { maxZoom: 14, animate: false })}>
        <PinLayer pins={pins} path={path} />
      </MapView>
    </div>
  );
}
