import { Button } from 'antd';
import type { Map as GlMap } from 'maplibre-gl';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { MapSettings } from '@tongda/contract/base/map/calls';
import { message } from '@tongda/contract/core/messages';
import type { ThemeMode } from '../../theme/palette';
import { loadBase } from '../base/data';
import { BaseMapSwitch } from '../base/layer';
import {
  countryView,
  createGlMap,
  fillBase,
  followCounties,
  hasWebGl2,
  recolourLayers,
  type View,
} from '../base/maplibre';
import './styles.css';
import { baseMapOf, offlineSettings } from '../base/providers';
import { baseSource } from '../base/style';
import { useThemeMode } from '../base/theme-mode';
import { useMapSettings } from '../base/use-settings';
import { MapContext, type MapKit } from './context';
import { MapControls } from './controls';
import { createHandle, type MapHandle, type MapPadding, noPadding } from './handle';

export interface MapViewProps {
  ref?: Ref<MapHandle | null>;
  /** Where the map opens; the whole country by default. Read once. */
  view?: View;
  /** Room that panels take over the map: fits and flights centre on what is left. */
  padding?: MapPadding;
  /** Colours; those of the application by default. */
  mode?: ThemeMode;
  /** Base map; the operator's setting by default. */
  settings?: MapSettings;
  /** Zoom buttons and scale bar, px from the right and bottom edge; false hides them (wall of small maps). */
  controls?: { right: number; bottom: number } | false;
  /** What stands left of the zoom buttons (base map switch, legend). */
  tools?: ReactNode;
  /** Once, when the map can be moved and layers may be added. */
  onReady?: (handle: MapHandle) => void;
  /** Layers (`<VehicleLayer>`, `<TrackLayer>`). Panels stand beside the MapView, so that they stay without WebGL. */
  children?: ReactNode;
  className?: string;
}

/** The map of every page: bundled or configured base map, controls, states; layers stand inside as children. */
export function MapView(props: MapViewProps) {
  const configured = useMapSettings();
  const settings = props.settings ?? configured;
  const [attempt, setAttempt] = useState(0);
  const [supported] = useState(hasWebGl2);
  const appMode = useThemeMode();
  const mode = props.mode ?? appMode;
  return (
    <div className={`map-view ${props.className ?? ''}`} data-mode={mode}>
      {supported ? (
        <LiveMap
          key={attempt}
          {...props}
          mode={mode}
          settings={settings ?? offlineSettings}
          retry={() => setAttempt((n) => n + 1)}
        />
      ) : (
        <NoWebGl retry={() => window.location.reload()} />
      )}
    </div>
  );
}

interface LiveProps extends MapViewProps {
  mode: ThemeMode;
  settings: MapSettings;
  retry: () => void;
}

/** What panels cover of the map: the words stand in the rest. */
const paddingOf = ({ top, right, bottom, left }: MapPadding): string => `${top}px ${right}px ${bottom}px ${left}px`;

type BaseState = 'loading' | 'ready' | 'failed';

