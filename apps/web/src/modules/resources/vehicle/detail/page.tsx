import { keptPage } from '@tongda/contract/resources/frame/kept';
import {
  type VehicleDetail,
  vehicleChangeHis,
  vehicleDetail,
  vehiclePapers,
  vehicleUpdate,
} from '@tongda/contract/resources/vehicle/calls';
import { probeSave } from '@tongda/contract/resources/vehicle/probe';
import { alarmPage } from '@tongda/contract/watch/alarm/calls';
import { Button } from 'antd';
import { MapPin, Pencil, Printer, Route, SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { ChangeHistory } from '../../../../kit/detail/change-history';
import { DetailPage, type DetailTab } from '../../../../kit/detail/page';
import { PaperFiles } from '../../../../kit/files/papers';
import { Can, useCan } from '../../../../kit/session/can';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { RecentAlarms } from '../../../watch/alarm/door';
import { VehicleCommands } from '../../../watch/command/door';
import { KeptMessages } from '../../frame/door';
import { DeviceStatusOf, VehicleStatusDot } from '../cells';
import { openPaper, useVehicleLinks } from '../links';
import { RepairPanel } from '../repair/panel';
import { MileageDays, TemperatureDays } from './days';
import { BasicFacts } from './facts';
import { VehicleFiles } from './files';
import { LivePanel } from './live';
import { ProbeVersions } from './periods';
import { BindingHistory, Papers, ProbeValues } from './tables';
import { ViewersPanel } from './viewers';
import './styles.css';

const refreshMs = 15_000;

/** 车辆详情. */
export function VehicleDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const links = useVehicleLinks();
  const navigate = useNavigate();
  const seesAlarms = useCan(alarmPage);
  const seesMessages = useCan(keptPage);
  const answer = useAsk(vehicleDetail, { id }, { when: id !== '', refetchInterval: refreshMs });
  if (id === '') {
    return (
      <Empty title="没有指定车辆" action={<Button onClick={() => void navigate(links.list)}>返回车辆列表</Button>} />
    );
  }
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const vehicle = answer.data;
  return (
    <DetailPage
      back={links.list}
      title={<PlateChip plateNo={vehicle.plateNo} colour={vehicle.vehicleColor} large />}
      code={vehicle.remarkNo}
      status={<Status vehicle={vehicle} />}
      actions={<Verbs vehicle={vehicle} />}
      tabs={tabsOf(vehicle, seesAlarms, seesMessages)}
      aside={<LivePanel vehicle={vehicle} />}
    />
  );
}

const tabsOf = (v: VehicleDetail, seesAlarms: boolean, seesMessages: boolean): DetailTab[] => [
  { key: 'basic', name: '基本信息', content: () => <BasicFacts vehicle={v} /> },
  { key: 'probes', name: '设备与探头', content: () => <ProbeValues vehicle={v} /> },
  { key: 'mileage', name: '里程油耗', content: () => <MileageDays vehicle={v} /> },
  ...(v.temCount > 0 || v.probes.some((p) => p.kind === 'tem')
    ? [{ key: 'temperature', name: '温度', content: () => <TemperatureDays vehicle={v} /> }]
    : []),
  ...(seesAlarms
    ? [
        {
          key: 'alarms',
          name: '报警',
          content: () => (
            <Suspense fallback={<Loading />}>
              <RecentAlarms vehicleId={v.id} plateNo={v.plateNo} />
            </Suspense>
          ),
        },
      ]
    : []),
  ...(v.sharedFrom ? [] : [{ key: 'repairs', name: '维修保养', content: () => <RepairPanel vehicle={v} /> }]),
  ...(v.sharedFrom
    ? []
    : [
        {
          key: 'commands',
          name: '指令',
          content: () => (
            <Suspense fallback={<Loading />}>
              <VehicleCommands vehicle={v} fixed={v.deviceId === null} />
            </Suspense>
          ),
        },
      ]),
  ...(v.sharedFrom || !seesMessages
    ? []
    : [
        {
          key: 'messages',
          name: '终端数据',
          content: () => (
            <Suspense fallback={<Loading />}>
              <KeptMessages vehicleId={v.id} />
            </Suspense>
          ),
        },
      ]),
  { key: 'bindings', name: '绑定历史', content: () => <BindingHistory vehicle={v} /> },
  { key: 'versions', name: '探头版本', content: () => <ProbeVersions vehicleId={v.id} /> },
  {
    key: 'papers',
    name: '证照',
    content: () => (
      <>
        <Papers vehicle={v} />
        <PaperFiles of={vehiclePapers} id={v.id} history={vehicleChangeHis} fixed={Boolean(v.sharedFrom)} />
      </>
    ),
  },
  {
    key: 'viewers',
    name: '共享与授权',
    content: () => <ViewersPanel vehicleId={v.id} shared={v.sharedFrom !== ''} />,
  },
  ...(v.sharedFrom ? [] : [{ key: 'files', name: '文件', content: () => <VehicleFiles vehicleId={v.id} /> }]),
  { key: 'history', name: '变更记录', content: () => <ChangeHistory of={vehicleChangeHis} id={v.id} /> },
];

function Status({ vehicle }: { vehicle: VehicleDetail }) {
  return (
    <>
      <VehicleStatusDot status={vehicle.vehicleStatus} />
      <i className="resources-vehicle-detail-sep" />
      <span className="resources-vehicle-detail-head-device">
        设备 <DeviceStatusOf status={vehicle.deviceStatus} />
      </span>
      {vehicle.sharedFrom ? <span className="kit-detail-tag">由{vehicle.sharedFrom}共享</span> : null}
    </>
  );
}

function Verbs({ vehicle }: { vehicle: VehicleDetail }) {
  const links = useVehicleLinks();
  const navigate = useNavigate();
  const to = (path: string) => () => void navigate(path);
  return (
    <>
      <Button icon={<MapPin />} onClick={to(links.location(vehicle.id))}>
        定位
      </Button>
      <Button icon={<Route />} onClick={to(links.trajectory(vehicle.id))}>
        轨迹
      </Button>
      <Button icon={<Printer />} onClick={() => openPaper(links.print('card', vehicle.id))}>
        打印
      </Button>
      {vehicle.sharedFrom ? null : (
        <>
          <Can do={probeSave}>
            <Button icon={<SlidersHorizontal />} onClick={to(links.probe(vehicle.id))}>
              探头设置
            </Button>
          </Can>
          <Can do={vehicleUpdate}>
            <Button type="primary" icon={<Pencil />} onClick={to(links.edit(vehicle.id))}>
              编辑
            </Button>
          </Can>
        </>
      )}
    </>
  );
}
