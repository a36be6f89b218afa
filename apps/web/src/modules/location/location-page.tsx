import { useQuery } from '@tanstack/react-query';
import { motionState } from '@tongda/contract/live';
import { monitorDetail } from '@tongda/contract/location/location';
import { href, routes } from '@tongda/contract/routes';
import { vehicleDetail } from '@tongda/contract/vehicle/vehicle';
import { Button, Segmented, Tooltip } from 'antd';
import { Camera, ChevronUp, Expand, Maximize, PanelLeftOpen } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { ApiError } from '../../kit/api-error';
import { useCan } from '../../kit/can';
import { ErrorState } from '../../kit/states';
import type { MapHandle } from '../../map/map-handle';
import { MapView } from '../../map/map-view';
import { StateSymbol } from '../../map/state-symbol';
import { VehicleLayer } from '../../map/vehicle-layer';
import { FleetTree } from './fleet-tree';
import { type LabelMode, labelModes, mapVehicle } from './map-vehicles';
import { useFleetFilter } from './use-fleet-filter';
import '../../map/map-page.css';
import './location.css';
import { useMonitor } from './use-monitor';
import { usePanelRects } from './use-panel-rects';
import { VehicleCard } from './vehicle-card';
import { VehicleDrawer } from './vehicle-drawer';

const legend = [
  motionState.moving,
  motionState.idle,
  motionState.parked,
  motionState.offline,
  motionState.notLocated,
] as const;

/** 位置信息: where is every vehicle, in what state, how warm, and what needs a look now. */
export function LocationPage() {
  const monitor = useMonitor();
  const filter = useFleetFilter(monitor.items, monitor.now);
  const [params, setParams] = useSearchParams();
  const selectedId = params.get('vehicleId');
  const [treeOpen, setTreeOpen] = useState(true);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [following, setFollowing] = useState(false);
  const [labels, setLabels] = useState<LabelMode>('plate');
  const map = useRef<MapHandle>(null);
  const page = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const maySeeVehicle = useCan(vehicleDetail);

  const selected = monitor.items.find((item) => item.info.vehicleId === selectedId) ?? null;
  const detail = useQuery({
    queryKey: [monitorDetail.path, selectedId],
    queryFn: ({ signal }) => call(monitorDetail, { vehicleId: selectedId ?? '' }, { signal, quiet: true }),
    enabled: selectedId !== null,
    refetchInterval: 30_000,
  });

  const select = useCallback(
    (id: string | null, fly = false) => {
      setParams(id ? { vehicleId: id } : {}, { replace: true });
      if (!id) setFollowing(false);
      const live = monitor.items.find((item) => item.info.vehicleId === id)?.live;
      if (fly && live?.lng !== null && live?.lng !== undefined && live.lat !== null) {
        map.current?.flyTo({ lng: live.lng, lat: live.lat, zoom: Math.max(map.current.getZoom(), 9) });
      }
    },
    [monitor.items, setParams],
  );

  const onMap = useMemo(
    () =>
      filter.shownItems
        .filter((item) => !filter.hiddenFleets.has(item.info.fleetId ?? ''))
        .flatMap((item) => mapVehicle(item, labels)),
    [filter.shownItems, filter.hiddenFleets, labels],
  );
  useFirstView(map, onMap);
  useFollow(map, following ? selected?.live : null);
  const panels = usePanelRects(page, `${treeOpen}${drawerOpen}${selected?.info.vehicleId ?? ''}`);

  if (monitor.error && monitor.items.length === 0) return <ErrorState error={monitor.error} retry={monitor.retry} />;
  return (
    <div ref={page} className={`loc-page ${treeOpen ? '' : 'tree-off'} ${selected ? 'card-on' : ''}`}>
      <h1 className="td-sr">位置信息</h1>
      <MapView
        ref={map}
        padding={{ left: treeOpen ? 332 : 0, right: selected ? 372 : 0, top: 0, bottom: drawerOpen ? 312 : 0 }}
        controls={{ right: 12, bottom: drawerOpen ? 324 : 12 }}
      >
        <VehicleLayer
          vehicles={onMap}
          selectedId={selectedId}
          onSelect={(id) => select(id)}
          panels={panels}
          trail={detail.data?.trail}
        />
      </MapView>
      {monitor.status === 'polling' && (
        <div className="loc-bar td-note" role="status">
          实时连接已断开，正在重连…（每 10 秒刷新一次）
        </div>
      )}
      {treeOpen ? (
        <FleetTree
          {...filter}
          all={monitor.items}
          loading={monitor.loading}
          now={monitor.now}
          selectedId={selectedId}
          onSelect={(id) => select(id, true)}
          link={linkWords(monitor.status, monitor.delayMs)}
          onCollapse={() => setTreeOpen(false)}
        />
      ) : (
        <Button className="loc-open" icon={<PanelLeftOpen />} onClick={() => setTreeOpen(true)}>
          车辆
        </Button>
      )}
      <MapTools
        labels={labels}
        onLabels={setLabels}
        map={map}
        page={page}
        onFit={() => map.current?.fitBounds(onMap.map((v) => [v.lng, v.lat] as const))}
      />
      {!drawerOpen && (
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
          <Button icon={<ChevronUp />} onClick={() => setDrawerOpen(true)} data-map-panel>
            车辆列表 <b>{filter.shownItems.length}</b> 辆
            {filter.counts.alarm > 0 && <span className="red">报警 {filter.counts.alarm}</span>}
          </Button>
        </div>
      )}
      {drawerOpen && (
        <VehicleDrawer
          items={filter.shownItems}
          now={monitor.now}
          onPick={(id) => select(id, true)}
          onClose={() => setDrawerOpen(false)}
        />
      )}
      {selected && (
        <VehicleCard
          item={selected}
          detail={detail.data ?? null}
          detailError={detail.error instanceof ApiError ? detail.error.message : null}
          now={monitor.now}
          following={following}
          onFollow={() => setFollowing((before) => !before)}
          onTrajectory={() =>
            void navigate(href(routes.trajectory, 'community', { vehicleId: selected.info.vehicleId }))
          }
          onVehicle={
            maySeeVehicle && !selected.info.sharedFrom
              ? () => void navigate(href(routes.vehicleDetails, 'resources', { id: selected.info.vehicleId }))
              : null
          }
          onClose={() => select(null)}
        />
      )}
    </div>
  );
}

