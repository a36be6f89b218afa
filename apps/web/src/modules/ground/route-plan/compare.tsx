import type { PlanDetail } from '@tongda/contract/ground/route-plan/calls';
import { type ComparedStop, type PlanComparison, planCompare } from '@tongda/contract/ground/route-plan/compare';
import { href, routes } from '@tongda/contract/shell/routes';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { FigureStrip } from '../../../kit/detail/figure-strip';
import { formatDuration, formatNumber, minuteText, none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import type { PinWay } from '../../../map/places/pin-layer';
import { RouteMap } from '../transport-route/door';
import { Rate } from './rate';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';
import '../parts/stops.css';

/** How often the comparison of a running plan is loaded again. */
const liveMs = minuteMs;

/** 对比: the plan beside what was driven; blue as planned, green as driven, red off the way. */
export function PlanCompare({ plan }: { plan: PlanDetail }) {
  const answer = useAsk(
    planCompare,
    { id: plan.id },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? liveMs : false) },
  );
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  const { data } = answer;
  if (!data) return <Loading />;
  if (data.reason) return <Empty title="还不能对比" text={data.reason} />;
  return <Compared data={data} />;
}

function Compared({ data }: { data: PlanComparison }) {
  const ways = useMemo((): PinWay[] => {
    const driven = data.track.map((path) => ({ path, as: 'driven' as const }));
    const off = data.deviations.map(({ path }) => ({ path, as: 'off' as const }));
    return [{ path: data.planPath, as: 'plan', dashed: data.estimated }, ...driven, ...off];
  }, [data]);
  const pins = useMemo(() => data.stops.filter(({ home }) => !home), [data]);
  return (
    <>
      <Figures data={data} />
      <div className="ground-route-plan-map">
        <RouteMap stops={pins} ways={ways} large />
        <ul className="ground-route-plan-legend" aria-label="图例">
          <li data-as="plan">{data.estimated ? '规划（直线示意）' : '规划线路'}</li>
          <li data-as="driven">实际轨迹</li>
          {data.deviations.length > 0 ? <li data-as="off">偏航</li> : null}
        </ul>
      </div>
      <Stops data={data} />
      <Deviations data={data} />
      <Alarms data={data} />
      <Temperatures data={data} />
    </>
  );
}

function Figures({ data }: { data: PlanComparison }) {
  const { actualMinutes: real, planMinutes: planned, deviations: off, deviationRate: rate } = data;
  const called = data.stops.filter(({ arriveTime }, i) => i > 0 && arriveTime !== null).length;
  const offKm = off.reduce((sum, { km }) => sum + km, 0);
  const track = { vehicleId: data.vehicleId ?? '', startTime: data.startTime ?? '', endTime: data.endTime ?? '' };
  return (
    <>
      <FigureStrip
        label="对比"
        figures={[
          { label: '规划里程', value: formatNumber(data.planKm, 1), unit: 'km' },
          { label: '实际里程', value: formatNumber(data.actualKm, 1), unit: 'km' },
          {
            label: '偏差率',
            value: <Rate value={rate} unit="%" />,
            hint: '（实际里程−规划里程）÷规划里程，完成后计算',
          },
          { label: '预计用时', value: formatDuration(planned * 60) },
          { label: '实际用时', value: formatDuration(real === null ? null : real * 60) },
          { label: '已到途经点', value: `${called}/${data.stops.length - 1}` },
          { label: '偏航次数', value: off.length, unit: '次', tone: off.length > 0 ? 'red' : undefined },
          { label: '偏航里程', value: formatNumber(offKm, 1), unit: 'km' },
        ]}
      />
      <p className="td-cap ground-route-plan-when">
        实际行驶 {minuteText(data.startTime)} 至 {data.endTime ? minuteText(data.endTime) : '现在（每分钟更新）'}
        {data.vehicleId && data.endTime ? <Link to={href(routes.trajectory, 'community', track)}>查看轨迹</Link> : null}
      </p>
    </>
  );
}

const results: Record<NonNullable<ComparedStop['result']>, { text: string; tone: string }> = {
  early: { text: '早到', tone: 'amber' },
  onTime: { text: '准点', tone: 'green' },
  late: { text: '晚点', tone: 'red' },
  missed: { text: '未到', tone: 'grey' },
};

