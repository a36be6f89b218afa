import { abnormalAdd } from '@tongda/contract/transport/abnormal/calls';
import { transportStatus } from '@tongda/contract/transport/enums';
import { lateOfLevel } from '@tongda/contract/transport/figures';
import {
  type Risk,
  riskKeys,
  riskWords,
  type WaybillTrackFilters,
  type WaybillTrackRow,
  waybillTabs,
  waybillTrackColumns,
  waybillTrackCount,
  waybillTrackExport,
  waybillTrackFilters,
  waybillTrackPage,
} from '@tongda/contract/transport/tracking/calls';
import { waybillCommand, waybillFollow } from '@tongda/contract/transport/tracking/notify';
import { arrivalConfirm } from '@tongda/contract/transport/waybill/dock/arrival';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-rows';
import { formatDuration, formatNumber, formatTemp, minuteText, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { abnormalLinks, ReportDialog } from '../abnormal/door';
import { etaText, etaTitle } from '../parts/eta';
import { waybillLinks } from '../waybill/door';
import { TrackingFrame } from './frame';
import { Late, Progress } from './parts';
import { FollowStar } from './star';
import { WaybillDrawer } from './waybill-drawer';
import { CommandDialog } from './words-dialog';

const onTheRoad = { tab: 'inTransit' };
const severe: ReadonlySet<Risk> = new Set(['late', 'overTemp']);
const tones = {
  [transportStatus.toDepart]: 'amber',
  [transportStatus.inTransit]: 'green',
  [transportStatus.complete]: 'grey',
};

const waybillTrackCells = (open: (code: string) => void, changed: () => void): Cells<WaybillTrackRow> => ({
  waybillCode: (row) => (
    <>
      <FollowStar
        code={row.waybillCode}
        followed={row.followed}
        set={(follow) => call(waybillFollow, { waybillCode: row.waybillCode, follow })}
        done={changed}
      />
      <button type="button" className="td-plain kit-table-word" onClick={() => open(row.waybillCode)}>
        {row.waybillCode}
      </button>
    </>
  ),
  risks: (row) =>
    row.risks.length === 0
      ? silentWord(row)
      : row.risks.map((risk) => (
          <span key={risk} className="transport-tracking-tag" data-bad={severe.has(risk)}>
            {riskWords[risk]}
          </span>
        )),
  transportStatus: (row) => <StateDot of={transportStatus} tones={tones} code={row.transportStatus} />,
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
  toName: (row) => `${row.fromName} → ${row.toName}`,
  stopDone: (row) => <Progress done={row.stopDone} count={row.stopCount} />,
  etaTime: (row) =>
    row.etaTime ? (
      <span
        title={etaTitle(row.etaTime) ?? (row.hasDevice ? undefined : '未绑定设备，按计划和实际发车、到离站时间推算')}
      >
        {etaText(row.etaTime)}
      </span>
    ) : (
      none
    ),
  delayMin: (row) =>
    row.delayMin === null ? none : <Late minutes={row.delayMin} late={lateOfLevel(row.delayLevel)} />,
  temps: (row) => (
    <span className={row.risks.includes('overTemp') ? 'transport-tracking-bad' : undefined}>
      {row.temps.length > 0 ? row.temps.map(formatTemp).join(' ') : none} / {formatTemp(row.setTemp)} ℃
    </span>
  ),
  live: (row) => {
    if (!row.live) return none;
    if (row.live.stale) return <span className="td-cap">离线 {minuteText(row.live.time)}</span>;
    return `${formatNumber(row.live.speedKmh)} km/h ${row.live.acc ? '开' : '关'}`;
  },
  openDoors: (row) =>
    row.openDoors.length > 0 ? (
      <span className="transport-tracking-amber">{row.openDoors.map((n) => `${n}号`).join('')}开</span>
    ) : (
      none
    ),
  drivenKm: (row) => `${row.drivenKm === null ? none : formatNumber(row.drivenKm, 1)} / ${formatNumber(row.planKm, 1)}`,
  stayMin: (row) => (row.stayMin === null ? none : formatDuration(row.stayMin * 60)),
  reportTime: (row) => minuteText(row.reportTime),
  planDepartTime: (row) => minuteText(row.planDepartTime),
  actualDepartTime: (row) => minuteText(row.actualDepartTime),
  reeferOn: (row) => (row.reeferOn === null ? none : row.reeferOn ? '运行' : '停机'),
  alarmCount: (row) => (row.alarmCount > 0 ? <span className="transport-tracking-amber">{row.alarmCount}</span> : none),
  abnormalCount: (row) =>
    row.abnormalCount > 0 ? (
      <Link className="transport-tracking-bad" to={abnormalLinks.thread(row.waybillCode)}>
        {row.abnormalCount}
      </Link>
    ) : (
      none
    ),
});

/** What 关注 says of a trip without risks: one on the road whose truck has no terminal cannot be followed. */
const silentWord = (row: WaybillTrackRow) =>
  row.transportStatus === transportStatus.inTransit && !row.hasDevice ? '未绑定设备' : none;

/** 运单跟踪: all trips on the road, those at the highest risk first. */
export function WaybillTrackingPage() {
  const list = useList<WaybillTrackRow>(waybillTrackPage, { defaults: onTheRoad });
  const [open, setOpen] = useState<string | null>(null);
  const [reporting, setReporting] = useState<string | null>(null);
  const [commanding, setCommanding] = useState<WaybillTrackRow | null>(null);
  return (
    <>
      <TrackingFrame
        list={list}
        columns={waybillTrackColumns}
        cells={waybillTrackCells(setOpen, list.refresh)}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={waybillTrackFilters.table} />}
        toolbar={<ExportButton of={waybillTrackExport} />}
        rowActions={(row) => [
          { label: '过程', run: () => setOpen(row.waybillCode) },
          ...(row.transportStatus === transportStatus.inTransit
            ? [{ label: '到站', to: waybillLinks.arrival(row.waybillCode, 0), can: arrivalConfirm }]
            : []),
          ...(row.transportStatus !== transportStatus.complete && row.plateNo
            ? [{ label: '下发指令', can: waybillCommand, run: () => setCommanding(row) }]
            : []),
          { label: '异常上报', can: abnormalAdd, run: () => setReporting(row.waybillCode) },
        ]}
        empty={<Empty title="没有在途的运单" text="发车后的运单在这里跟踪到完成" />}
      />
      {commanding ? <CommandDialog waybill={commanding} close={() => setCommanding(null)} /> : null}
      {open ? <WaybillDrawer waybillCode={open} report={setReporting} close={() => setOpen(null)} /> : null}
      {reporting ? <ReportDialog waybillCode={reporting} done={list.refresh} close={() => setReporting(null)} /> : null}
    </>
  );
}

/** Tabs by state, and how many of those on the road are at which risk. */
function Tabs({ list }: { list: List<WaybillTrackRow> }) {
  const { tab: _tab, risk, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(waybillTrackCount, filters as Partial<WaybillTrackFilters>, { keep: true });
  return (
    <>
      <StatusTabs
        list={list}
        name="tab"
        items={Object.entries(waybillTabs).map(([code, name]) => ({ code, name, count: data?.[code] }))}
      />
      <fieldset className="transport-tracking-chips transport-tracking-risks" aria-label="关注">
        {riskKeys.map((key) => (
          <Button
            key={key}
            size="small"
            type={risk === key ? 'primary' : 'default'}
            aria-pressed={risk === key}
            onClick={() => list.query({ ...list.filters, tab: 'inTransit', risk: risk === key ? undefined : key })}
          >
            {riskWords[key]} {data?.[key] ?? 0}
          </Button>
        ))}
      </fieldset>
    </>
  );
}
