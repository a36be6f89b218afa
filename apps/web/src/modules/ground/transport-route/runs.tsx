import {
  learnedLeast,
  type RouteDetail,
  type RouteRuns,
  routeAdopt,
  routeDetail,
  routePage,
  routeRunList,
} from '@tongda/contract/ground/transport-route/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Table } from 'antd';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Can } from '../../../kit/session/can';
import { formatNumber, minuteText, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import '../parts/stops.css';

type Run = RouteRuns['list'][number];
type Call = Run['calls'][number];

const useRuns = (id: string) => useAsk(routeRunList, { id });

const results: Record<NonNullable<Call['result']>, { text: string; tone: string }> = {
  early: { text: '早到', tone: 'amber' },
  onTime: { text: '准点', tone: 'green' },
  late: { text: '晚点', tone: 'red' },
  missed: { text: '未停靠', tone: 'grey' },
};
/** `07:35`, with its date when the day is another one than the departure's. */
const clockOf = (time: string | null, departTime: string): string =>
  time === null ? none : time.slice(0, 10) === departTime.slice(0, 10) ? time.slice(11, 16) : minuteText(time);

/** 执行记录: drives of the bound vehicles along the route, planned and real by stop. */
export function RunTable({ route }: { route: RouteDetail }) {
  const answer = useRuns(route.id);
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const { list } = answer.data;
  if (list.length === 0)
    return (
      <Empty
        title="近30天没有执行记录"
        text="绑定车辆离开起点、按顺序到达终点后自动生成；起终点和停靠点需是地图上的站点"
      />
    );
  return (
    <Table<Run>
      size="small"
      rowKey="id"
      dataSource={list}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      expandable={{
        rowExpandable: (run) => run.calls.length > 0,
        expandedRowRender: (run) => <Calls run={run} route={route} />,
      }}
      columns={[
        { title: '车辆', width: 140, render: (_, run) => <Vehicle run={run} /> },
        { dataIndex: 'departTime', title: '发车时间', width: 160 },
        { title: '计划发车', width: 110, render: (_, run) => clockOf(run.planTime, run.departTime) },
        { dataIndex: 'arriveTime', title: '到达终点', width: 160 },
        { title: '用时(h)', width: 80, align: 'right', render: (_, run) => formatNumber(run.minutes / 60, 1) },
        {
          title: '准点',
          align: 'right',
          width: 110,
          render: (_, run) =>
            run.assessed === 0
              ? none
              : `${run.onTime}/${run.assessed}（${formatNumber((100 * run.onTime) / run.assessed)}%）`,
        },
      ]}
    />
  );
}

/** The plate leads to what the vehicle drove then. */
function Vehicle({ run }: { run: Run }) {
  const range = { vehicleId: run.vehicleId, startTime: run.departTime, endTime: run.arriveTime };
  return (
    <Link to={href(routes.trajectory, 'community', range)} title="查看轨迹">
      <PlateChip plateNo={run.plateNo} colour={run.vehicleColor} />
    </Link>
  );
}

function Calls({ run, route }: { run: Run; route: RouteDetail }) {
  return (
    <table className="ground-parts-table">
      <thead>
        <tr>
          <th>停靠点</th>
          <th>计划到达</th>
          <th>实际到达</th>
          <th>离开</th>
          <th className="num">偏差(分)</th>
          <th>结果</th>
        </tr>
      </thead>
      <tbody>
        {run.calls.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place may be called at twice
          <tr key={i}>
            <td>{route.stops[i]?.name}</td>
            <td>{clockOf(one.planTime, run.departTime)}</td>
            <td>{clockOf(one.arriveTime, run.departTime)}</td>
            <td>{clockOf(one.leaveTime, run.departTime)}</td>
            <td className="num">{one.lateMin === null ? none : `${one.lateMin > 0 ? '+' : ''}${one.lateMin}`}</td>
            <td>
              {one.result ? (
                <span className="td-dot" data-tone={results[one.result].tone}>
                  {results[one.result].text}
                </span>
              ) : (
                <span className="td-cap">{i === 0 ? '起点' : '不考核'}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 建议时效: medians of the drives beside the plan, and the step that takes them over. */
export function LearnedTimes({ route }: { route: RouteDetail }) {
  const answer = useRuns(route.id);
  const adopt = useAct(routeAdopt, {
    sure: {
      title: '采用建议时效？',
      content: `各段行驶时间和停留时间将改为近30天${answer.data?.learned.runs ?? 0}次执行的中位数，计划时刻随之变化。`,
      ok: '采用',
    },
    told: '已采用建议时效',
    stale: [routeDetail, routePage, routeRunList],
    fresh: async () => undefined,
  });
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const { learned } = answer.data;
  if (learned.stops.length === 0)
    return (
      <Empty
        title="还没有建议时效"
        text={`近30天按当前停靠点执行${learnedLeast}次以上后，按实际行驶和停留的中位数给出`}
      />
    );
  return (
    <>
      <div className="ground-transport-route-learned-head">
        <span className="td-cap">近30天 {learned.runs} 次执行的中位数</span>
        <Can do={routeAdopt}>
          <Button
            size="small"
            icon={<Check />}
            loading={adopt.busy}
            disabled={learned.runs < learnedLeast}
            onClick={() => void adopt.run({ id: route.id, version: route.version })}
          >
            采用建议时效
          </Button>
        </Can>
      </div>
      <table className="ground-parts-table">
        <thead>
          <tr>
            <th>停靠点</th>
            <th className="num">计划行驶(分)</th>
            <th className="num">建议行驶(分)</th>
            <th className="num">计划停留(分)</th>
            <th className="num">建议停留(分)</th>
          </tr>
        </thead>
        <tbody>
          {route.stops.map((stop, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place may be called at twice
            <tr key={i}>
              <td>{stop.name}</td>
              <td className="num">{i === 0 ? none : formatNumber(stop.driveMin)}</td>
              <td className="num">{formatNumber(learned.stops[i]?.driveMin ?? null)}</td>
              <td className="num">{formatNumber(stop.stayMin)}</td>
              <td className="num">{formatNumber(learned.stops[i]?.stayMin ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="ground-transport-route-learned-title">按发车时段</h3>
      <table className="ground-parts-table">
        <thead>
          <tr>
            <th>发车时段</th>
            <th className="num">次数</th>
            <th className="num">全程用时(h)</th>
          </tr>
        </thead>
        <tbody>
          {learned.hours.map(({ hour, runs, minutes }) => (
            <tr key={hour}>
              <td>{`${String(hour).padStart(2, '0')}:00~${String(hour + 1).padStart(2, '0')}:00`}</td>
              <td className="num">{runs}</td>
              <td className="num">{formatNumber(minutes / 60, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
