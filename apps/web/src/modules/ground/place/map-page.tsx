import { shapeLimits } from '@tongda/contract/ground/place/shape';
import { Button } from 'antd';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { spotText } from '../../../kit/show/spot';
import { DrawLayer } from '../../../map/draw/layer';
import { PlaceLayer } from '../../../map/places/layer';
import { PinLayer } from '../../../map/places/pin-layer';
import { RightClick } from '../../../map/places/right-click';
import { MapSearch } from '../../../map/places/search';
import { MapView } from '../../../map/view/canvas';
import { groundColours } from '../../../theme/map-colours';
import type { Drive } from './draw/track-dialog';
import { circleAt, formerOnMap, kindOf } from './form';
import { PlaceList } from './list';
import { MapDialogs } from './map-dialogs';
import { MapSide } from './map-side';
import { type MapPage, type MapPageStart, useMapPage } from './use-map-page';
import '../../../map/view/page.css';
import './styles.css';

const listRoom = 514;
const sideRoom = 372;

/** 区域/站点管理, and 我的地图 in the monitoring: all places of the company on one map, drawn and changed there. */
export function PlaceMapPage({ drive, ...start }: MapPageStart & { drive?: Drive }) {
  const page = useMapPage(start);
  const { side } = page;
  const [open, setOpen] = useState(true);
  return (
    <div className={`map-view-page ground-place-page ${open ? '' : 'list-off'} ${side ? 'side-on' : ''}`}>
      <PlaceMap page={page} listOpen={open} />
      {/* before the list, whose rows are many: a place is looked for, begun and filled in by keys */}
      <TopBar page={page} />
      <MapSide page={page} />
      {open ? (
        <section className="ground-place-list" aria-label="区域与站点" data-map-panel>
          <ListPanel page={page} />
          <button
            type="button"
            className="map-view-icon ground-place-fold"
            aria-label="收起列表"
            onClick={() => setOpen(false)}
          >
            <PanelLeftClose />
          </button>
        </section>
      ) : (
        <Button className="map-view-open" icon={<PanelLeftOpen />} onClick={() => setOpen(true)}>
          列表
        </Button>
      )}
      {page.batch.dialog}
      <MapDialogs page={page} drive={drive} />
    </div>
  );
}

/** The map with the places of the company, the marked point, and what is being drawn. */
function PlaceMap({ page, listOpen }: { page: MapPage; listOpen: boolean }) {
  const { side, ground, pin, setPin, drawing, isEditing, turnTo } = page;
  const hasSide = side !== null;
  const padding = useMemo(
    () => ({ left: listOpen ? listRoom : 0, right: hasSide ? sideRoom : 0, top: 48, bottom: 40 }),
    [listOpen, hasSide],
  );
  const controls = useMemo(() => ({ right: 12 + (hasSide ? sideRoom : 0), bottom: 12 }), [hasSide]);
  // a click with the right button marks a point, where a place can be begun (community.md 2.4)
  const pinAt = useCallback(
    (lng: number, lat: number): void => {
      const name = spotText(lng, lat);
      setPin({ kind: 'point', id: '', name, note: '', lng, lat, zoom: 15 });
    },
    [setPin],
  );
  return (
    <MapView ref={page.map} padding={padding} controls={controls}>
      <PlaceLayer
        places={page.places}
        selectedId={side?.what === 'card' ? side.id : null}
        hiddenId={side?.what === 'edit' ? side.id : null}
        onSelect={isEditing ? undefined : (id) => void turnTo(id ? { what: 'card', id } : null)}
      />
      {isEditing ? null : <RightClick onPoint={pinAt} />}
      {ground && !isEditing ? <PlaceLayer places={formerOnMap(ground)} names={false} /> : null}
      {pin ? <PinLayer pins={[{ lng: pin.lng, lat: pin.lat, label: pin.name }]} /> : null}
      {isEditing ? (
        <DrawLayer
          tool={drawing.tool}
          shape={drawing.draft.shape}
          colour={side?.what === 'split' ? groundColours.cut : drawing.draft.color}
          halfWidthM={side?.what === 'split' ? 0 : shapeLimits.halfWidth.usual}
          warned={page.openGaps}
          onShape={drawing.write}
          onToolEnd={drawing.endTool}
        />
      ) : null}
    </MapView>
  );
}

function ListPanel({ page }: { page: MapPage }) {
  const { side, setDialog, turnTo, beginPlace } = page;
  return (
    <PlaceList
      list={page.list}
      selectedId={side?.what === 'card' ? side.id : null}
      show={page.showPlace}
      edit={(row) => {
        page.flyToPlace(row.id);
        void turnTo({ what: 'edit', id: row.id, kind: kindOf(row.kind) });
      }}
      history={(row) => setDialog({ what: 'history', id: row.id, name: row.name })}
      remove={page.remove}
      begin={(kind) => beginPlace({ kind })}
      proposals={() => setDialog({ what: 'proposals' })}
      fromTrack={() => setDialog({ what: 'track' })}
      fromPlan={() => setDialog({ what: 'plan' })}
      importFile={() => setDialog({ what: 'import' })}
      batchEdit={(ids, nameOf) => setDialog({ what: 'batch', ids, nameOf })}
      merge={(rows) => setDialog({ what: 'merge', places: rows })}
      split={page.splitPlace}
      visits={(row) => setDialog({ what: 'visits', id: row.id, name: row.name })}
      versions={page.showVersions}
      run={page.batch.start}
      changed={page.changed}
    />
  );
}

/** The search above the map, and what can be done at the point that it found. */
function TopBar({ page }: { page: MapPage }) {
  const { pin, isEditing, drawing, beginPlace } = page;
  return (
    <div className="ground-place-top">
      <MapSearch map={page.map} onPick={page.setPin} />
      {pin && !isEditing ? (
        <Button
          type="primary"
          onClick={() =>
            beginPlace({
              kind: 'site',
              address: pin.kind === 'point' ? pin.note : '',
              shape: circleAt(pin.lng, pin.lat),
            })
          }
        >
          在此新增站点
        </Button>
      ) : null}
      {pin && isEditing && drawing.draft.shape?.kind !== 'line' ? (
        <Button onClick={() => drawing.write(circleAt(pin.lng, pin.lat))}>设为圆心</Button>
      ) : null}
    </div>
  );
}

/** 新增/编辑电子线路: the same map with a new line to draw, or the line of `?id=`; from 行驶轨迹 with the track that was looked at. */
export function LineNewPage() {
  const [params] = useSearchParams();
  const line = params.get('id');
  if (line) return <PlaceMapPage key={line} line={line} />;
  const [vehicleId, startTime, endTime] = ['vehicleId', 'startTime', 'endTime'].map((name) => params.get(name));
  if (vehicleId && startTime && endTime)
    return <PlaceMapPage start="track" drive={{ vehicleId, startTime, endTime }} />;
  return <PlaceMapPage start="line" />;
}
/** 轨迹生成电子线路: the same map, asking for the vehicle and the time first. */
export const LineFromTrackPage = () => <PlaceMapPage start="track" />;
