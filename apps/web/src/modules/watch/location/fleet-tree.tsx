import { allowsAccess } from '@tongda/contract/core/allows';
import { keysOf } from '@tongda/contract/core/keys';
import { motionState } from '@tongda/contract/core/live';
import { message } from '@tongda/contract/core/messages';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { Checkbox, Empty, Input, Popover, Select, Skeleton, Tooltip } from 'antd';
import {
  ArrowDownUp,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  DoorOpen,
  ListFilter,
  Search,
  TriangleAlert,
} from 'lucide-react';
import { type KeyboardEvent, lazy, memo, Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../kit/session/user';
import { formatNumber } from '../../../kit/show/format';
import { noTerminalWord } from '../../../kit/show/motion-tone';
import { StateSymbol } from '../../../map/overlay/state-symbol';
import type { VehiclesBy } from '../../base/vehicle-picker/door';
import {
  cargoClass,
  type ExtraFilters,
  type FleetGroup,
  hasNoTerminal,
  type MonitorItem,
  matchesText,
  noExtraFilters,
  type SortOrder,
  shortDuration,
  sortOrders,
} from './monitor/model';
import { useServerNow } from './monitor/use';
import { StateChips, type StateChipsProps } from './state-chips';
import { stateToken } from './state-token';
import { TempValue } from './temp-value';
import { VirtualRows } from './virtual-rows';

/** The right of vehicle/add, without the forms that its endpoint would bring along. */
const mayAddVehicles = { menu: menus.vehicle.id, path: 'vehicle/add' };

/** Its controls come when the funnel is opened. */
const ExtraFilterForm = lazy(async () => ({ default: (await import('./extra-filter-form')).ExtraFilterForm }));

export interface TreeProps {
  all: readonly MonitorItem[];
  /** those that pass text, chip and funnel, in their order */
  shown: readonly MonitorItem[];
  counts: StateChipsProps['counts'];
  /** the first snapshot is on its way */
  loading: boolean;
  text: string;
  onText: (text: string) => void;
  filter: StateChipsProps['filter'];
  onFilter: StateChipsProps['onFilter'];
  extra: ExtraFilters;
  onExtra: (extra: ExtraFilters) => void;
  sort: SortOrder;
  onSort: (sort: SortOrder) => void;
  /** puts vehicles together, by fleets or by the user's own groups */
  grouped: (all: readonly MonitorItem[], shown: readonly MonitorItem[]) => FleetGroup[];
  by: VehiclesBy;
  /** absent for who has no groups of his own */
  onBy: ((by: VehiclesBy) => void) | undefined;
  /** fleets whose vehicles are hidden from the map */
  hiddenFleets: ReadonlySet<string>;
  onToggleFleet: (fleetId: string) => void;
  selectedId: string | null;
  onSelect: (vehicleId: string) => void;
  /** chosen with a key */
  onEnter: (vehicleId: string) => void;
  /** how the data comes, at the foot */
  linkWord: string;
  /** colour of the dot before it */
  linkOk: boolean;
  onCollapse: () => void;
}

/** `key` of a vehicle is its id where it stands first; a vehicle of several groups has one of its own in each further one. */
type Row = { kind: 'fleet'; group: FleetGroup } | { kind: 'vehicle'; item: MonitorItem; key: string };

/** Left panel: search, state chips with counts, fleets and their vehicles. Rows keep their place until the user sorts again. */
export const FleetTree = memo(function FleetTree(props: TreeProps) {
  const { all, shown, text, onEnter, grouped } = props;
  // the first in the order of the tree (fleets, then vehicles) that fits what is typed: the rows follow behind
  const enter = useCallback(() => {
    const firstOf = (items: readonly MonitorItem[]): MonitorItem | undefined =>
      grouped(items, items)
        .flatMap((group) => group.items)
        .find((item) => matchesText(item, text));
    const first = firstOf(shown) ?? firstOf(all);
    if (first) onEnter(first.info.vehicleId);
  }, [all, shown, text, onEnter, grouped]);
  return (
    <section className="watch-location-tree" aria-label="车辆">
      <TreeHead
        text={props.text}
        onText={props.onText}
        extra={props.extra}
        onExtra={props.onExtra}
        onCollapse={props.onCollapse}
        onEnter={enter}
      />
      <StateChips counts={props.counts} filter={props.filter} onFilter={props.onFilter} />
      <div className="watch-location-cols" aria-hidden="true">
        <span />
        <span>车辆</span>
        <span className="num">速度 / 时长</span>
        <span className="num">温1(℃)</span>
        <span className="num">温2(℃)</span>
      </div>
      {props.loading ? (
        <Skeleton active title={false} paragraph={{ rows: 14, width: '100%' }} className="watch-location-wait" />
      ) : (
        <TreeRows
          all={props.all}
          shown={props.shown}
          grouped={props.grouped}
          hiddenFleets={props.hiddenFleets}
          onToggleFleet={props.onToggleFleet}
          selectedId={props.selectedId}
          onSelect={props.onSelect}
          onEnter={props.onEnter}
        />
      )}
      <footer className="watch-location-foot">
        <ArrowDownUp className="td-ico" aria-hidden="true" />
        <SortSelect sort={props.sort} onSort={props.onSort} />
        {props.onBy ? <BySelect by={props.by} onBy={props.onBy} /> : null}
        <span className="grow" />
        <i className={props.linkOk ? 'watch-location-link ok' : 'watch-location-link warn'} />
        <span>{props.linkWord}</span>
      </footer>
    </section>
  );
});

type RowsProps = Pick<
  TreeProps,
  'all' | 'shown' | 'grouped' | 'hiddenFleets' | 'onToggleFleet' | 'selectedId' | 'onSelect' | 'onEnter'
>;

/** Fleets and vehicles; durations of rows in sight follow the clock. */
const TreeRows = memo(function TreeRows(props: RowsProps) {
  const { all, shown, grouped, hiddenFleets, onToggleFleet, selectedId, onSelect, onEnter } = props;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const mayAdd = useSession((session) => allowsAccess(session, mayAddVehicles));
  const groups = useMemo(() => grouped(all, shown), [all, shown, grouped]);
  const rows = useMemo(() => flattenGroups(groups, folded), [groups, folded]);
  const now = useServerNow(durationEveryMs);
  const fold = useCallback(
    (id: string) =>
      setFolded((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  if (rows.length === 0)
    return (
      <Empty
        className="watch-location-empty"
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={all.length > 0 ? '没有符合条件的车辆' : mayAdd ? '还没有车辆' : message('monitor.noVehicle')}
      >
        {all.length === 0 && mayAdd ? <Link to={href(routes.vehicleList, 'resources')}>去新增或导入车辆</Link> : null}
      </Empty>
    );
  return (
    <VirtualRows
      label="车队与车辆"
      rows={rows}
      heightOf={heightOf}
      keyOf={keyOf}
      reveal={selectedId}
      render={(row, top) =>
        row.kind === 'fleet' ? (
          <FleetRow
            key={keyOf(row)}
            group={row.group}
            top={top}
            folded={folded.has(row.group.fleetId)}
            onFold={fold}
            hidden={hiddenFleets.has(row.group.fleetId)}
            onToggle={onToggleFleet}
          />
        ) : (
          <VehicleRow
            key={row.key}
            item={row.item}
            top={top}
            words={stateWords(row.item, now)}
            selected={selectedId === row.item.info.vehicleId}
            onSelect={onSelect}
            onEnter={onEnter}
          />
        )
      }
    />
  );
});

const durationEveryMs = 10_000;
const heightOf = (row: Row): number => (row.kind === 'fleet' ? 30 : 28);
const keyOf = (row: Row): string => (row.kind === 'fleet' ? `f${row.group.fleetId}` : row.key);

const sortOptions = keysOf(sortOrders).map((value) => ({ value, label: sortOrders[value] }));

const SortSelect = memo(function SortSelect({ sort, onSort }: Pick<TreeProps, 'sort' | 'onSort'>) {
  return (
    <Select
      variant="borderless"
      size="small"
      value={sort}
      aria-label="排序"
      popupMatchSelectWidth={96}
      options={sortOptions}
      onChange={onSort}
    />
  );
});

const waysOfGrouping: Array<{ value: VehiclesBy; label: string }> = [
  { value: 'fleet', label: '车队' },
  { value: 'group', label: '我的分组' },
];

const BySelect = memo(function BySelect({ by, onBy }: { by: VehiclesBy; onBy: (by: VehiclesBy) => void }) {
  return (
    <Select
      variant="borderless"
      size="small"
      value={by}
      aria-label="分组方式"
      popupMatchSelectWidth={110}
      options={waysOfGrouping}
      onChange={onBy}
    />
  );
});

function flattenGroups(groups: readonly FleetGroup[], folded: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (const group of groups) {
    if (group.items.length === 0) continue;
    rows.push({ kind: 'fleet', group });
    if (folded.has(group.fleetId)) continue;
    for (const item of group.items) {
      const { vehicleId } = item.info;
      rows.push({ kind: 'vehicle', item, key: seen.has(vehicleId) ? `${group.fleetId}:${vehicleId}` : vehicleId });
      seen.add(vehicleId);
    }
  }
  return rows;
}

/** Into the rows, which arrow keys walk. */
function enterRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown') return;
  const row = event.currentTarget.closest('section')?.querySelector<HTMLElement>('button[role="treeitem"]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}

type HeadProps = Pick<TreeProps, 'text' | 'onText' | 'extra' | 'onExtra' | 'onCollapse'> & { onEnter: () => void };

const TreeHead = memo(function TreeHead({ text, onText, extra, onExtra, onCollapse, onEnter }: HeadProps) {
  const active = JSON.stringify(extra) !== JSON.stringify(noExtraFilters);
  return (
    <div className="watch-location-head">
      <Input
        allowClear
        size="middle"
        prefix={<Search className="td-ico" />}
        placeholder="车牌 / 备注 / 终端 / 司机 / 尾号"
        aria-label="搜索车辆"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onPressEnter={() => text.trim() !== '' && onEnter()}
        onKeyDown={enterRows}
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <Suspense fallback={<div className="watch-location-extra" />}>
            <ExtraFilterForm value={extra} onChange={onExtra} />
          </Suspense>
        }
      >
        <button
          type="button"
          className={`map-view-icon ${active ? 'on' : ''}`}
          aria-label="更多筛选"
          aria-pressed={active}
        >
          <ListFilter />
        </button>
      </Popover>
      <Tooltip title="收起列表">
        <button type="button" className="map-view-icon" aria-label="收起列表" onClick={onCollapse}>
          <ChevronLeft />
        </button>
      </Tooltip>
    </div>
  );
});

interface FleetRowProps {
  group: FleetGroup;
  /** px */
  top: number;
  folded: boolean;
  onFold: (id: string) => void;
  /** its vehicles are not on the map */
  hidden: boolean;
  onToggle: (id: string) => void;
}
function FleetRow({ group, top, folded, onFold, hidden, onToggle }: FleetRowProps) {
  return (
    <div className="watch-location-fleet" style={{ top }} role="treeitem" aria-expanded={!folded} tabIndex={-1}>
      <button
        type="button"
        className="td-plain fold"
        aria-label={folded ? `展开${group.fleetName}` : `收起${group.fleetName}`}
        onClick={() => onFold(group.fleetId)}
      >
        {folded ? <ChevronRight className="td-ico" /> : <ChevronDown className="td-ico" />}
      </button>
      <Checkbox
        checked={!hidden}
        onChange={() => onToggle(group.fleetId)}
        aria-label={`在地图上显示${group.fleetName}`}
      />
      <button type="button" className="td-plain name" onClick={() => onFold(group.fleetId)}>
        <b>{group.fleetName}</b>
        <span className="td-cap">{group.total === 0 ? noTerminalWord : `在线 ${group.online}/${group.total}`}</span>
      </button>
      {group.alarms > 0 && (
        <span className="red alarms">
          <TriangleAlert className="td-ico" />
          {group.alarms}
        </span>
      )}
    </div>
  );
}

interface VehicleRowProps {
  item: MonitorItem;
  /** px */
  top: number;
  /** speed, or state with its duration */
  words: string;
  selected: boolean;
  onSelect: (id: string) => void;
  onEnter: (id: string) => void;
}

const VehicleRow = memo(function VehicleRow({ item, top, words, selected, onSelect, onEnter }: VehicleRowProps) {
  const { info, live, state } = item;
  return (
    <button
      type="button"
      role="treeitem"
      aria-selected={selected}
      className={selected ? 'watch-location-row on' : 'watch-location-row'}
      style={{ top }}
      // a key clicks without a finger on the mouse
      onClick={({ detail }) => (detail === 0 ? onEnter : onSelect)(info.vehicleId)}
    >
      <span className="glyph">
        <StateSymbol state={state} headingDeg={live?.directionDeg ?? 0} alarm={item.alarm} size={24} />
      </span>
      <span className="plate">
        {info.plateNo}
        <small title={info.remarkNo}>{cargoClass(info.temperatureTypes)}</small>
        {item.doorOpen && <DoorOpen className="td-ico amber" aria-label="车门开" />}
      </span>
      <span className="num" style={{ color: `var(--td-${stateToken[state]}-text)` }}>
        {words}
      </span>
      <TempValue reading={item.temps[0]} />
      <TempValue reading={item.temps[1]} />
    </button>
  );
});

function stateWords(item: MonitorItem, now: number): string {
  const { state, live } = item;
  if (hasNoTerminal(item)) return noTerminalWord;
  if (!live || state === motionState.never) return '从未上线';
  if (state === motionState.moving) return `${formatNumber(live.speedKmh)} km/h`;
  return `${motionState.label(state)} ${shortDuration(now - live.stateSince)}`;
}
