import { pointType, routeType, useStatus } from '@tongda/contract/ground/place/enums';
import {
  dayClock,
  minutesOf,
  type RouteDetail,
  routeBindVehicle,
  routeChangeHis,
  routeDetail,
  routeUpdate,
  timetableOf,
} from '@tongda/contract/ground/transport-route/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { Button } from 'antd';
import { Pencil, Truck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { Can } from '../../../kit/session/can';
import { formatNumber, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { BindVehiclesDialog } from './bind-vehicles-dialog';
import { useRouteLinks } from './links';
import { RouteMap } from './map';
import { LearnedTimes, RunTable } from './runs';
import './styles.css';
import '../parts/stops.css';

/** 线路详情: map, timetable, what it needs, who changed it. */
export function RouteDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const links = useRouteLinks();
  const navigate = useNavigate();
  const detail = useAsk(routeDetail, { id }, { when: id !== '' });
  const route = detail.data;
  const [binding, setBinding] = useState(false);
  if (id === '')
    return (
      <Empty title="没有指定线路" action={<Button onClick={() => void navigate(links.list)}>返回线路列表</Button>} />
    );
  if (detail.error) return <ErrorState error={detail.error} retry={() => void detail.refetch()} />;
  if (!route) return <Loading />;
  return (
    <DetailPage
      back={links.list}
      title={route.routeName}
      status={
        <span className="td-cap">{`${route.routeCode} · ${routeType.label(route.routeType)} · ${useStatus.label(route.status)}`}</span>
      }
      actions={
        <>
          <Can do={routeBindVehicle}>
            <Button icon={<Truck />} onClick={() => setBinding(true)}>
              绑定车辆
            </Button>
          </Can>
          <Can do={routeUpdate}>
            <Button type="primary" icon={<Pencil />} onClick={() => void navigate(links.edit(id))}>
              编辑
            </Button>
          </Can>
          {binding ? (
            <BindVehiclesDialog row={route} done={() => void detail.refetch()} close={() => setBinding(false)} />
          ) : null}
        </>
      }
      tabs={[
        { key: 'timetable', name: '时刻表', content: () => <Timetable route={route} /> },
        {
          key: 'vehicles',
          name: '绑定车辆',
          content: () => <BoundVehicles route={route} />,
        },
        { key: 'runs', name: '执行记录', content: () => <RunTable route={route} /> },
        { key: 'learned', name: '建议时效', content: () => <LearnedTimes route={route} /> },
        { key: 'facts', name: '基本信息', content: () => <Basics route={route} /> },
        { key: 'history', name: '变更记录', content: () => <ChangeHistory of={routeChangeHis} id={id} /> },
      ]}
      aside={
        <>
          <Panel title="合计">
            <dl className="kit-detail-facts">
              <div>
                <dt>总里程</dt>
                <dd>{formatNumber(route.planMileage, 1)} km</dd>
              </div>
              <div>
                <dt>标准时效</dt>
                <dd>{formatNumber(route.planDuration, 1)} 小时</dd>
              </div>
              <div>
                <dt>平均车速</dt>
                <dd>{formatNumber(averageKmh(route))} km/h（不含停留）</dd>
              </div>
            </dl>
          </Panel>
          <Panel title="近30天执行">
            <dl className="kit-detail-facts">
              <div>
                <dt>次数</dt>
                <dd>{route.runs}</dd>
              </div>
              <div>
                <dt>平均用时</dt>
                <dd>{route.avgHours === null ? none : `${formatNumber(route.avgHours, 1)} 小时`}</dd>
              </div>
              <div>
                <dt>准点率</dt>
                <dd>{route.onTimeRate === null ? none : `${formatNumber(route.onTimeRate, 1)}%`}</dd>
              </div>
            </dl>
          </Panel>
        </>
      }
    />
  );
}

function averageKmh(route: RouteDetail): number | null {
  const minutes = route.stops.reduce((sum, stop) => sum + stop.driveMin, 0);
  return minutes === 0 ? null : route.planMileage / (minutes / 60);
}

function Timetable({ route }: { route: RouteDetail }) {
  const clock = timetableOf(route.stops);
  const start = minutesOf(route.departTimes[0] ?? '00:00');
  return (
    <>
      <RouteMap stops={route.stops} line={route.line} large />
      <table className="ground-parts-table">
        <thead>
          <tr>
            <th>序</th>
            <th>停靠点</th>
            <th>类型</th>
            <th className="num">里程(km)</th>
            <th className="num">行驶(分)</th>
            <th>计划到达</th>
            <th>计划离开</th>
            <th className="num">停留(分)</th>
            <th>容差(分)</th>
            <th>考核</th>
          </tr>
        </thead>
        <tbody>
          {route.stops.map((stop, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place may be called at twice
            <tr key={i}>
              <td>{i + 1}</td>
              <td title={stop.address}>{stop.name}</td>
              <td>{pointType.label(stop.pointType)}</td>
              <td className="num">{i === 0 ? '--' : formatNumber(stop.distanceKm, 1)}</td>
              <td className="num">{i === 0 ? '--' : formatNumber(stop.driveMin)}</td>
              <td>{i === 0 ? '--' : dayClock(start + (clock[i]?.arrive ?? 0))}</td>
              <td>{i === route.stops.length - 1 ? '--' : dayClock(start + (clock[i]?.leave ?? 0))}</td>
              <td className="num">{formatNumber(stop.stayMin)}</td>
              <td>{`早${stop.earlyMin} 晚${stop.lateMin}`}</td>
              <td>{stop.assess ? '是' : '否'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The vehicles that usually drive it. */
function BoundVehicles({ route }: { route: RouteDetail }) {
  if (route.boundVehicles.length === 0)
    return <Empty title="还没有绑定车辆" text="用右上角的“绑定车辆”选择常跑这条线路的车辆" />;
  return (
    <table className="ground-parts-table">
      <thead>
        <tr>
          <th>车牌号</th>
          <th>车辆备注</th>
        </tr>
      </thead>
      <tbody>
        {route.boundVehicles.map((vehicle) => (
          <tr key={vehicle.id}>
            <td>
              <PlateChip plateNo={vehicle.plateNo} colour={vehicle.vehicleColor} />
            </td>
            <td>{vehicle.remarkNo || none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const dayNames = ['一', '二', '三', '四', '五', '六', '日'];

function Basics({ route }: { route: RouteDetail }) {
  return (
    <Facts
      title="基本信息"
      facts={[
        ['线路编码', route.routeCode],
        ['类型', routeType.label(route.routeType)],
        ['所属部门', route.orgName],
        ['发车日', route.weekdays.length === 7 ? '每天' : route.weekdays.map((d) => `周${dayNames[d - 1]}`).join('、')],
        ['发车班次', route.departTimes.join('、')],
        ['电子线路', route.lineName],
        ['温区', route.temperatureTypes.map((code) => temperatureType.label(code)).join('、')],
        ['适用车型', route.vehicleTypes.join('、')],
        ['过路费', route.tollYuan === null ? '' : `${formatNumber(route.tollYuan, 2)} 元`],
        ['油费参考', route.fuelYuan === null ? '' : `${formatNumber(route.fuelYuan, 2)} 元`],
        ['状态', useStatus.label(route.status)],
        ['备注', route.remark],
      ]}
    />
  );
}
