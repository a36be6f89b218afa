import { coolerStatus } from '@tongda/contract/resources/device/enums';
import { transportStatus } from '@tongda/contract/transport/enums';
import { lateText } from '@tongda/contract/transport/figures';
import { loadedPieces } from '@tongda/contract/transport/waybill/dock/counting';
import {
  type DepartureFilters,
  departureColumns,
  departureConfirm,
  departureExport,
  departureFilters,
  departurePage,
  departureRevoke,
  departureStatusCount,
  departureTabs,
  departureUpdate,
  revokedText,
} from '@tongda/contract/transport/waybill/dock/departure';
import { departureCooler } from '@tongda/contract/transport/waybill/dock/site-work';
import { eventSource, stowStatus } from '@tongda/contract/transport/waybill/enums';
import type { WaybillRow } from '@tongda/contract/transport/waybill/shapes';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { useAsk } from '../../../../kit/call/use-ask';
import { ExportButton } from '../../../../kit/files/export-button';
import { type BatchLine, useBatch } from '../../../../kit/list/batch-run';
import { RegisterFilters } from '../../../../kit/list/filter/declared';
import { ListPage } from '../../../../kit/list/page';
import { useChanged } from '../../../../kit/list/register';
import { StatusTabs } from '../../../../kit/list/status-tabs';
import { type List, useList } from '../../../../kit/list/use-rows';
import { Can } from '../../../../kit/session/can';
import { formatNumber, minuteText, none } from '../../../../kit/show/format';
import { StateDot } from '../../../../kit/show/state-dot';
import { Empty } from '../../../../kit/show/states';
import type { Cells, RowAction } from '../../../../kit/table/types';
import { TripSettingsButton } from '../../trip/door';
import { coolerTones, loadRate, Rate, waybillCells } from '../cells';
import { waybillLinks, waybillPage } from '../links';
import { ReasonDialog } from '../reason-dialog';
import { recentTrips } from '../recent-trips';
import { CoolerDialog } from './cooler-dialog';

const stale = [departureStatusCount];
/** A departure that is later than this many minutes is marked in colour. */
const graceMin = 15;
const cells: Cells<WaybillRow> = {
  ...waybillCells((row) => waybillPage(row.waybillKind, row.waybillCode)),
  loadPieces: (row) => (
    <span className={row.loadStarted && row.loadPieces < row.totalPieces ? 'transport-waybill-warn' : undefined}>
      {formatNumber(loadedPieces(row))} / {formatNumber(row.totalPieces)} 件
    </span>
  ),
  loadRateWeight: (row) => <Rate percent={loadRate(row)} />,
  coolerStatus: (row) =>
    row.setTemp === null ? (
      none
    ) : row.coolerStatus === null ? (
      '未开始'
    ) : (
      <StateDot of={coolerStatus} tones={coolerTones} code={row.coolerStatus} />
    ),
  sealNo: (row) => row.sealNo ?? none,
  paperWarn: (row) => (row.paperWarn ? <span className="transport-waybill-warn">{row.paperWarn}</span> : '正常'),
  actualDepartTime: (row) =>
    row.actualDepartTime ? (
      <>
        {minuteText(row.actualDepartTime)}
        {row.departSource === eventSource.fence ? <span className="transport-waybill-mark">自动</span> : null}
      </>
    ) : (
      none
    ),
  departLateMin: (row) =>
    row.actualDepartTime === null ? (
      none
    ) : row.departLateMin > graceMin ? (
      <span className="transport-waybill-mark transport-waybill-late">{lateText('late', row.departLateMin)}</span>
    ) : (
      '准点'
    ),
};

/** Whether a cooling order makes sense: the trip has a crew, has not left, and its goods need a temperature. */
const mayCool = (row: WaybillRow): boolean =>
  row.transportStatus === transportStatus.toDepart && row.stowStatus >= stowStatus.stowed && row.setTemp !== null;

