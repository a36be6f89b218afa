import { minuteMs } from '@tongda/contract/core/durations';
import { wallMs } from '@tongda/contract/core/wall-time';
import { lateText } from '@tongda/contract/transport/figures';
import { arrivalPrint } from '@tongda/contract/transport/print/calls';
import {
  type ArrivalFilters,
  type ArrivalRow,
  arrivalColumns,
  arrivalConfirm,
  arrivalExport,
  arrivalFilters,
  arrivalPage,
  arrivalRegister,
  arrivalRevoke,
  arrivalStatusCount,
  arrivalTabs,
  revokeArrivalMin,
} from '@tongda/contract/transport/waybill/dock/arrival';
import { arrivalDock } from '@tongda/contract/transport/waybill/dock/site-work';
import { eventSource, stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import { stowageSites } from '@tongda/contract/transport/waybill/stow/board';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../../kit/call/api';
import { useAsk } from '../../../../kit/call/use-ask';
import { useRowAct } from '../../../../kit/call/use-row-act';
import { ExportButton } from '../../../../kit/files/export-button';
import { RegisterFilters } from '../../../../kit/list/filter/declared';
import { ListPage } from '../../../../kit/list/page';
import { useChanged } from '../../../../kit/list/register';
import { StatusTabs } from '../../../../kit/list/status-tabs';
import { type List, useList } from '../../../../kit/list/use-rows';
import { formatNumber, formatTemp, minuteText, none, wireTime } from '../../../../kit/show/format';
import { PlateChip } from '../../../../kit/show/plate/chip';
import { StateDot } from '../../../../kit/show/state-dot';
import { Empty, Loading } from '../../../../kit/show/states';
import type { Cells, RowAction } from '../../../../kit/table/types';
import { etaText, etaTitle } from '../../parts/eta';
import { useOwnSite } from '../../parts/use-own-site';
import { printUnload } from '../../print/door';
import { waybillLinks, waybillPage } from '../links';
import { ReasonDialog } from '../reason-dialog';
import { DockDialog } from './booking-dialog';

const stale = [arrivalStatusCount];
const hourMin = 60;

/** How long it is until then: 1小时20分后. */
function leftWords(time: string): string {
  const minutes = Math.round((wallMs(time) - wallMs(wireTime(Date.now()))) / minuteMs);
  if (minutes <= 0) return '即到';
  return minutes < hourMin ? `${minutes}分后` : `${Math.floor(minutes / hourMin)}时${minutes % hourMin}分后`;
}

/** In place of the state of a stop whose goods were counted. */
const checkedState = 'checked';
const stopStates = {
  label: (code: number | string | null) => (code === checkedState ? '已核对' : stopStatus.label(code)),
};
const stopTones = {
  [stopStatus.toCome]: 'grey',
  [stopStatus.arrived]: 'amber',
  [stopStatus.left]: 'blue',
  [stopStatus.skipped]: 'grey',
  [checkedState]: 'green',
};
const cells: Cells<ArrivalRow> = {
  waybillCode: (row) => <Link to={waybillPage(row.waybillKind, row.waybillCode)}>{row.waybillCode}</Link>,
  stopName: (row) => (
    <>
      {row.stopName}
      {row.stopType === stopType.load ? <span className="transport-waybill-mark">装</span> : null}
    </>
  ),
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
  weightKg: (row) => formatNumber(row.weightKg, 2),
  planArriveTime: (row) => minuteText(row.planArriveTime),
  windowEnd: (row) => minuteText(row.windowEnd),
  dock: (row) => row.dock ?? none,
  volumeM3: (row) => formatNumber(row.volumeM3, 3),
  etaTime: (row) =>
    row.late !== 'onTime' ? (
      <>
        <span title={etaTitle(row.etaTime)}>{etaText(row.etaTime, { missing: '' })}</span>
        <span className="transport-waybill-mark transport-waybill-late">{lateText(row.late, row.lateMin)}</span>
      </>
    ) : row.etaTime ? (
      <>
        <span title={etaTitle(row.etaTime)}>{etaText(row.etaTime)}</span>
        {etaTitle(row.etaTime) ? null : <span className="td-cap">　{leftWords(row.etaTime)}</span>}
      </>
    ) : (
      none
    ),
  arriveTime: (row) =>
    row.arriveTime ? (
      <>
        {minuteText(row.arriveTime)}
        {row.arriveSource === eventSource.fence ? <span className="transport-waybill-mark">自动</span> : null}
        {row.arriveSource === eventSource.card ? <span className="transport-waybill-mark">刷卡</span> : null}
        {row.arriveSource === eventSource.scan ? <span className="transport-waybill-mark">扫码</span> : null}
      </>
    ) : (
      none
    ),
  boxTemp: (row) =>
    row.boxTemp === null && row.setTemp === null ? none : `${formatTemp(row.boxTemp)} / ${formatTemp(row.setTemp)} ℃`,
  tempRate: (row) => (row.tempRate === null ? none : `${formatNumber(row.tempRate, 1)}%`),
  sealNo: (row) => row.sealNo ?? none,
  difference: (row) =>
    row.difference ? <span className="transport-waybill-warn">{row.difference}</span> : row.checked ? '无' : none,
  checkUser: (row) => row.checkUser || none,
  stopStatus: (row) => (
    <StateDot of={stopStates} tones={stopTones} code={row.checked ? checkedState : row.stopStatus} />
  ),
  lateMin: (row) =>
    row.late !== 'onTime' && row.lateMin !== null ? (
      <span className="transport-waybill-mark transport-waybill-late">{lateText(row.late, row.lateMin)}</span>
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
    { label: '详情', to: waybillPage(row.waybillKind, row.waybillCode) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={arrivalColumns}
        cells={cells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={arrivalFilters.table} />}
        toolbar={<ExportButton of={arrivalExport} />}
        rowActions={actions}
        empty={<Empty title="没有站点" text="发车后的途经点按预计到站时间排在这里" />}
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
        ...Object.entries(arrivalTabs).map(([code, name]) => ({ code, name, count: data?.[code] })),
        { name: '全部', count: data?.all },
      ]}
    />
  );
}