function linkWords(status: string, delayMs: number | null): { word: string; ok: boolean } {
  if (status === 'live')
    return { word: delayMs === null ? '实时' : `实时 · 延迟 ${(delayMs / 1000).toFixed(1)} 秒`, ok: true };
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

interface ToolsProps {
  labels: LabelMode;
  onLabels: (mode: LabelMode) => void;
  map: { current: MapHandle | null };
  page: { current: HTMLElement | null };
  onFit: () => void;
}
function MapTools({ labels, onLabels, map, page, onFit }: ToolsProps) {
  const save = async (): Promise<void> => {
    const picture = await map.current?.screenshot();
    if (!picture) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(picture);
    link.download = `车辆位置-${new Date().toISOString().slice(0, 10)}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="loc-modes" data-map-panel>
      <Segmented
        size="small"
        value={labels}
        onChange={onLabels}
        options={Object.entries(labelModes).map(([value, label]) => ({ value: value as LabelMode, label }))}
      />
      <Tooltip title="看到全部车辆">
        <button type="button" className="loc-icon" aria-label="看到全部车辆" onClick={onFit}>
          <Maximize />
        </button>
      </Tooltip>
      <Tooltip title="地图截图">
        <button type="button" className="loc-icon" aria-label="地图截图" onClick={() => void save()}>
          <Camera />
        </button>
      </Tooltip>
      <Tooltip title="全屏">
        <button
          type="button"
          className="loc-icon"
          aria-label="全屏"
          onClick={() =>
            void (document.fullscreenElement ? document.exitFullscreen() : page.current?.requestFullscreen())
          }
        >
          <Expand />
        </button>
      </Tooltip>
    </div>
  );
}
