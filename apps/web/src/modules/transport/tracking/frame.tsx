import type { Column } from '@tongda/contract/core/columns';
import { Segmented } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ListPage } from '../../../kit/list/page';
import type { List } from '../../../kit/list/use-rows';
import { formatNumber } from '../../../kit/show/format';
import type { Cells, RowAction } from '../../../kit/table/types';
import { type Pin, PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { pinColours } from '../../../theme/map-colours';
import { type AtSite, sitesOf } from './site-pins';
import './styles.css';

/** How often the rows are loaded again while the page is in sight. */
const refreshMs = 30_000;
type Shown = 'list' | 'both' | 'map';
const choices: Array<{ value: Shown; label: string }> = [
  { value: 'list', label: '列表' },
  { value: 'both', label: '列表+地图' },
  { value: 'map', label: '地图' },
];

interface Located extends AtSite {
  id: string;
  plateNo: string;
  vehicleId: string | null;
  live: { lng: number; lat: number; speedKmh: number | null; stale: boolean } | null;
}

interface TrackingFrameProps<Row extends Located> {
  list: List<Row>;
  columns: ReadonlyArray<Column<Row>>;
  cells: Cells<Row>;
  tabs: ReactNode;
  filters: ReactNode;
  toolbar: ReactNode;
  rowActions: (row: Row) => RowAction[];
  empty: ReactNode;
}

/** A list with the trucks of its rows, and the sites of goods that wait, on a map beside it; both are asked for again every half minute. */
export function TrackingFrame<Row extends Located>(props: TrackingFrameProps<Row>) {
  const { list } = props;
  const [shown, setShown] = useState<Shown>('both');
  const refresh = useRef(list.refresh);
  refresh.current = list.refresh;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh.current();
    }, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="transport-tracking" data-shown={shown}>
      {shown === 'map' ? null : (
        <div className="transport-tracking-list">
          <ListPage
            list={list}
            columns={props.columns}
            cells={props.cells}
            tabs={props.tabs}
            filters={props.filters}
            toolbar={
              <>
                <Segmented<Shown>
                  aria-label="显示方式"
                  size="small"
                  options={choices}
                  value={shown}
                  onChange={setShown}
                />
                {props.toolbar}
              </>
            }
            rowActions={props.rowActions}
            empty={props.empty}
          />
        </div>
      )}
      {shown === 'list' ? null : (
        <section className="transport-tracking-map" aria-label="车辆位置">
          {shown === 'map' ? (
            <div className="transport-tracking-switch" data-map-panel>
              <Segmented<Shown>
                aria-label="显示方式"
                size="small"
                options={choices}
                value={shown}
                onChange={setShown}
              />
            </div>
          ) : null}
          <FleetMap rows={list.rows} loading={list.isLoading} />
        </section>
      )}
    </div>
  );
}

/** The trucks of the rows, each once. */
function trucksOf(rows: readonly Located[]): Pin[] {
  const seen = new Set<string>();
  return rows.flatMap(({ vehicleId, plateNo, live }) => {
    if (!live || vehicleId === null || seen.has(vehicleId)) return [];
    seen.add(vehicleId);
    return [
      {
        lng: live.lng,
        lat: live.lat,
        label: `${plateNo} ${live.stale ? '离线' : `${formatNumber(live.speedKmh)} km/h`}`,
        colour: live.stale ? pinColours.stale : undefined,
      },
    ];
  });
}

/** The trucks of the rows and the sites where goods lie; trucks whose terminal has been silent for a while are grey. */
function FleetMap({ rows, loading }: { rows: readonly Located[]; loading: boolean }) {
  const [map, setMap] = useState<MapHandle | null>(null);
  const fitted = useRef('');
  const pins = useMemo((): Pin[] => [...trucksOf(rows), ...sitesOf(rows)], [rows]);
  const which = rows.map(({ id }) => id).join(',');
  useEffect(() => {
    // only other rows move the map: a refresh leaves the user's view alone
    if (!map || pins.length === 0 || fitted.current === which) return;
    fitted.current = which;
    map.fitBounds(
      pins.map((pin) => [pin.lng, pin.lat] as const),
      { maxZoom: 12, animate: false },
    );
  }, [map, pins, which]);
  return (
    <>
      <MapView onReady={setMap}>
        <PinLayer pins={pins} />
      </MapView>
      {pins.length === 0 && !loading ? <p className="transport-tracking-none">当前列表没有可以显示的位置</p> : null}
    </>
  );
}
