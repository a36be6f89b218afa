import { motionState } from '@tongda/contract/core/live';
import { vehicleRead } from '@tongda/contract/resources/vehicle/access';
import { href, routes } from '@tongda/contract/shell/routes';
import type { AlarmRow } from '@tongda/contract/watch/alarm/calls';
import { monitorDetail } from '@tongda/contract/watch/location/calls';
import { Button } from 'antd';
import { ChevronUp, PanelLeftOpen } from 'lucide-react';
import { lazy, memo, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../../kit/call/api-error';
import { useAsk } from '../../../kit/call/use-ask';
import { useCan } from '../../../kit/session/can';
import { ErrorState } from '../../../kit/show/states';
import { StateSymbol } from '../../../map/overlay/state-symbol';
import { VehicleLayer } from '../../../map/overlay/vehicle-layer';
import { CompanyPlaces } from '../../../map/places/of-company';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { AlarmPanel, AlarmSide, type LiveAlarmList, useLiveAlarms } from '../alarm/door';
import { FleetTree } from './fleet-tree';
import { MapTools } from './map-tools';
import { type LabelMode, mapVehicle } from './map-vehicles';
import { type MonitorItem, shortDuration } from './monitor-model';
import { useFleetFilter } from './use-fleet-filter';
import '../../../map/view/page.css';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';
import { type AlarmColumn, useAlarmColumn } from './use-alarm-column';
import { useMonitor, useServerNow } from './use-monitor';
import { usePanelRects } from './use-panel-rects';
import { VehicleCard } from './vehicle-card';

/** The table of the drawer is a tenth of the page: it comes when it is asked for. */
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

/** 位置信息: where is every vehicle, in what state, how warm, and what needs a look now. */
export function LocationPage() {
  const alarms = useLiveAlarms();
  const monitor = useMonitor(alarms.words);
  const filter = useFleetFilter(monitor);
  const { items } = monitor;
  const { shownItems, hiddenFleets } = filter;
  const column = useAlarmColumn();
  const [params, setParams] = useSearchParams();
  const selectedId = params.get('vehicleId');
  const [treeOpen, setTreeOpen] = useState(true);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [following, setFollowing] = useState(false);
  const [labels, setLabels] = useState<LabelMode>('plate');
  const map = useRef<MapHandle>(null);
  const page = useRef<HTMLDivElement>(null);

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
  const pick = useFlyTo(map, items, select);
  const close = useCallback(() => select(null), [select]);
  const openTree = useCallback(() => setTreeOpen(true), []);
  const foldTree = useCallback(() => setTreeOpen(false), []);
  const openDrawer = useCallback(() => setDrawerOpen(true), []);
  const foldDrawer = useCallback(() => setDrawerOpen(false), []);
  const onMap = useMemo(
    () =>
      shownItems.flatMap((item) => (hiddenFleets.has(item.info.fleetId ?? '') ? [] : (mapVehicle(item, labels) ?? []))),
    [shownItems, hiddenFleets, labels],
  );
  const fit = useLatest(() => map.current?.fitBounds(onMap.map((v) => [v.lng, v.lat] as const)));
  useFirstView(map, onMap);
  useFollow(map, following ? selected?.live : null);
  useEscape(selected !== null || column.alarmId !== null, close);
  const feedOpen = column.open && selected === null && column.alarmId === null;
  const cardOpen = selected !== null || column.alarmId !== null || feedOpen;
  const panels = usePanelRects(page, `${treeOpen}${drawerOpen}${cardOpen}${selected?.info.vehicleId ?? ''}`);
  const showFeed = useLatest(() => {
    column.setOpen(!feedOpen);
    if (!feedOpen) close();
  });
  const pickAlarm = useLatest((row: AlarmRow, handle: boolean) => {
    pick(row.vehicleId);
    column.show(row, handle);
  });
  const padding = useMemo(
    () => ({
      left: treeOpen ? treeRoom : 0,
      right: cardOpen ? cardRoom : 0,
      top: barRoom,
      bottom: drawerOpen ? drawerRoom : barRoom,
    }),
    [treeOpen, cardOpen, drawerOpen],
  );
  const controls = useMemo(
    () => ({ right: 12 + (cardOpen ? cardRoom : 0), bottom: drawerOpen ? drawerRoom + 12 : 12 }),
    [cardOpen, drawerOpen],
  );
  const alarmPath = column.path;
  const lastTrail = onMap.some(({ id }) => id === selectedId) ? detail.data?.trail : undefined;
  const trail = alarmPath ?? lastTrail;
  const layer = useMemo(
    () => (
      <>
        <CompanyPlaces />
        <VehicleLayer vehicles={onMap} selectedId={selectedId} onSelect={select} panels={panels} trail={trail} />
      </>
    ),
    [onMap, selectedId, select, panels, trail],
  );

  if (monitor.error && items.length === 0) return <ErrorState error={monitor.error} retry={monitor.retry} />;
  const link = linkWords(monitor.status, monitor.delayMs);
  return (
    <div
      ref={page}
      className={`loc-page ${treeOpen ? '' : 'tree-off'} ${cardOpen ? 'card-on' : ''} ${drawerOpen ? 'drawer-on' : ''}`}
    >
      <h1 className="td-sr">位置信息</h1>
      <Ground ref={map} padding={padding} controls={controls}>
        {layer}
      </Ground>
      {monitor.status === 'polling' && (
        <div className="loc-bar td-note" role="status">
          实时连接已断开，正在重连…（每 10 秒刷新一次）
        </div>
      )}
      {treeOpen ? (
        <FleetTree
          all={items}
          shown={shownItems}
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
          hiddenFleets={hiddenFleets}
          onToggleFleet={filter.onToggleFleet}
          selectedId={selectedId}
          onSelect={pick}
          linkWord={link.word}
          linkOk={link.ok}
          onCollapse={foldTree}
        />
      ) : (
        <Button className="loc-open" icon={<PanelLeftOpen />} onClick={openTree}>
          车辆
        </Button>
      )}
      <MapTools
        labels={labels}
        onLabels={setLabels}
        map={map}
        page={page}
        onFit={fit}
        alarms={alarms.total}
        feedOpen={feedOpen}
        onFeed={showFeed}
      />
      {drawerOpen ? (
        <Suspense fallback={null}>
          <VehicleDrawer items={shownItems} onPick={pick} onClose={foldDrawer} />
        </Suspense>
      ) : (
        <Bottom count={shownItems.length} alarms={filter.counts.alarm} onOpen={openDrawer} />
      )}
      <AlarmSlot alarms={alarms} column={column} feedOpen={feedOpen} onPick={pickAlarm} />
      {selected && column.alarmId === null && (
        <SelectedCard
          item={selected}
          alarms={alarms.list}
          onAlarm={pickAlarm}
          detail={detail.data ?? null}
          detailError={detail.error instanceof ApiError ? detail.error.message : null}
          following={following}
          setFollowing={setFollowing}
          onClose={close}
        />
      )}
    </div>
  );
}

const Ground = memo(MapView);

interface AlarmSlotProps {
  alarms: LiveAlarmList;
  column: AlarmColumn;
  feedOpen: boolean;
  onPick: (row: AlarmRow, handle: boolean) => void;
}

/** The right column: one alarm, or the list of those that wait. */
function AlarmSlot({ alarms, column, feedOpen, onPick }: AlarmSlotProps) {
  const { alarmId } = column;
  if (alarmId !== null) {
    return (
      <AlarmSide
        id={alarmId}
        handle={column.handle}
        choose={column.choose}
        loaded={column.loaded}
        back={column.open ? () => column.leave(false) : undefined}
        toVehicle={() => column.leave(true)}
        close={() => column.leave(false)}
      />
    );
  }
  return feedOpen ? <Feed alarms={alarms} onPick={onPick} onClose={() => column.setOpen(false)} /> : null;
}

/** Durations tick here, not in the whole page. */
function Feed(props: Pick<AlarmSlotProps, 'alarms' | 'onPick'> & { onClose: () => void }) {
  const now = useServerNow(10_000);
  return <AlarmPanel {...props} now={now} chosenId={null} />;
}

type CardProps = Pick<
  Parameters<typeof VehicleCard>[0],
  'item' | 'detail' | 'detailError' | 'following' | 'onClose' | 'alarms' | 'onAlarm'
>;

/** The card with what its buttons do; drawn again when its own vehicle changes, not when another one does. */
const SelectedCard = memo(function SelectedCard(
  props: CardProps & { setFollowing: (next: (before: boolean) => boolean) => void },
) {
  const { setFollowing, ...card } = props;
  const { info } = props.item;
  const navigate = useNavigate();
  const maySeeVehicle = useCan({ access: vehicleRead });
  return (
    <VehicleCard
      {...card}
      onFollow={() => setFollowing((before) => !before)}
      onTrajectory={() => void navigate(href(routes.trajectory, 'community', { vehicleId: info.vehicleId }))}
      onVehicle={
        maySeeVehicle && !info.sharedFrom
          ? () => void navigate(href(routes.vehicleDetails, 'resources', { id: info.vehicleId }))
          : null
      }
    />
  );
});

/** Legend, and the button that opens the list. */
const Bottom = memo(function Bottom({ count, alarms, onOpen }: { count: number; alarms: number; onOpen: () => void }) {
  return (
    <div className="loc-bottom">
      <div className="loc-legend" role="img" aria-label="图例" data-map-panel>
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
        车辆列表 <b>{count}</b> 辆{alarms > 0 && <span className="red">报警 {alarms}</span>}
      </Button>
    </div>
  );
});

/** A function that never changes and does what the newest one does. */
function useLatest<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...args: A) => latest.current(...args), []);
}

