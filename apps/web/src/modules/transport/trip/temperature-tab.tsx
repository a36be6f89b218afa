import {
  type LegFigures,
  orderTemperature,
  type TripTemperature,
  waybillTemperature,
} from '@tongda/contract/transport/trip/temperature';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, formatRange, minuteText, none, shortTime } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { useTripLinks } from './links';
import { TemperatureChart } from './temperature-chart';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';

const refreshMs = minuteMs;

/** Temperatures of an order over all its trucks. */
export function OrderTemperature({ orderCode }: { orderCode: string }) {
  const answer = useAsk(orderTemperature, { orderCode }, { refetchInterval: refreshMs });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  return answer.data ? <Temperatures data={answer.data} by="truck" /> : <Loading />;
}

/** Temperatures of everything on a waybill. */
export function WaybillTemperature({ waybillCode }: { waybillCode: string }) {
  const answer = useAsk(waybillTemperature, { waybillCode }, { refetchInterval: refreshMs });
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  return answer.data ? <Temperatures data={answer.data} by="order" /> : <Loading />;
}

const percentText = (value: number | null): string => (value === null ? none : `${formatNumber(value, 2)}%`);

function Verdict({ qualified }: { qualified: boolean | null }) {
  if (qualified === null) return <span className="td-cap">无数据</span>;
  return (
    <span className={qualified ? 'transport-trip-ok' : 'transport-trip-bad'}>{qualified ? '合格' : '不合格'}</span>
  );
}

function Temperatures({ data, by }: { data: TripTemperature; by: 'truck' | 'order' }) {
  const links = useTripLinks();
  if (data.legs.length === 0)
    return <Empty title="还没有在途温度" text="车辆发车后，这里显示达标率、超温时段和温度曲线" />;
  return (
    <div className="transport-trip-temps">
      {data.total ? (
        <dl className="transport-trip-total">
          <Figure label="温度达标率" value={percentText(data.total.rate)} />
          <Figure label="数据覆盖率" value={percentText(data.total.coverage)} />
          <Figure label="最长一次超温" value={`${formatNumber(data.total.longestMin, 0)} 分钟`} />
          <div>
            <dt>结论</dt>
            <dd>
              <Verdict qualified={data.total.qualified} />
            </dd>
          </div>
        </dl>
      ) : null}
      {data.curves.map((curve) => {
        const legs = data.legs.filter(({ waybillCode }) => waybillCode === curve.waybillCode);
        const [only] = legs;
        const { trajectory, alarms } = links(curve);
        return (
          <section key={curve.waybillCode} className="kit-form-group">
            <div className="kit-form-group-head">
              <h2>
                {dottedPlate(curve.plateNo)}　{curve.waybillCode}
              </h2>
              <span className="transport-trip-links">
                {trajectory ? <Link to={trajectory}>行驶轨迹</Link> : null}
                {alarms ? <Link to={alarms}>途中报警</Link> : null}
              </span>
            </div>
            <TemperatureChart
              name={`${curve.plateNo} `}
              points={curve.points}
              probes={curve.probes}
              lower={legs.every(({ lower }) => lower === only?.lower) ? (only?.lower ?? null) : null}
              upper={legs.every(({ upper }) => upper === only?.upper) ? (only?.upper ?? null) : null}
              overs={by === 'truck' ? only?.overs : []}
            />
            <LegTable legs={legs} />
            <Overs legs={legs} />
          </section>
        );
      })}
    </div>
  );
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

function LegTable({ legs }: { legs: readonly LegFigures[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section className="transport-trip-scroll" tabIndex={0} aria-label={`${legs[0]?.plateNo ?? ''}各段温度`}>
      <table className="transport-trip-table">
        <thead>
          <tr>
            <th>订单号</th>
            <th>时段</th>
            <th className="num">要求(℃)</th>
            <th className="num">最低 / 最高 / 平均(℃)</th>
            <th className="num">MKT ℃</th>
            <th className="num">达标率</th>
            <th className="num">覆盖率</th>
            <th className="num">最长超温</th>
            <th>结论</th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => (
            <tr key={leg.orderCode}>
              <td>{leg.orderCode}</td>
              <td className="transport-trip-period">
                <span>{minuteText(leg.startTime)} ~</span> <span>{leg.running ? '在途' : minuteText(leg.endTime)}</span>
              </td>
              <td className="num">{formatRange(leg.lower, leg.upper, 1)}</td>
              <td className="num">
                {formatNumber(leg.minTemp, 1)} / {formatNumber(leg.maxTemp, 1)} / {formatNumber(leg.avgTemp, 1)}
              </td>
              <td className="num">{formatNumber(leg.mktTemp, 2)}</td>
              <td className="num">{percentText(leg.rate)}</td>
              <td className="num">{percentText(leg.coverage)}</td>
              <td className="num">{formatNumber(leg.longestMin, 0)} 分</td>
              <td>
                <Verdict qualified={leg.qualified} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Periods that were too warm or too cold. Goods with the same bounds share periods, so each is listed once. */
function Overs({ legs }: { legs: readonly LegFigures[] }) {
  const all = new Map(
    legs.flatMap(({ overs }) => overs.map((over) => [`${over.startTime} ${over.peakTemp}`, over] as const)),
  );
  if (all.size === 0) return null;
  return (
    <ul className="transport-trip-overs" aria-label="超温时段">
      {[...all].map(([key, { startTime, endTime, peakTemp }]) => (
        <li key={key}>
          {shortTime(startTime)} ~ {shortTime(endTime)}　最偏 <b>{formatNumber(peakTemp, 1)} ℃</b>
        </li>
      ))}
    </ul>
  );
}