/** Departs one truck of a batch, without a reason: a truck with findings is refused and has to go through the check page. */
async function departOne(row: WaybillRow | undefined): Promise<BatchLine> {
  const { id = '', waybillCode = '', version = 0 } = row ?? {};
  try {
    await call(departureConfirm, { waybillCode, version }, { quiet: true });
    return { id, name: waybillCode, ok: true, msg: '已发车' };
  } catch (error) {
    return { id, name: waybillCode, ok: false, msg: error instanceof ApiError ? error.message : '发车失败，请重试' };
  }
}

/** 发车管理: trips that are to leave, those that have left, and those that are overdue. */
export function DepartureListPage() {
  const [defaults] = useState(() => ({ tab: 'toDepart', ...recentTrips() }));
  const list = useList<WaybillRow>(departurePage, { defaults });
  const changed = useChanged(list, stale);
  const { start, dialog } = useBatch();
  const leave = (rows: readonly WaybillRow[]): void => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    void start({
      title: `批量发车 ${rows.length} 张运单`,
      ids: rows.map((row) => row.id),
      nameOf: (id) => byId.get(id)?.waybillCode ?? id,
      done: () => {
        list.select([], []);
        changed();
      },
      step: async (ids) => {
        const lines: BatchLine[] = [];
        for (const id of ids) lines.push(await departOne(byId.get(id)));
        return lines;
      },
    });
  };
  const [revoking, setRevoking] = useState<WaybillRow | null>(null);
  const [cooling, setCooling] = useState<WaybillRow | null>(null);
  const toolbar = useMemo(
    () => (
      <>
        <TripSettingsButton />
        <ExportButton of={departureExport} />
      </>
    ),
    [],
  );
  const actions = (row: WaybillRow): RowAction[] => {
    const when = (verb: (typeof row.allowActions)[number], action: RowAction): RowAction[] =>
      row.allowActions.includes(verb) ? [action] : [];
    return [
      ...when('depart', { label: '发车核对', to: waybillLinks.departure(row.waybillCode), can: departureConfirm }),
      ...when('edit', { label: '编辑', to: waybillLinks.departureEdit(row.waybillCode), can: departureUpdate }),
      ...(mayCool(row) ? [{ label: '预冷指令', can: departureCooler, run: () => setCooling(row) }] : []),
      ...when('revokeDepart', { label: '撤销发车', can: departureRevoke, run: () => setRevoking(row) }),
      { label: '详情', to: waybillLinks.departure(row.waybillCode) },
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        columns={departureColumns}
        cells={cells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={departureFilters.table} />}
        toolbar={toolbar}
        batch={(rows) => {
          const ready = rows.filter((row) => row.allowActions.includes('depart'));
          return (
            <Can do={departureConfirm}>
              <Button
                disabled={ready.length === 0}
                title="检查全部通过的运单直接发车，有提醒的逐张核对"
                onClick={() => leave(ready)}
              >
                批量发车
              </Button>
            </Can>
          );
        }}
        rowActions={actions}
        empty={<Empty title="没有运单" text="确认配载后的运单在这里核对发车" />}
      />
      {dialog}
      {cooling ? <CoolerDialog waybill={cooling} done={changed} close={() => setCooling(null)} /> : null}
      {revoking ? (
        <ReasonDialog
          title={`撤销发车 ${revoking.waybillCode}`}
          label="撤销原因"
          ok="撤销发车"
          hint="发车30分钟内、行驶不到5公里且未到达途经点时可以撤销。"
          send={(reason) => call(departureRevoke, { waybillCode: revoking.waybillCode, reason })}
          told={revokedText}
          done={changed}
          close={() => setRevoking(null)}
        />
      ) : null}
    </>
  );
}

function Tabs({ list }: { list: List<WaybillRow> }) {
  const { tab: _tab, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(departureStatusCount, filters as Partial<DepartureFilters>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="tab"
      items={Object.entries(departureTabs).map(([code, name]) => ({ code, name, count: data?.[code] }))}
    />
  );
}