/** Puts the chosen vehicle into the address, so that a link or a reload finds it again. */
function useSelect(
  setParams: (params: Record<string, string>, options: { replace: boolean }) => void,
  setFollowing: (following: boolean) => void,
): (id: string | null) => void {
  return useLatest((id: string | null) => {
    setParams(id ? { vehicleId: id } : {}, { replace: true });
    if (!id) setFollowing(false);
  });
}

/** Chooses a vehicle and goes there. */
function useFlyTo(
  map: RefObject<MapHandle | null>,
  items: readonly MonitorItem[],
  select: (id: string) => void,
): (id: string) => void {
  return useLatest((id: string) => {
    select(id);
    const live = items.find((item) => item.info.vehicleId === id)?.live;
    if (live?.lng === null || live?.lng === undefined || live.lat === null) return;
    const { lng, lat } = live;
    // The click is answered first: a frame of the flight takes long without a graphics card.
    requestAnimationFrame(() =>
      setTimeout(() => map.current?.flyTo({ lng, lat, zoom: Math.max(map.current.getZoom(), 9) })),
    );
  });
}

/** Escape closes the card, unless something above it (menu, dialog, search) takes the key. */
function useEscape(active: boolean, close: () => void): void {
  useEffect(() => {
    if (!active) return;
    const heard = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('[role="dialog"],.ant-popover:not(.ant-popover-hidden),.ant-select-open')) return;
      close();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, [active, close]);
}

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

/** The first vehicles on the map decide the view once; afterwards the picture belongs to the user. */
function useFirstView(map: { current: MapHandle | null }, vehicles: ReadonlyArray<{ lng: number; lat: number }>): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || vehicles.length === 0) return;
    const timer = setInterval(() => {
      if (!map.current) return;
      done.current = true;
      clearInterval(timer);
      map.current.fitBounds(
        vehicles.map((v) => [v.lng, v.lat] as const),
        { animate: false, maxZoom: 11 },
      );
    }, 100);
    return () => clearInterval(timer);
  }, [map, vehicles]);
}

/** While following, the map keeps the vehicle in its middle. */
function useFollow(
  map: { current: MapHandle | null },
  live: { lng: number | null; lat: number | null } | null | undefined,
): void {
  const lng = live?.lng ?? null;
  const lat = live?.lat ?? null;
  useEffect(() => {
    if (lng !== null && lat !== null) map.current?.flyTo({ lng, lat });
  }, [map, lng, lat]);
}
