import { mapGrantDetail } from '@tongda/contract/company/resource-auth/map-grants';
import { recycleWords } from '@tongda/contract/core/register/recycle';
import { placeMerge, placeSplit } from '@tongda/contract/ground/place/areas';
import {
  type PlaceRow,
  placeAdd,
  placeBatch,
  placeCounts,
  placeDel,
  placeFilters,
  placeRecycle,
  placeUpdate,
  type PlaceFilters as Query,
} from '@tongda/contract/ground/place/calls';
import { placeColumns } from '@tongda/contract/ground/place/columns';
import { placeSource } from '@tongda/contract/ground/place/enums';
import { placeImport } from '@tongda/contract/ground/place/import';
import { Button, Dropdown } from 'antd';
import { ChevronDown, Combine, MapPinPlus, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useMemo } from 'react';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { confirm } from '../../../kit/dialog/notify';
import type { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { RecycleBin } from '../../../kit/list/recycle-bin';
import { StatusTabs } from '../../../kit/list/status-tabs';
import type { List } from '../../../kit/list/use-rows';
import { Can, useCan } from '../../../kit/session/can';
import { formatNumber } from '../../../kit/show/format';
import { degreesText } from '../../../kit/show/spot';
import { Empty } from '../../../kit/show/states';
import { UseDot } from '../../../kit/show/use-dot';
import type { Cells, RowAction } from '../../../kit/table/types';
import { canMerge, canSplit, grantsOf } from './can';
import { PlaceExport } from './export';
import { type Kind, kindOf } from './form';

export interface PlaceListProps {
  list: List<PlaceRow>;
  selectedId: string | null;
  show: (row: PlaceRow) => void;
  edit: (row: PlaceRow) => void;
  history: (row: PlaceRow) => void;
  remove: (row: PlaceRow) => void;
  begin: (kind: Kind) => void;
  proposals: () => void;
  fromTrack: () => void;
  fromPlan: () => void;
  importFile: () => void;
  batchEdit: (ids: string[], nameOf: (id: string) => string) => void;
  /** of one place the dialog asks for the others */
  merge: (rows: PlaceRow[]) => void;
  split: (row: PlaceRow) => Promise<void>;
  visits: (row: PlaceRow) => void;
  /** shows the former grounds */
  versions: (row: PlaceRow) => void;
  run: ReturnType<typeof useBatch>['start'];
  changed: () => void;
}

/** The register beside the map. */
export function PlaceList(props: PlaceListProps) {
  const { list, selectedId, show, edit, history, remove } = props;
  const cells = useMemo(
    (): Cells<PlaceRow> => ({
      name: (row) => (
        <button
          type="button"
          className="td-plain ground-place-name"
          aria-pressed={row.id === selectedId}
          title={row.name}
          onClick={() => show(row)}
        >
          <i style={{ background: row.color }} />
          <span>{row.name}</span>
        </button>
      ),
      insideCount: (row) => (row.kind === 'line' ? '--' : formatNumber(row.insideCount)),
      color: (row) => <span className="ground-place-swatch" style={{ background: row.color }} title={row.color} />,
      status: (row) => <UseDot status={row.status} />,
      lng: (row) => degreesText(row.lng),
      lat: (row) => degreesText(row.lat),
    }),
    [selectedId, show],
  );
  const rowActions = (row: PlaceRow): RowAction[] => [
    {
      label: '编辑',
      can: placeUpdate,
      why: row.source === placeSource.store ? '由门店生成，请在门店管理中修改' : undefined,
      run: () => edit(row),
    },
    { label: '定位', run: () => show(row) },
    ...(row.kind === 'line' ? [] : [{ label: '进出记录', run: () => props.visits(row) }]),
    { label: '授权', can: mapGrantDetail, to: grantsOf(row) },
    ...(canSplit(row) ? [{ label: '拆分', can: placeSplit, run: () => props.split(row) }] : []),
    ...(canMerge(row) ? [{ label: '合并', can: placeMerge, run: () => props.merge([row]) }] : []),
    { label: '历史版本', run: () => props.versions(row) },
    { label: '变更记录', run: () => history(row) },
    { label: '删除', danger: true, can: placeDel, run: () => remove(row) },
  ];
  return (
    <ListPage
      list={list}
      columns={placeColumns}
      cells={cells}
      tabs={<Tabs list={list} />}
      filters={<RegisterFilters of={placeFilters.table} />}
      toolbar={<Toolbar {...props} />}
      batch={(rows, keys) => <BatchBar {...props} rows={rows} keys={keys} />}
      rowActions={rowActions}
      empty={<Empty title="还没有区域和站点" text="新增后在地图上画出范围，或导入已有的文件" />}
    />
  );
}

function Tabs({ list }: { list: List<PlaceRow> }) {
  const { kind: _kind, ...filters } = list.filters;
  // the filters of the list are those of the counts
  const { data } = useAsk(placeCounts, filters as Partial<Query>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="kind"
      items={[
        { name: '全部', count: data?.all },
        { code: 'site', name: '站点', count: data?.site },
        { code: 'region', name: '区域', count: data?.region },
        { code: 'line', name: '电子线路', count: data?.line },
      ]}
    />
  );
}

function Toolbar(props: PlaceListProps) {
  const { begin, proposals, fromTrack, fromPlan, importFile, changed } = props;
  return (
    <>
      <Can do={placeAdd}>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'site', label: '站点' },
              { key: 'region', label: '区域' },
              { key: 'line', label: '电子线路' },
              { key: 'track', label: '由轨迹生成电子线路' },
              { key: 'plan', label: '由规划生成电子线路' },
            ],
            onClick: ({ key }) => (key === 'track' ? fromTrack() : key === 'plan' ? fromPlan() : begin(kindOf(key))),
          }}
        >
          <Button type="primary" icon={<Plus />}>
            新增 <ChevronDown className="td-ico" />
          </Button>
        </Dropdown>
      </Can>
      <Can do={placeImport}>
        <Button icon={<Upload />} aria-label="导入" title="导入" onClick={importFile} />
      </Can>
      <PlaceExport />
      <RecycleBin of={placeRecycle} done={changed} />
      <Can do={placeAdd}>
        <Button icon={<MapPinPlus />} aria-label="常停位置" title="车辆常停、还没有建站点的位置" onClick={proposals} />
      </Can>
    </>
  );
}

