import { useQuery } from '@tanstack/react-query';
import {
  type VehicleDetail,
  vehicleAdd,
  vehicleChangeHis,
  vehicleCounts,
  vehicleDetail,
  vehiclePage,
  vehicleUpdate,
} from '@tongda/contract/vehicle/vehicle';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { OperationLog } from '../../kit/change-history';
import { PaperPanel } from '../../kit/due-date';
import { type EditHead, EditPage } from '../../kit/edit-page';
import type { Values } from '../../kit/edit-schema';
import { shortTime } from '../../kit/format';
import { Panel } from '../../kit/panel';
import { PlateChip } from '../../kit/plate-chip';
import { ErrorState, Loading } from '../../kit/states';
import { useStaleAfter } from '../../kit/use-stale-after';
import { useVehicleLinks } from './links';
import { VehicleStatusDot } from './vehicle-cells';
import { VehicleFields } from './vehicle-fields';
import { toCopy, toForm, toInput } from './vehicle-form';
import { endingOf } from './vehicle-papers';

/** 新增/编辑车辆: `?id=` edits, `&copy=1` starts a new one from it, neither is a blank form. */
export function VehicleEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  useStaleAfter(stale);
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

const stale = [vehiclePage, vehicleCounts, vehicleDetail, vehicleChangeHis];

function CopyPage({ id }: { id: string }) {
  const source = useQuery({
    queryKey: [vehicleDetail.path, 'copy', id],
    queryFn: ({ signal }) => call(vehicleDetail, { id }, { signal, quiet: true }),
    refetchOnWindowFocus: false,
  });
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
      <ul className="veh-hints">
        <li>8位车牌自动选绿牌，可改。</li>
        <li>冷藏、保温车必须选温区；外协车辆必须选承运商。</li>
        <li>填货箱长宽高后可一键采用容积。</li>
        <li>探头名称与上下限保存后在“探头设置”中填写。</li>
      </ul>
    </Panel>
  );
}
