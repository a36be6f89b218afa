import { allowsAccess } from '@tongda/contract/core/allows';
import { motionState } from '@tongda/contract/core/live';
import { message } from '@tongda/contract/core/messages';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { Checkbox, Empty } from 'antd';
import { ChevronDown, ChevronRight, DoorOpen, TriangleAlert } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../../kit/session/user';
import { formatNumber } from '../../../../kit/show/format';
import { noTerminalWord } from '../../../../kit/show/motion-tone';
import { StateSymbol } from '../../../../map/overlay/state-symbol';
import { cargoClass, type FleetGroup, hasNoTerminal, type MonitorItem, shortDuration } from '../monitor/model';
import { useServerNow } from '../monitor/use';
import { stateToken } from '../state-token';
import { TempValue } from '../temp-value';
import { VirtualRows } from './virtual-rows';

/** The right of vehicle/add, without the forms that its endpoint would bring along. */
const mayAddVehicles = { menu: menus.vehicle.id, path: 'vehicle/add' };

/** `key` of a vehicle is its id where it stands first; a vehicle of several groups has one of its own in each further one. */
type Row = { kind: 'fleet'; group: FleetGroup } | { kind: 'vehicle'; item: MonitorItem; key: string };

export interface RowsProps {
  all: readonly MonitorItem[];
  /** those that pass text, chip and funnel, in their order */
  shown: readonly MonitorItem[];
  /** puts vehicles together, by fleets or by the user's own groups */
  grouped: (all: readonly MonitorItem[], shown: readonly MonitorItem[]) => FleetGroup[];
  /** fleets whose vehicles are hidden from the map */
  hiddenFleets: ReadonlySet<string>;
  onToggleFleet: (fleetId: string) => void;
  selectedId: string | null;
  onSelect: (vehicleId: string) => void;
  /** chosen with a key */
  onEnter: (vehicleId: string) => void;
}

/** Fleets and vehicles; durations of rows in sight follow the clock. */
export const TreeRows = memo(function TreeRows(props: RowsProps) {
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
