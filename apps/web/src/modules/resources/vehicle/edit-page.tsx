import {
  type VehicleDetail,
  vehicleAdd,
  vehicleChangeHis,
  vehicleCounts,
  vehicleDetail,
  vehiclePage,
  vehicleUpdate,
} from '@tongda/contract/resources/vehicle/calls';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { PaperPanel } from '../../../kit/detail/due-date';
import { Panel } from '../../../kit/detail/panel';
import { type EditHead, EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { shortTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { ErrorState, Loading } from '../../../kit/show/states';
import { VehicleStatusDot } from './cells';
import { VehicleFields } from './fields';
import { toCopy, toForm, toInput } from './form';
import { useVehicleLinks } from './links';
import { endingOf } from './paper/kinds';

/** 新增/编辑车辆: `?id=` edits a vehicle, `&copy=1` starts a new one from it; without an id the form is blank. */
export function VehicleEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  useStaleAfter(stale);
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

const stale = [vehiclePage, vehicleCounts, vehicleDetail, vehicleChangeHis];

function CopyPage({ id }: { id: string }) {
  const source = useAsk(vehicleDetail, { id }, { own: 'copy' });
  const { data } = source;
  const start = useCallback((): Values => (data ? toCopy(data) : {}), [data]);
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (!data) return <Loading />;
  return <FormPage start={start} />;
}

function FormPage({ id, start }: { id?: string; start: (loaded: VehicleDetail | null) => Values }) {
  const links = useVehicleLinks();
  return (
    <EditPage<VehicleDetail, typeof vehicleUpdate>
      noun="车辆"
      id={id}
      load={vehicleDetail}
      save={vehicleUpdate}
      create={vehicleAdd}
      toForm={start}
      toInput={toInput}
      back={links.list}
      head={headOf}
      aside={(loaded) => (loaded ? <Aside loaded={loaded} /> : <Hints />)}
      body={(loaded) => <VehicleFields loaded={loaded} />}
    />
  );
}

const headOf = (v: VehicleDetail): EditHead => ({
  code: <PlateChip plateNo={v.plateNo} colour={v.vehicleColor} />,
  status: <VehicleStatusDot status={v.vehicleStatus} />,
  meta: `创建于 ${shortTime(v.createTime)}　最近修改 ${v.updateUser} ${shortTime(v.updateTime)}`,
});

function Aside({ loaded }: { loaded: VehicleDetail }) {
  return (
    <>
      <PaperPanel papers={endingOf(loaded)} />
      <OperationLog of={vehicleChangeHis} id={loaded.id} />
    </>
  );
}

function Hints() {
  return (
    <Panel title="填写提示">
      <ul className="resources-vehicle-hints">
        <li>8位车牌自动选绿牌，可改。</li>
        <li>冷藏、保温车必须选温区；外协车辆必须选承运商。</li>
        <li>填货箱长宽高后可一键采用容积。</li>
        <li>探头名称与上下限保存后在“探头设置”中填写。</li>
      </ul>
    </Panel>
  );
}
