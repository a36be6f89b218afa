import { useQuery } from '@tanstack/react-query';
import { probeSave } from '@tongda/contract/vehicle/probe';
import { type VehicleDetail, vehicleChangeHis, vehicleDetail, vehicleUpdate } from '@tongda/contract/vehicle/vehicle';
import { Button } from 'antd';
import { ArrowLeft, MapPin, Pencil, Route, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { Can } from '../../kit/can';
import { ChangeHistory } from '../../kit/change-history';
import { PlateChip } from '../../kit/plate-chip';
import { Empty, ErrorState, Loading } from '../../kit/states';
import { BasicFacts } from './detail-facts';
import { LivePanel } from './detail-live';
import { BindingHistory, Papers, ProbeTable } from './detail-tables';
import { useVehicleLinks } from './links';
import { DeviceStatusDot, VehicleStatusDot } from './vehicle-cells';
import './details.css';

const refreshMs = 15_000;

/** What each tab shows; the tab is part of the address. */
const tabs: Array<{
  key: string;
  name: string;
  count?: (v: VehicleDetail) => number;
  show: (v: VehicleDetail) => ReactNode;
}> = [
  { key: 'basic', name: '基本信息', show: (v) => <BasicFacts vehicle={v} /> },
  { key: 'probes', name: '设备与探头', count: (v) => v.probes.length, show: (v) => <ProbeTable vehicle={v} /> },
  { key: 'bindings', name: '绑定历史', count: (v) => v.bindings.length, show: (v) => <BindingHistory vehicle={v} /> },
  { key: 'papers', name: '证照', show: (v) => <Papers vehicle={v} /> },
  { key: 'history', name: '变更记录', show: (v) => <ChangeHistory of={vehicleChangeHis} id={v.id} /> },
];

/** 车辆详情: what the register knows of one vehicle, and how it is now. */
export function VehicleDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const links = useVehicleLinks();
  const navigate = useNavigate();
  const answer = useQuery({
    queryKey: [vehicleDetail.path, id],
    queryFn: ({ signal }) => call(vehicleDetail, { id }, { signal, quiet: true }),
    enabled: id !== '',
    refetchInterval: refreshMs,
  });
  if (id === '')
    return <Empty title="没有指定车辆" action={<Button onClick={() => navigate(links.list)}>返回车辆列表</Button>} />;
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  return (
    <section className="td-edit">
      <Head vehicle={answer.data} />
      <div className="td-edit-body">
        <Tabs vehicle={answer.data} />
        <aside className="td-edit-aside" aria-label="实时状态">
          <LivePanel vehicle={answer.data} />
        </aside>
      </div>
    </section>
  );
}

function Head({ vehicle }: { vehicle: VehicleDetail }) {
  const links = useVehicleLinks();
  const navigate = useNavigate();
  return (
    <header className="td-edit-head">
      <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={() => navigate(links.list)} />
      <h1 className="veh-title">
        <PlateChip plateNo={vehicle.plateNo} colour={vehicle.vehicleColor} large />
      </h1>
      {vehicle.remarkNo ? <span className="td-edit-code">{vehicle.remarkNo}</span> : null}
      <VehicleStatusDot status={vehicle.vehicleStatus} />
      <i className="veh-sep" />
      <span className="veh-head-device">
        设备 <DeviceStatusDot status={vehicle.deviceStatus} />
      </span>
      {vehicle.sharedFrom ? <span className="veh-tag">由{vehicle.sharedFrom}共享</span> : null}
      <span className="veh-head-words">
        <Button icon={<MapPin />} onClick={() => navigate(links.location(vehicle.id))}>
          定位
        </Button>
        <Button icon={<Route />} onClick={() => navigate(links.trajectory(vehicle.id))}>
          轨迹
        </Button>
        {vehicle.sharedFrom ? null : (
          <>
            <Can do={probeSave}>
              <Button icon={<SlidersHorizontal />} onClick={() => navigate(links.probe(vehicle.id))}>
                探头设置
              </Button>
            </Can>
            <Can do={vehicleUpdate}>
              <Button type="primary" icon={<Pencil />} onClick={() => navigate(links.edit(vehicle.id))}>
                编辑
              </Button>
            </Can>
          </>
        )}
      </span>
    </header>
  );
}

function Tabs({ vehicle }: { vehicle: VehicleDetail }) {
  const [params, setParams] = useSearchParams();
  const current = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  const open = (key: string): void =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.set('tab', key);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="veh-detail">
      <div className="td-status" role="tablist">
        {tabs.map(({ key, name, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            className="td-plain td-status-tab"
            aria-selected={key === current?.key}
            onClick={() => open(key)}
          >
            {name}
            {count ? <span>{count(vehicle)}</span> : null}
          </button>
        ))}
      </div>
      <div className="veh-detail-body" role="tabpanel">
        {current?.show(vehicle)}
      </div>
    </div>
  );
}
