import { monitorExport } from '@tongda/contract/watch/location/calls';
import { Button, Tooltip } from 'antd';
import { ChevronDown, Columns3, Download } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { announceExport } from '../../../kit/files/downloads';
import { Can } from '../../../kit/session/can';
import { ColumnDialog } from '../../../kit/table/column-dialog';
import { useColumnSetting } from '../../../kit/table/column-setting';
import { DataTable } from '../../../kit/table/dense';
import { type DrawerRow, drawerRow, monitorCells, monitorColumns } from './monitor/columns';
import type { MonitorItem } from './monitor/model';

interface Props {
  items: readonly MonitorItem[];
  onPick: (vehicleId: string) => void;
  onClose: () => void;
}

const nothingYet: readonly MonitorItem[] = [];

/** Bottom list: the vehicles of the tree's filter with every figure side by side. */
export function VehicleDrawer({ items: wanted, onPick, onClose }: Props) {
  // The frame opens at once, its rows follow behind whatever the user does next.
  const items = useDeferredValue(wanted, nothingYet);
  const [sort, setSort] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const setting = useColumnSetting('location.drawer', monitorColumns);
  const rows = useMemo(() => sortItems(items.map(drawerRow), sort), [items, sort]);
  const exporting = useAct(monitorExport, { done: ({ id }) => announceExport(id) });
  return (
    <section className="watch-location-drawer" aria-label="车辆列表">
      <header>
        <b>车辆列表</b>
        <span className="td-cap">{wanted.length} 辆</span>
        <span className="grow" />
        <Can do={monitorExport}>
          <Button
            size="small"
            icon={<Download />}
            disabled={rows.length === 0}
            loading={exporting.busy}
            onClick={() =>
              void exporting.run({
                vehicleIds: items.map((i) => i.info.vehicleId),
                fields: setting.shown.map((c) => c.value),
              })
            }
          >
            导出
          </Button>
        </Can>
        <Button size="small" type="text" icon={<Columns3 />} onClick={() => setChoosing(true)}>
          字段设置
        </Button>
        <Tooltip title="收起">
          <button type="button" className="map-view-icon" aria-label="收起车辆列表" onClick={onClose}>
            <ChevronDown />
          </button>
        </Tooltip>
      </header>
      <DataTable<DrawerRow>
        rows={rows}
        loading={items === nothingYet && wanted.length > 0}
        rowKey="vehicleId"
        columns={setting.shown}
        cells={monitorCells}
        sort={sort}
        setSort={setSort}
        onRow={(row) => onPick(row.vehicleId)}
      />
      {choosing && (
        <ColumnDialog
          columns={monitorColumns}
          setting={setting.setting}
          save={setting.save}
          close={() => setChoosing(false)}
        />
      )}
    </section>
  );
}

const collator = new Intl.Collator('zh-Hans-CN');

/** Sorts by `<field> asc|desc`; empty values last. */
function sortItems(rows: DrawerRow[], sort: string | null): DrawerRow[] {
  if (!sort) return rows;
  // the table sorts by its own columns, as `<column> asc|desc`
  const [field, direction] = sort.split(' ') as [keyof DrawerRow, string];
  const sign = direction === 'desc' ? -1 : 1;
  return rows.sort((a, b) => {
    const [x, y] = [a[field], b[field]];
    if (x === null || x === '') return y === null || y === '' ? 0 : 1;
    if (y === null || y === '') return -1;
    return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(String(x), String(y)));
  });
}