function LiveMap(props: LiveProps) {
  const { mode, settings, retry } = props;
  const box = useRef<HTMLDivElement>(null);
  const padding = useRef<MapPadding>(noPadding);
  padding.current = props.padding ?? noPadding;
  const configured = useMemo(() => baseMapOf(settings), [settings]);
  const [onlineFailed, setOnlineFailed] = useState(false);
  // Without its pictures the bundled map is the ground, and that is WGS-84.
  const base = onlineFailed ? baseMapOf(offlineSettings) : configured;
  const crs = useRef(base.crs);
  crs.current = base.crs;
  const { map, handle, baseState, reload } = useGlMap(box, props, { padding, crs });
  useImperativeHandle<MapHandle | null, MapHandle | null>(props.ref, () => handle, [handle]);
  useEffect(() => {
    if (map) recolourLayers(map, mode);
  }, [map, mode]);
  const tool = useRef<string | null>(null);
  const kit = useMemo<MapKit | null>(
    () => (map && handle ? { map, handle, crs: base.crs, mode, tool } : null),
    [map, handle, base.crs, mode],
  );
  return (
    <>
      <div ref={box} className="map-view-gl" data-map-state={baseState} />
      {baseState === 'loading' && (
        <div className="map-view-veil" role="status" style={{ padding: paddingOf(padding.current) }}>
          <span>地图加载中…</span>
        </div>
      )}
      {kit && (
        <MapContext.Provider value={kit}>
          <BaseMapSwitch base={configured} settings={settings} onFailed={setOnlineFailed} />
          {props.children}
          {props.controls !== false && (
            <MapControls
              place={props.controls ?? { right: 12, bottom: 12 }}
              attribution={base.attribution}
              tools={props.tools}
            />
          )}
        </MapContext.Provider>
      )}
      {baseState === 'failed' && (
        <div className="map-view-note map-view-warn" role="alert">
          {message('map.tilesFailed')}
          <Button size="small" onClick={map ? reload : retry}>
            重试
          </Button>
        </div>
      )}
      {baseState !== 'failed' && onlineFailed && (
        <div className="map-view-note map-view-warn" role="alert">
          在线底图加载失败，已改用离线示意图，车辆数据不受影响
        </div>
      )}
    </>
  );
}

interface Refs {
  padding: { readonly current: MapPadding };
  crs: { readonly current: MapKit['crs'] };
}

/** One GL map for the life of the component. */
function useGlMap(box: { readonly current: HTMLDivElement | null }, props: LiveProps, refs: Refs) {
  const [map, setMap] = useState<GlMap | null>(null);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [baseState, setBaseState] = useState<BaseState>('loading');
  const first = useRef(props);
  // the map takes a while to load: who is told then is the page as it is then, with what it has to show by now
  const told = useRef(props.onReady);
  useEffect(() => {
    told.current = props.onReady;
  });
  const reload = () => {
    if (map) loadBaseMap(map, setBaseState);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once; later changes have effects of their own
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    let alive = true;
    let made: GlMap;
    // on its way while the map starts; who waits for it says when it fails
    loadBase().catch(() => undefined);
    try {
      made = createGlMap(container, first.current.view ?? countryView, first.current.mode);
    } catch {
      // the context was refused although WebGL2 exists (too many maps, driver reset)
      setBaseState('failed');
      return;
    }
    const unfollow = followCounties(made);
    made.once('load', () => {
      if (!alive) return;
      const live = createHandle(
        made,
        () => refs.crs.current,
        () => refs.padding.current,
      );
      setMap(made);
      setHandle(live);
      told.current?.(live);
      loadBaseMap(made, (state) => alive && setBaseState(state));
    });
    return () => {
      alive = false;
      unfollow();
      // A page that comes back from behind another tab gets a new map where the old one was.
      const { lng, lat } = made.getCenter();
      first.current = { ...first.current, view: { lng, lat, zoom: made.getZoom() } };
      setMap(null);
      setHandle(null);
      made.remove();
    };
  }, []);
  return { map, handle, baseState, reload };
}

function loadBaseMap(map: GlMap, setState: (state: BaseState) => void): void {
  setState('loading');
  fillBase(map).then(
    () => whenGround(map, () => setState('ready')),
    () => setState('failed'),
  );
}

/** Tells when the ground is painted. The map itself rests only much later, when it has stopped moving and all that came meanwhile (county lines, vehicles) is painted, too. */
function whenGround(map: GlMap, told: () => void): void {
  const look = (): void => {
    if (!map.isSourceLoaded(baseSource)) return;
    map.off('render', look);
    told();
  };
  map.on('render', look);
  map.triggerRepaint();
}

function NoWebGl(props: { retry: () => void }) {
  return (
    <div className="map-view-fallback" role="alert">
      <b>当前浏览器无法显示地图</b>
      <p>
        浏览器没有启用 WebGL2 图形加速。请使用新版 Chrome 或 Edge，并在浏览器设置中打开“使用图形加速功能”，然后重试。
        车辆位置、状态与温度仍可在左侧车辆树和车辆列表中查看。
      </p>
      <Button size="small" type="primary" onClick={props.retry}>
        重试
      </Button>
    </div>
  );
}