function BatchBar(props: PlaceListProps & { rows: PlaceRow[]; keys: string[] }) {
  const { rows, keys, run, changed } = props;
  const mayDelete = useCan(placeDel);
  const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? id;
  const removeAll = async (): Promise<void> => {
    const sure = await confirm({
      title: `确定删除所选的 ${keys.length} 条？`,
      content: `${recycleWords}正在被门店、线路使用的不会删除。`,
      ok: '删除',
      danger: true,
    });
    if (!sure) return;
    await run({
      title: `删除 ${keys.length} 条`,
      ids: keys,
      nameOf,
      done: changed,
      step: (ids) => call(placeDel, { ids }),
    });
  };
  return (
    <>
      <Can do={placeBatch}>
        <Button
          icon={<Pencil />}
          aria-label="批量修改"
          title="批量修改"
          onClick={() => props.batchEdit(keys, nameOf)}
        />
      </Can>
      {keys.length > 1 && rows.length === keys.length && rows.every(({ kind }) => kind !== 'line') ? (
        <Can do={placeMerge}>
          <Button icon={<Combine />} aria-label="合并" title="合并相连或重叠的区域" onClick={() => props.merge(rows)} />
        </Can>
      ) : null}
      {mayDelete ? (
        <Button icon={<Trash2 />} aria-label="批量删除" title="批量删除" onClick={() => void removeAll()} />
      ) : null}
    </>
  );
}
