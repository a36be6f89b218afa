import { minuteMs } from '@tongda/contract/core/durations';
import { wallMs } from '@tongda/contract/core/wall-time';
import { transportStatus } from '@tongda/contract/transport/enums';
import { arrivalPrint } from '@tongda/contract/transport/print/calls';
import {
  type ArrivalFilters,
  type ArrivalRow,
  arrivalColumns,
  arrivalConfirm,
  arrivalExport,
  arrivalPage,
  arrivalRegister,
  arrivalRevoke,
  arrivalStatusCount,
  revokeArrivalMin,
  soonHours,
} from '@tongda/contract/transport/waybill/dock/arrival';
import { arrivalDock } from '@tongda/contract/transport/waybill/dock/site-work';
import { eventSource, stopStatus, stopType, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { stowageSites } from '@tongda/contract/transport/waybill/stow/board';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../../kit/call/api';
import { useAsk } from '../../../../kit/call/use-ask';
import { useRowAct } from '../../../../kit/call/use-row-act';
import { ExportButton } from '../../../../kit/files/export-button';
import { FilterEnum, FilterRange, FilterText } from '../../../../kit/list/filter/controls';
import { ListPage } from '../../../../kit/list/page';
import { useChanged } from '../../../../kit/list/register';
import { StatusTabs } from '../../../../kit/list/status-tabs';
import { type List, useList } from '../../../../kit/list/use-list';
import { none, num, shortTime, temp, wireTime } from '../../../../kit/show/format';
import { PlateChip } from '../../../../kit/show/plate-chip';
import { Empty, Loading } from '../../../../kit/show/states';
import type { Cells, RowAction } from '../../../../kit/table/types';
import { useOwnSite } from '../../parts/use-own-site';
import { printUnload } from '../../print/door';
import { lateWords } from '../cells';
import { waybillLinks, waybillPage } from '../links';
import { ReasonDialog } from '../reason-dialog';
import { TripFilters } from '../trip-filters';
import { DockDialog } from './booking-dialog';

/** An arrival that is later than this many minutes is marked in colour. */
const lateAfterMin = 15;
const stale = [arrivalStatusCount];
const hourMin = 60;

/** How long it is until then: 1小时20分后. */
function leftWords(time: string): string {
  const minutes = Math.round((wallMs(time) - wallMs(wireTime(Date.now()))) / minuteMs);
  if (minutes <= 0) return '即到';
  return minutes < hourMin ? `${minutes}分后` : `${Math.floor(minutes / hourMin)}时${minutes % hourMin}分后`;
}

const cells: Cells<ArrivalRow> = {
  waybillCode: (row) => <Link to={waybillPage(row.waybillKind, row.waybillCode)}>{row.waybillCode}</Link>,
  stopName: (row) => (
    <>
      {row.stopName}
      {row.stopType === stopType.load ? <span className="transport-waybill-mark">装</span> : null}
    </>
  ),
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
  weightKg: (row) => num(row.weightKg, 2),
  planArriveTime: (row) => shortTime(row.planArriveTime).slice(0, 11),
  windowEnd: (row) => shortTime(row.windowEnd).slice(0, 11),
  dock: (row) => row.dock ?? none,
  volumeM3: (row) => num(row.volumeM3, 3),
  etaTime: (row) =>
    row.etaTime ? (
      <>
        {shortTime(row.etaTime).slice(0, 11)}
        {row.delayMin !== null && row.delayMin > lateAfterMin ? (
          <span className="transport-waybill-mark transport-waybill-late">{lateWords(row.delayMin)}</span>
        ) : (
          <span className="td-cap">　{leftWords(row.etaTime)}</span>
        )}
      </>
    ) : (
      none
    ),
  arriveTime: (row) =>
    row.arriveTime ? (
      <>
        {shortTime(row.arriveTime).slice(0, 11)}
        {row.arriveSource === eventSource.fence ? <span className="transport-waybill-mark">自动</span> : null}
        {row.arriveSource === eventSource.card ? <span className="transport-waybill-mark">刷卡</span> : null}
        {row.arriveSource === eventSource.scan ? <span className="transport-waybill-mark">扫码</span> : null}
      </>
    ) : (
      none
    ),
  boxTemp: (row) =>
    row.boxTemp === null && row.setTemp === null ? none : `${temp(row.boxTemp)} / ${temp(row.setTemp)} ℃`,
  tempRate: (row) => (row.tempRate === null ? none : `${num(row.tempRate, 1)}%`),
  sealNo: (row) => row.sealNo ?? none,
  difference: (row) =>
    row.difference ? <span className="transport-waybill-warn">{row.difference}</span> : row.checked ? '无' : none,
  checkUser: (row) => row.checkUser || none,
  stopStatus: (row) => (row.checked ? '已核对' : stopStatus.label(row.stopStatus)),
  lateMin: (row) =>
    row.lateMin > lateAfterMin ? (
      <span className="transport-waybill-mark transport-waybill-late">{lateWords(row.lateMin)}</span>
    ) : row.arriveTime ? (
      '准点'
    ) : (
      none
    ),
};

/** 到站管理 of the caller's own site, where his department has exactly one; of all sites otherwise. */
export function ArrivalListPage() {
  const own = useOwnSite(stowageSites, ({ placeId }) => placeId);
  return own === undefined ? <Loading /> : <ArrivalList own={own} />;
}

/** Every stop of the trips on the road, by when it is due. */
function ArrivalList({ own }: { own: string | null }) {
  const [defaults] = useState({ tab: 'onTheWay', ...(own ? { placeId: own } : {}) });
  const list = useList<ArrivalRow>(arrivalPage, { defaults });
  const changed = useChanged(list, stale);
  const [revoking, setRevoking] = useState<ArrivalRow | null>(null);
  const [docking, setDocking] = useState<ArrivalRow | null>(null);
  const register = useRowAct(
    ({ waybillCode, stopSeq }: ArrivalRow) => call(arrivalRegister, { waybillCode, stopSeq }),
    {
      sure: ({ plateNo, stopName }) => ({
        title: `${plateNo} 已到达 ${stopName}？`,
        content: '登记后等待核对件数。',
        ok: '到站登记',
      }),
      told: ({ stopName }) => `${stopName} 已登记到站`,
    },
  );
  const actions = (row: ArrivalRow): RowAction[] => [
    ...(row.checked
      ? []
      : [{ label: '核对', to: waybillLinks.arrival(row.waybillCode, row.stopSeq), can: arrivalConfirm }]),
    ...(row.stopStatus === stopStatus.toCome && !row.checked
      ? [{ label: '到站登记', can: arrivalRegister, run: () => register(row, changed) }]
      : []),
    ...(row.stopStatus === stopStatus.arrived && !row.checked
      ? [{ label: '撤销到站', can: arrivalRevoke, run: () => setRevoking(row) }]
      : []),
    ...(row.atSite && !row.checked && row.stopStatus < stopStatus.left
      ? [{ label: row.dock ? '改约月台' : '预约月台', can: arrivalDock, run: () => setDocking(row) }]
      : []),
    {
      label: '打印卸货单',
      can: arrivalPrint,
      run: () => {
        window.open(printUnload(row.waybillCode, row.stopSeq), '_blank', 'noopener');
      },
    },
    { label: '查看', to: waybillPage(row.waybillKind, row.waybillCode) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={arrivalColumns}
        cells={cells}
        tabs={<Tabs list={list} />}
        filters={<Filters />}
        toolbar={<ExportButton of={arrivalExport} />}
        rowActions={actions}
        empty={<Empty title="没有站点" text="发车后的途经点按计划到站时间排在这里" />}
      />
      {docking ? <DockDialog row={docking} done={changed} close={() => setDocking(null)} /> : null}
      {revoking ? (
        <ReasonDialog
          title={`撤销到站 ${revoking.stopName}`}
          label="撤销原因"
          ok="撤销到站"
          hint={`到站${revokeArrivalMin}分钟内、还没有核对时可以撤销。`}
          send={(reason) =>
            call(arrivalRevoke, { waybillCode: revoking.waybillCode, stopSeq: revoking.stopSeq, reason })
          }
          told={() => `${revoking.stopName} 已撤销到站`}
          done={changed}
          close={() => setRevoking(null)}
        />
      ) : null}
    </>
  );
}

function Tabs({ list }: { list: List<ArrivalRow> }) {
  const { tab: _tab, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(arrivalStatusCount, filters as Partial<ArrivalFilters>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="tab"
      items={[
        { code: 'soon', name: `${soonHours}小时内到站`, count: data?.soon },
        { code: 'onTheWay', name: '在途', count: data?.onTheWay },
        { code: 'arrived', name: '待核对', count: data?.arrived },
        { code: 'checked', name: '已核对', count: data?.checked },
        { name: '全部', count: data?.all },
      ]}
    />
  );
}

/** states of trips that can arrive: those that have left */
const onTheRoad = {
  options: transportStatus.options.filter(({ code }) => code !== transportStatus.toDepart),
};

function Filters() {
  return (
    <>
      <FilterText name="waybillCode" label="运单号" main width={180} />
      <FilterText name="stopName" label="站点" width={170} />
      <FilterText name="plateNo" label="车牌号" width={150} />
      <FilterText name="orderCode" label="订单号" width={180} />
      <FilterText name="driverName" label="司机" width={130} />
      <FilterEnum name="waybillKind" label="类型" of={waybillKind} width={130} />
      <FilterRange names={['etaFrom', 'etaTo']} label="预计到站" />
      <FilterRange names={['planFrom', 'planTo']} label="计划到站" />
      <FilterEnum name="transportStatus" label="运输状态" of={onTheRoad} width={150} />
      <TripFilters to="placeId" />
    </>
  );
}
