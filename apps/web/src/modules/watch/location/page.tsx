import { motionState } from '@tongda/contract/core/live';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { monitorDetail } from '@tongda/contract/watch/location/calls';
import { Button } from 'antd';
import { ChevronUp, PanelLeftOpen } from 'lucide-react';
import {
  type ComponentProps,
  type CSSProperties,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../kit/call/api-error';
import { useAsk } from '../../../kit/call/use-ask';
import { useWindow } from '../../../kit/show/hooks/use-window';
import { ErrorState } from '../../../kit/show/states';
import { StateSymbol } from '../../../map/overlay/state-symbol';
import { VehicleLayer } from '../../../map/overlay/vehicle-layer';
import { CompanyPlaces } from '../../../map/places/of-company';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { useLiveAlarms } from '../alarm/door';
import { MapTools } from './map-tools';
import { type LabelMode, mapVehicle } from './map-vehicles';
import { type MonitorItem, shortDuration } from './monitor/model';
import { FleetTree } from './tree/panel';
import { type FleetFilter, useFleetFilter } from './use-fleet-filter';
import '../../../map/view/page.css';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';
import { type Monitor, useMonitor } from './monitor/use';
import { AlarmSlot, Feed, SelectedCard } from './right-column';
import { useAlarmColumn } from './use-alarm-column';
import { useEscape, useFirstView, useFlyTo, useFollow, useKeyboardInCard, useLatest, useSelect } from './use-map';
import { usePanelRects } from './use-panel-rects';

/** The table of the drawer is a tenth of the code of this page, so it is loaded when it is first opened. */
const VehicleDrawer = lazy(async () => ({ default: (await import('./vehicle-drawer')).VehicleDrawer }));

const legend = [
  motionState.moving,
  motionState.idle,
  motionState.parked,
  motionState.offline,
  motionState.notLocated,
] as const;

const treeRoom = 332;
const cardRoom = 372;
const drawerRoom = 312;
/** of the tools above and the legend below */
const barRoom = 48;
const gapPx = 12;

/** 位置信息: every vehicle on the map and in a tree, with its state and temperature, and the open alarms. */
export function LocationPage() {
  const alarms = useLiveAlarms();
  const monitor = useMonitor(alarms.words);
  const filter = useFleetFilter(monitor);
  const { items } = monitor;
  const { shownItems, isHidden } = filter;
  const column = useAlarmColumn();
  const panes = usePanes();
  const [labels, setLabels] = useState<LabelMode>('plate');
  const map = useRef<MapHandle>(null);
  const page = useRef<HTMLDivElement>(null);

  const selection = useSelection(map, items);
  const { selectedId, selected, detail, select, following } = selection;
  const { pick, pickByKey, close } = useKeyboardInCard(selectedId, selection.pick, selection.close);
  const onMap = useMemo(
    () => shownItems.flatMap((item) => (isHidden(item) ? [] : (mapVehicle(item, labels) ?? []))),
    [shownItems, isHidden, labels],
  );
  const fit = useLatest(() => map.current?.fitBounds(onMap.map((v) => [v.lng, v.lat] as const)));
  useFirstView(map, onMap);
  useFollow(map, following ? selected?.live : null);
  useEscape(selected !== null || column.alarmId !== null, close);
  const feedOpen = column.open && !panes.drawer;
  const cardOpen = selected !== null || column.alarmId !== null;
  const dockPx = useDockHeight(feedOpen);
  const panels = usePanelRects(
    page,
    `${panes.tree}${panes.drawer}${cardOpen}${dockPx}${selected?.info.vehicleId ?? ''}`,
  );
  const showFeed = useLatest(() => {
    column.setOpen(!feedOpen);
    panes.foldDrawer();
  });
  const pickAlarm = useLatest((row: AlarmRow, handle: boolean) => {
    pick(row.vehicleId);
    column.show(row, handle);
  });
  const { padding, controls } = useRoom(panes, cardOpen, dockPx);
  const lastTrail = onMap.some(({ id }) => id === selectedId) ? detail.data?.trail : undefined;
  const trail = column.path ?? lastTrail;
  const layer = useLayer({ vehicles: onMap, selectedId, onSelect: select, panels, trail });

  if (monitor.error && items.length === 0) return <ErrorState error={monitor.error} retry={monitor.retry} />;
  return (
    <div
      ref={page}
      // a variable of CSS is not among React's properties
      style={{ '--td-dock': `${dockPx}px` } as CSSProperties}
      className={`map-view-page ${panes.tree ? '' : 'tree-off'} ${cardOpen ? 'card-on' : ''} ${panes.drawer ? 'drawer-on' : ''}`}
    >
      <h1 className="td-sr">位置信息</h1>
      <Ground ref={map} padding={padding} controls={controls}>
        {layer}
      </Ground>
      {monitor.status === 'polling' && <Reconnecting />}
      <TreeSlot
        monitor={monitor}
        filter={filter}
        panes={panes}
        selectedId={selectedId}
        onSelect={pick}
        onEnter={pickByKey}
      />
      <MapTools
        labels={labels}
        onLabels={setLabels}
        map={map}
        page={page}
        onFit={fit}
        alarms={alarms.counts}
        feedOpen={feedOpen}
        onFeed={showFeed}
      />
      <Lower
        panes={panes}
        shown={shownItems}
        onPick={pick}
        count={monitor.loading ? null : shownItems.length}
        inAlarm={filter.counts.alarm}
        feed={<Feed alarms={alarms} column={column} onPick={pickAlarm} />}
      />
      <AlarmSlot column={column} />
      {selected && column.alarmId === null && (
        <SelectedCard
          item={selected}
          alarms={alarms.list}
          onAlarm={pickAlarm}
          detail={detail.data ?? null}
          detailError={detail.error instanceof ApiError ? detail.error.message : null}
          following={following}
          setFollowing={selection.setFollowing}
          onClose={close}
        />
      )}
    </div>
  );
}

const Ground = memo(MapView);

const Reconnecting = () => (
  <div className="watch-location-bar watch-location-note" role="status">
    实时连接已断开，正在重连…（每 10 秒刷新一次）
  </div>
);

/** What lies on the map, made anew only when it changes: the page renders with every report. */
function useLayer({ vehicles, selectedId, onSelect, panels, trail }: ComponentProps<typeof VehicleLayer>) {
  return useMemo(
    () => (
      <>
        <CompanyPlaces />
        <VehicleLayer vehicles={vehicles} selectedId={selectedId} onSelect={onSelect} panels={panels} trail={trail} />
      </>
    ),
    [vehicles, selectedId, onSelect, panels, trail],
  );
}

interface LowerProps {
  panes: Panes;
  shown: MonitorItem[];
  onPick: (id: string) => void;
  /** vehicles of the list, null: not known yet */
  count: number | null;
  inAlarm: number;
  /** the dock of alarms, which the table takes the place of */
  feed: ReactNode;
}

/** The lower edge: the table of vehicles, or its button with the legend and the dock of alarms. */
function Lower({ panes, shown, onPick, count, inAlarm, feed }: LowerProps) {
  if (!panes.drawer)
    return (
      <>
        <Bottom count={count} alarms={inAlarm} onOpen={panes.openDrawer} />
        {feed}
      </>
    );
  return (
    <Suspense fallback={null}>
      <VehicleDrawer items={shown} onPick={onPick} onClose={panes.foldDrawer} />
    </Suspense>
  );
}

/** The vehicle that the address names: its row, its detail (asked again every 30 s), and what chooses, leaves and follows it. */
function useSelection(map: RefObject<MapHandle | null>, items: readonly MonitorItem[]) {
  const [params, setParams] = useSearchParams();
  const selectedId = params.get('vehicleId');
  const [following, setFollowing] = useState(false);
  const selected = useMemo(
    () => (selectedId === null ? null : (items.find((item) => item.info.vehicleId === selectedId) ?? null)),
    [items, selectedId],
  );
  const detail = useAsk(
    monitorDetail,
    { vehicleId: selectedId ?? '' },
    { when: selectedId !== null, refetchInterval: 30_000 },
  );
  const select = useSelect(setParams, setFollowing);
  const pick = useFlyTo(map, items, select, selectedId);
  const close = useCallback(() => select(null), [select]);
  return { selectedId, selected, detail, select, pick, close, following, setFollowing };
}

/** Whether the vehicle tree on the left and the table at the bottom are open, and stable functions that open and fold them. */
function usePanes() {
  const [tree, setTree] = useState(true);
  const [drawer, setDrawer] = useState(false);
  return {
    tree,
    drawer,
    openTree: useCallback(() => setTree(true), []),
    foldTree: useCallback(() => setTree(false), []),
    openDrawer: useCallback(() => setDrawer(true), []),
    foldDrawer: useCallback(() => setDrawer(false), []),
  };
}
type Panes = ReturnType<typeof usePanes>;

/** The alarm dock, px: its head, and under it as many lines as the window has room for. */
const dockHead = 34;
const dockLine = 28;
const lowWindow = 820;
function useDockHeight(open: boolean): number {
  const low = useWindow(isLow);
  return open ? dockHead + dockLine * (low ? 5 : 7) : dockHead;
}
const isLow = (): boolean => window.innerHeight < lowWindow;

/** What the panels leave free of the map (px from each side), and where the buttons of the map stand. */
function useRoom({ tree, drawer }: Panes, cardOpen: boolean, dockPx: number) {
  const padding = useMemo(
    () => ({
      left: tree ? treeRoom : 0,
      right: cardOpen ? cardRoom : 0,
      top: barRoom,
      bottom: drawer ? drawerRoom : barRoom + dockPx + gapPx,
    }),
    [tree, cardOpen, drawer, dockPx],
  );
  const controls = useMemo(
    () => ({ right: 12 + (cardOpen ? cardRoom : 0), bottom: (drawer ? drawerRoom : dockPx + gapPx) + gapPx }),
    [cardOpen, drawer, dockPx],
  );
  return { padding, controls };
}

interface TreeSlotProps {
  monitor: Monitor;
  filter: FleetFilter;
  panes: Panes;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onEnter: (id: string) => void;
}

/** The left panel: the vehicle tree, or the button that opens it again. */
function TreeSlot({ monitor, filter, panes, selectedId, onSelect, onEnter }: TreeSlotProps) {
  if (!panes.tree)
    return (
      <Button className="map-view-open" icon={<PanelLeftOpen />} onClick={panes.openTree}>
        车辆
      </Button>
    );
  const link = linkWords(monitor.status, monitor.delayMs);
  return (
    <FleetTree
      all={monitor.items}
      shown={filter.shownItems}
      counts={filter.counts}
      loading={monitor.loading}
      text={filter.text}
      onText={filter.onText}
      filter={filter.filter}
      onFilter={filter.onFilter}
      extra={filter.extra}
      onExtra={filter.onExtra}
      sort={filter.sort}
      onSort={filter.onSort}
      grouped={filter.grouped}
      by={filter.by}
      onBy={filter.onBy}
      hiddenFleets={filter.hiddenFleets}
      onToggleFleet={filter.onToggleFleet}
      selectedId={selectedId}
      onSelect={onSelect}
      onEnter={onEnter}
      linkWord={link.word}
      linkOk={link.ok}
      onCollapse={panes.foldTree}
    />
  );
}

/** State of the live connection as the tree shows it; `delayMs` is null until the first message has come. */
function linkWords(status: string, delayMs: number | null): { word: string; ok: boolean } {
  if (status === 'live')
    return {
      word:
        delayMs === null
          ? '实时'
          : `实时 · 延迟 ${delayMs < minuteMs ? `${(delayMs / 1000).toFixed(1)} 秒` : shortDuration(delayMs)}`,
      ok: true,
    };
  return status === 'polling' ? { word: '每 10 秒刷新', ok: false } : { word: '正在连接…', ok: false };
}

interface BottomProps {
  /** null: not known yet */
  count: number | null;
  alarms: number;
  onOpen: () => void;
}

/** Legend, and the button that opens the list. */
const Bottom = memo(function Bottom({ count, alarms, onOpen }: BottomProps) {
  return (
    <div className="watch-location-bottom">
      <div className="watch-location-legend" role="img" aria-label="图例" data-map-panel>
        {legend.map((state) => (
          <span key={state}>
            <StateSymbol state={state} size={18} />
            {motionState.label(state)}
          </span>
        ))}
        <span>
          <i className="ring" />
          报警
        </span>
      </div>
      <Button icon={<ChevronUp />} onClick={onOpen} data-map-panel>
        车辆列表 <b>{count ?? '--'}</b> 辆{alarms > 0 && <span className="red">报警 {alarms} 辆</span>}
      </Button>
    </div>
  );
});
