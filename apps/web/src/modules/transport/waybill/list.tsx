import { transportStatus } from '@tongda/contract/transport/enums';
import type { WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import { waybillColumnsOf } from '@tongda/contract/transport/waybill/columns';
import { stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { type WaybillFilters, waybillFilters } from '@tongda/contract/transport/waybill/filters';
import type { WaybillRow } from '@tongda/contract/transport/waybill/shapes';
import { pickUpStowConfirm, stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useChanged } from '../../../kit/list/register';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatNumber } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { WaybillPrint } from '../print/door';
import { waybillCells } from './cells';
import { recentTrips } from './recent-trips';
import { useWaybillActions } from './use-actions';

interface WaybillListProps {
  calls: WaybillCalls;
  /** where the board opens for a new one */
  add: string;
  addWord: string;
  pages: { check: (code: string) => string; edit: (code: string) => string; board: (code: string) => string };
  empty: string;
}

/** The list of one kind of waybills: tabs by state, filters, what the state allows. */
export function WaybillList({ calls, add, addWord, pages, empty }: WaybillListProps) {
  const [defaults] = useState(recentTrips);
  const list = useList<WaybillRow>(calls.page, { defaults });
  const navigate = useNavigate();
  const stale = useMemo(() => [calls.statusCount, calls.detail], [calls]);
  const changed = useChanged(list, stale);
  const columns = useMemo(() => waybillColumnsOf(calls.kind), [calls]);
  const cells = useMemo(() => waybillCells((row) => pages.check(row.waybillCode)), [pages]);
  const { actions, dialog } = useWaybillActions(calls, pages, changed);
  const toolbar = (
    <>
      <Can do={calls.kind === waybillKind.billOfLading ? pickUpStowConfirm : stowageConfirm}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(add)}>
          {addWord}
        </Button>
      </Can>
      <ExportButton of={calls.export} />
    </>
  );
  const sum = (of: (row: WaybillRow) => number): number => list.rows.reduce((total, row) => total + of(row), 0);
  return (
    <>
      <ListPage
        list={list}
        columns={columns}
        cells={cells}
        tabs={<Tabs list={list} calls={calls} />}
        filters={<RegisterFilters of={waybillFilters.table} />}
        toolbar={toolbar}
        batch={(rows) => <WaybillPrint kind={calls.kind} codes={rows.map((row) => row.waybillCode)} />}
        rowActions={actions}
        totals={{
          label: '本页合计',
          values: {
            totalPieces: formatNumber(sum((row) => row.totalPieces)),
            totalWeight: formatNumber(
              sum((row) => row.totalWeight),
              2,
            ),
            totalVolume: formatNumber(
              sum((row) => row.totalVolume),
              3,
            ),
          },
        }}
        empty={<Empty title={`暂无${calls.noun}`} text={empty} />}
      />
      {dialog}
    </>
  );
}

function Tabs({ list, calls }: { list: List<WaybillRow>; calls: WaybillCalls }) {
  const { transportStatus: _status, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(calls.statusCount, filters as Partial<WaybillFilters>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="transportStatus"
      items={[
        { name: '全部', count: data?.all },
        // trunk trips wait at the dock in several steps, which the dock works off one after the other
        ...(calls.kind === waybillKind.stowage
          ? stowStatus.options.map(({ code, name }) => ({
              name,
              count: data?.[`stow${code}`],
              other: { field: 'stowStatus', code, more: { transportStatus: transportStatus.toDepart } },
            }))
          : []),
        ...transportStatus.options
          .filter(({ code }) => calls.kind !== waybillKind.stowage || code !== transportStatus.toDepart)
          .map(({ code, name }) => ({ code, name, count: data?.[code] })),
      ]}
    />
  );
}