function Stops({ data }: { data: PlanComparison }) {
  return (
    <table className="ground-parts-table">
      <thead>
        <tr>
          <th>序</th>
          <th>途经点</th>
          <th>计划到达</th>
          <th>实际到达</th>
          <th className="num">偏差(分)</th>
          <th>结果</th>
          <th className="num">停留 实际/计划(分)</th>
          <th className="num">里程 实际/规划(km)</th>
          <th>离开</th>
        </tr>
      </thead>
      <tbody>
        {data.stops.map((stop, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place may be called at twice
          <tr key={i}>
            <td>
              {i + 1}
              {stop.order !== null && stop.order !== i ? (
                <span className="ground-route-plan-turn" title="实际行驶的顺序与规划不同">
                  实际第{stop.order + 1}
                </span>
              ) : null}
            </td>
            <td>{stop.home ? `${stop.name}（返回）` : stop.name}</td>
            <td>
              {i === 0 ? none : minuteText(stop.planArrive)}
              {stop.windowFrom || stop.windowTo ? (
                <span className="td-cap">
                  {' '}
                  {stop.windowFrom ?? '不限'}~{stop.windowTo ?? '不限'}
                </span>
              ) : null}
            </td>
            <td>{i === 0 ? none : minuteText(stop.arriveTime)}</td>
            <td className="num">
              {stop.diffMin === null ? none : `${stop.diffMin > 0 ? '+' : ''}${formatNumber(stop.diffMin)}`}
            </td>
            <td>
              {i === 0 ? (
                <span className="td-cap">起点</span>
              ) : stop.result ? (
                <span className="td-dot" data-tone={results[stop.result].tone}>
                  {results[stop.result].text}
                </span>
              ) : (
                <span className="td-cap">未到达</span>
              )}
            </td>
            <td className="num">
              {i === 0 || stop.home
                ? none
                : `${stop.stayMin === null ? none : formatNumber(stop.stayMin)} / ${formatNumber(stop.planStayMin)}`}
            </td>
            <td className="num">
              {i === 0 ? none : `${formatNumber(stop.actualKm, 1)} / ${formatNumber(stop.planKm, 1)}`}
            </td>
            <td>{minuteText(stop.leaveTime)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Deviations({ data }: { data: PlanComparison }) {
  const rule = data.estimated
    ? '规划没有电子线路：绕行超过直线距离1.3倍且持续1分钟以上为偏航'
    : `偏离规划线路超过${data.corridorM}米且持续1分钟以上为偏航`;
  return (
    <section>
      <h3 className="ground-route-plan-title">
        偏航记录 <span className="td-cap">{rule}</span>
      </h3>
      {data.deviations.length === 0 ? (
        <p className="td-cap">没有偏航</p>
      ) : (
        <table className="ground-parts-table">
          <thead>
            <tr>
              <th>开始时间</th>
              <th>结束时间</th>
              <th className="num">时长(分)</th>
              <th className="num">偏航里程(km)</th>
              <th className="num">最远偏离(m)</th>
              <th>位置</th>
            </tr>
          </thead>
          <tbody>
            {data.deviations.map((one) => (
              <tr key={one.startTime}>
                <td>{minuteText(one.startTime)}</td>
                <td>{one.endTime ? minuteText(one.endTime) : '未结束'}</td>
                <td className="num">{formatNumber(one.minutes)}</td>
                <td className="num">{formatNumber(one.km, 1)}</td>
                <td className="num">{formatNumber(one.maxM)}</td>
                <td>{one.address || none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Alarms({ data }: { data: PlanComparison }) {
  if (data.alarms.length === 0) return null;
  return (
    <section>
      <h3 className="ground-route-plan-title">行驶中的报警</h3>
      <table className="ground-parts-table">
        <thead>
          <tr>
            <th>报警</th>
            <th>开始时间</th>
            <th>结束时间</th>
          </tr>
        </thead>
        <tbody>
          {data.alarms.map((alarm) => (
            <tr key={alarm.id}>
              <td>{alarm.name}</td>
              <td>{minuteText(alarm.startTime)}</td>
              <td>{alarm.endTime ? minuteText(alarm.endTime) : '未结束'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Temperatures({ data }: { data: PlanComparison }) {
  if (data.temperatures.length === 0) return null;
  return (
    <section>
      <h3 className="ground-route-plan-title">行驶中的温度</h3>
      <table className="ground-parts-table">
        <thead>
          <tr>
            <th>探头</th>
            <th className="num">最低(℃)</th>
            <th className="num">最高(℃)</th>
            <th className="num">平均(℃)</th>
          </tr>
        </thead>
        <tbody>
          {data.temperatures.map(({ name, min, max, avg }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="num">{formatNumber(min, 1)}</td>
              <td className="num">{formatNumber(max, 1)}</td>
              <td className="num">{formatNumber(avg, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
