import { driverStatus } from '@tongda/contract/resources/enums';
import {
  type FleetDetail,
  fleetAssign,
  fleetChangeHis,
  fleetDetail,
  fleetPage,
  fleetUpdate,
} from '@tongda/contract/resources/fleet/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Table } from 'antd';
import { Pencil, Truck } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { EnableDot } from '../../../kit/show/enable-dot';
import { formatNumber, none } from '../../../kit/show/format';
import { stateTone, stateWord } from '../../../kit/show/motion-tone';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { AssignDialog } from './assign-dialog';
import { AlarmTrend, FleetStrip } from './detail-figures';
import { useFleetLinks } from './links';
import '../../../kit/detail/due-date.css';

/** 车队详情: present state, vehicles, drivers and figures of a fleet. */
export function FleetDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const links = useFleetLinks();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [assigning, setAssigning] = useState(false);
  const answer = useAsk(fleetDetail, { id }, { when: id !== '' });
  if (id === '')
    return (
      <Empty title="没有指定车队" action={<Button onClick={() => void navigate(links.list)}>返回车队列表</Button>} />
    );
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const fleet = answer.data;
  const changed = (): void => {
    for (const endpoint of [fleetDetail, fleetPage, fleetChangeHis]) void invalidate(endpoint);
  };
  return (
    <>
      <DetailPage
        back={links.list}
        title={fleet.name}
        status={<EnableDot status={fleet.status} />}
        actions={
          <>
            <Can do={fleetAssign}>
              <Button icon={<Truck />} onClick={() => setAssigning(true)}>
                分配车辆
              </Button>
            </Can>
            <Can do={fleetUpdate}>
              <Button type="primary" icon={<Pencil />} onClick={() => void navigate(links.edit(fleet.id))}>
                编辑
              </Button>
            </Can>
          </>
        }
        tabs={[
          {
            key: 'vehicles',
            name: '车辆',
            content: () => (
              <>
                <FleetStrip id={fleet.id} />
                <Vehicles fleet={fleet} />
              </>
            ),
          },
          { key: 'drivers', name: '司机', content: () => <Drivers fleet={fleet} /> },
          { key: 'alarms', name: '报警趋势', content: () => <AlarmTrend id={fleet.id} /> },
          { key: 'basic', name: '基本信息', content: () => <Basics fleet={fleet} /> },
          { key: 'history', name: '变更记录', content: () => <ChangeHistory of={fleetChangeHis} id={fleet.id} /> },
        ]}
        aside={<Now fleet={fleet} />}
      />
      {assigning ? <AssignDialog fleet={fleet} done={changed} close={() => setAssigning(false)} /> : null}
    </>
  );
}

function Now({ fleet }: { fleet: FleetDetail }) {
  // a vehicle without a terminal is neither online nor offline
  const fitted = fleet.vehicles.filter(({ state }) => state !== null).length;
  const rate = fitted === 0 ? none : `${formatNumber(Math.min(1, fleet.onlineCount / fitted) * 100, 0)}%`;
  const facts: Array<[string, string]> = [
    ['车辆', `${fleet.vehicleCount} 辆`],
    ['在线', `${fleet.onlineCount} 辆（${rate}）`],
    ['司机', `${fleet.driverCount} 名`],
    ['今日里程', `${formatNumber(fleet.todayMileageKm, 1)} km`],
  ];
  return (
    <Panel title="当前">
      {facts.map(([label, value]) => (
        <div className="kit-detail-paper-line" key={label}>
          <span>{label}</span>
          <b>{value}</b>
        </div>
      ))}
    </Panel>
  );
}

function Vehicles({ fleet }: { fleet: FleetDetail }) {
  if (fleet.vehicles.length === 0) return <Empty title="车队下没有车辆" text="点击右上角“分配车辆”" />;
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={fleet.vehicles}
      pagination={false}
      columns={[
        {
          title: '车牌号',
          width: 140,
          render: (_, v) => (
            <Link to={href(routes.vehicleDetails, 'resources', { id: v.id })}>
              <PlateChip plateNo={v.plateNo} colour={v.vehicleColor} />
            </Link>
          ),
        },
        { dataIndex: 'vehicleType', title: '车辆类型', width: 100 },
        { title: '主驾', width: 100, render: (_, v) => v.driverName || none },
        {
          title: '当前状态',
          render: (_, v) => (
            <span className="td-dot" data-tone={stateTone(v.state)}>
              {stateWord(v.state)}
            </span>
          ),
        },
      ]}
    />
  );
}

function Drivers({ fleet }: { fleet: FleetDetail }) {
  if (fleet.drivers.length === 0) return <Empty title="车队下没有司机" text="在司机管理中选择所属车队" />;
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={fleet.drivers}
      pagination={false}
      columns={[
        {
          title: '姓名',
          width: 140,
          render: (_, d) => <Link to={href(routes.driverDetails, 'resources', { id: d.id })}>{d.name}</Link>,
        },
        { title: '准驾车型', width: 100, render: (_, d) => d.licenseClass ?? none },
        { title: '状态', render: (_, d) => driverStatus.label(d.status) },
      ]}
    />
  );
}

function Basics({ fleet: f }: { fleet: FleetDetail }) {
  return (
    <Facts
      title="基本信息"
      facts={[
        ['车队名称', f.name],
        ['车队编码', f.code],
        ['所属部门', f.orgName],
        ['上级车队', f.parentName],
        ['负责人', f.leaderName],
        ['联系电话', f.phone],
        ['默认温区', f.temperatureType === null ? '' : temperatureType.label(f.temperatureType)],
        ['调度区域', f.dispatchArea],
        ['创建', `${f.createUser} ${f.createTime}`.trim()],
        ['备注', f.remark],
      ]}
    />
  );
}
