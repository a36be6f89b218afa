import {
  type PlaceDetail,
  type PlaceRow,
  placeAdd,
  placeChangeHis,
  placePage,
} from '@tongda/contract/ground/place/calls';
import type { SearchHit } from '@tongda/contract/ground/place/find';
import { shapeLimits, type WireShape } from '@tongda/contract/ground/place/shape';
import { lineAdd } from '@tongda/contract/ground/place/track-line';
import { shapeBbox } from '@tongda/geo/shape';
import { Button } from 'antd';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { askToLeave } from '../../../kit/form/leave-guards';
import { useBatch } from '../../../kit/list/batch-run';
import { useList } from '../../../kit/list/use-list';
import { groundOf } from '../../../map/base/wire-shape';
import { DrawLayer } from '../../../map/draw/layer';
import { PlaceLayer } from '../../../map/places/layer';
import { PinLayer } from '../../../map/places/pin-layer';
import { RightClick } from '../../../map/places/right-click';
import { MapSearch } from '../../../map/places/search';
import { useFirstFit } from '../../../map/places/use-first-fit';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { BatchDialog } from './batch-dialog';
import { PlaceCard } from './card';
import { LineFrom } from './draw/line-from';
import { DriveFields, openWays } from './draw/line-of-drive';
import { MergeDialog } from './draw/merge-dialog';
import { PlanDialog } from './draw/plan-dialog';
import { ProposalDialog } from './draw/proposal-dialog';
import { SplitPanel } from './draw/split-panel';
import { type Drive, TrackDialog } from './draw/track-dialog';
import { useDraft } from './draw/use-draft';
import { EditPlace } from './edit';
import { PlaceFields } from './fields';
import { blankForm, circleAt, formerOnMap, type Kind, kindWord, type NewPlace, toInput, toolsOf } from './form';
import { PlaceImportDialog } from './import-dialog';
import { PlaceList } from './list';
import { removePlace, useChangedPlaces, usePlaceShapes } from './use-places';
import { VisitsDialog } from './visits';
import '../../../map/view/page.css';
import './styles.css';

/** What the right panel does. */
type Side =
  | { what: 'card'; id: string }
  | { what: 'add'; place: NewPlace; turn: number }
  | { what: 'edit'; id: string; kind: Kind }
  | { what: 'split'; place: PlaceDetail };
type Dialog =
  | { what: 'proposals' | 'track' | 'plan' | 'import' }
  | { what: 'history' | 'visits'; id: string; name: string }
  | { what: 'merge'; places: PlaceRow[] }
  | { what: 'batch'; ids: string[]; nameOf: (id: string) => string };

const newLine: Side = { what: 'add', place: { kind: 'line' }, turn: 0 };
const listRoom = 496;
const sideRoom = 372;

/** 区域/站点管理, and 我的地图 in the monitoring: every ground of the company on one map, drawn and changed there. */
export function PlaceMapPage({ start, drive, line }: { start?: 'line' | 'track'; drive?: Drive; line?: string }) {
  const list = useList<PlaceRow>(placePage);
  const map = useRef<MapHandle>(null);
  const [open, setOpen] = useState(true);
  const [side, setSide] = useState<Side | null>(
    line ? { what: 'edit', id: line, kind: 'line' } : start === 'line' ? newLine : null,
  );
  const [dialog, setDialog] = useState<Dialog | null>(start === 'track' ? { what: 'track' } : null);
  const [ground, setGround] = useState<WireShape | null>(null);
  const [pin, setPin] = useState<SearchHit | null>(null);
  const drawing = useDraft(start === 'line' ? 'line' : null);
  const batch = useBatch();
  const places = usePlaceShapes();
  const changed = useChangedPlaces(list.select);
  const { reset } = drawing;
  const turnTo = useCallback(
    async (next: Side | null): Promise<void> => {
      if (!(await askToLeave())) return;
      setGround(null);
      reset(next?.what === 'add' && !next.place.shape ? (toolsOf[next.place.kind][0] ?? null) : null);
      setSide(next);
    },
    [reset],
  );
  const fly = useCallback(
    (id: string): void => {
      const place = places.find((p) => p.id === id);
      const box = place ? shapeBbox(groundOf(place.shape), 200) : null;
      // after the panel has opened: the map centres on what it leaves free
      if (box) setTimeout(() => map.current?.fitBounds(box, { maxZoom: 14 }), 60);
    },
    [places],
  );
  const show = useCallback(
    (row: Pick<PlaceRow, 'id'>): void => {
      fly(row.id);
      void turnTo({ what: 'card', id: row.id });
    },
    [fly, turnTo],
  );
  const begin = (place: NewPlace): void => {
    setDialog(null);
    const box = place.shape ? shapeBbox(groundOf(place.shape), 200) : null;
    if (box) setTimeout(() => map.current?.fitBounds(box, { maxZoom: 15 }), 60);
    void turnTo({ what: 'add', place, turn: Date.now() });
  };
  // a click with the right button is a place to begin at (community.md 2.4)
  const pinAt = useCallback((lng: number, lat: number): void => {
    const name = `${lng.toFixed(6)}, ${lat.toFixed(6)}`;
    setPin({ kind: 'point', id: '', name, note: '', lng, lat, zoom: 15 });
  }, []);
  const removing = useAct(removePlace, {
    done: (gone) => {
      if (!gone) return;
      setSide(null);
      changed();
    },
  });
  const editing = side?.what === 'add' || side?.what === 'edit' || side?.what === 'split';
  const hiddenId = side?.what === 'edit' ? side.id : null;
  const padding = useMemo(
    () => ({ left: open ? listRoom : 0, right: side ? sideRoom : 0, top: 48, bottom: 40 }),
    [open, side],
  );
  const controls = useMemo(() => ({ right: 12 + (side ? sideRoom : 0), bottom: 12 }), [side]);
  const inView = useMemo(() => (line ? places.filter(({ id }) => id === line) : places), [line, places]);
  useFirstFit(map, inView);
  const gaps = side?.what === 'add' ? side.place.drive?.gaps : undefined;
  const warned = useMemo(() => (gaps ? openWays(gaps, drawing.draft.shape) : undefined), [gaps, drawing.draft.shape]);
  // an area that was chosen by its name may lie anywhere
  const { shape: drawn } = drawing.draft;
  const district = drawn?.kind === 'district' ? drawn.adcode : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map goes there once, when another area was chosen
  useEffect(() => {
    const box = district && drawn ? shapeBbox(groundOf(drawn)) : null;
    if (box) map.current?.fitBounds(box, { maxZoom: 14 });
  }, [district]);
  return (
    <div className={`loc-page plc-page ${open ? '' : 'list-off'} ${side ? 'side-on' : ''}`}>
      <MapView ref={map} padding={padding} controls={controls}>
        <PlaceLayer
          places={places}
          selectedId={side?.what === 'card' ? side.id : null}
          hiddenId={hiddenId}
          onSelect={editing ? undefined : (id) => void turnTo(id ? { what: 'card', id } : null)}
        />
        {editing ? null : <RightClick onPoint={pinAt} />}
        {ground && !editing ? <PlaceLayer places={formerOnMap(ground)} names={false} /> : null}
        {pin ? <PinLayer pins={[{ lng: pin.lng, lat: pin.lat, label: pin.name }]} /> : null}
        {editing ? (
          <DrawLayer
            tool={drawing.tool}
            shape={drawing.draft.shape}
            colour={side?.what === 'split' ? '#E03428' : drawing.draft.color}
            halfWidthM={side?.what === 'split' ? 0 : shapeLimits.halfWidth.usual}
            warned={warned}
            onShape={drawing.write}
            onToolEnd={drawing.endTool}
          />
        ) : null}
      </MapView>
      {open ? (
        <section className="plc-list" aria-label="区域与站点" data-map-panel>
          <PlaceList
            list={list}
            selectedId={side?.what === 'card' ? side.id : null}
            show={show}
            edit={(row) => {
              fly(row.id);
              void turnTo({ what: 'edit', id: row.id, kind: row.kind as Kind });
            }}
            history={(row) => setDialog({ what: 'history', id: row.id, name: row.name })}
            remove={(row) => void removing.run(row)}
            begin={(kind) => begin({ kind })}
            proposals={() => setDialog({ what: 'proposals' })}
            fromTrack={() => setDialog({ what: 'track' })}
            fromPlan={() => setDialog({ what: 'plan' })}
            importFile={() => setDialog({ what: 'import' })}
            batchEdit={(ids, nameOf) => setDialog({ what: 'batch', ids, nameOf })}
            merge={(rows) => setDialog({ what: 'merge', places: rows })}
            run={batch.start}
            changed={changed}
          />
          <button type="button" className="loc-icon plc-fold" aria-label="收起列表" onClick={() => setOpen(false)}>
            <PanelLeftClose />
          </button>
        </section>
      ) : (
        <Button className="loc-open" icon={<PanelLeftOpen />} onClick={() => setOpen(true)}>
          列表
        </Button>
      )}
      <div className="plc-top">
        <MapSearch map={map} onPick={setPin} />
        {pin && !editing ? (
          <Button
            type="primary"
            onClick={() =>
              begin({ kind: 'site', address: pin.kind === 'point' ? pin.note : '', shape: circleAt(pin.lng, pin.lat) })
            }
          >
            在此新建站点
          </Button>
        ) : null}
        {pin && editing && drawing.draft.shape?.kind !== 'line' ? (
          <Button onClick={() => drawing.write(circleAt(pin.lng, pin.lat))}>设为圆心</Button>
        ) : null}
      </div>
      {side?.what === 'card' ? (
        <PlaceCard
          key={side.id}
          id={side.id}
          ground={ground}
          onGround={setGround}
          onEdit={() => {
            const kind = places.find((p) => p.id === side.id)?.kind ?? 'site';
            void turnTo({ what: 'edit', id: side.id, kind: kind as Kind });
          }}
          onSplit={(place) => void turnTo({ what: 'split', place }).then(drawing.beginLine)}
          onHistory={(name) => setDialog({ what: 'history', id: side.id, name })}
          onVisits={(name) => setDialog({ what: 'visits', id: side.id, name })}
          onDelete={(place) => void removing.run(place)}
          onClose={() => void turnTo(null)}
        />
      ) : null}
      {side?.what === 'add' ? (
        <EditPanel
          key={side.turn}
          title={`新增${kindWord(side.place.kind)}`}
          endpoint={side.place.drive ? lineAdd : placeAdd}
          initial={blankForm(side.place)}
          toInput={toInput}
          saved={() => {
            changed();
            setSide(null);
          }}
          close={() => void turnTo(null)}
          reload={() => Promise.resolve()}
        >
          {(form) => (
            <>
              {side.place.kind === 'line' ? <LineFrom place={side.place} open={(what) => setDialog({ what })} /> : null}
              {side.place.drive ? <DriveFields gaps={side.place.drive.gaps} form={form} /> : null}
              <PlaceFields {...drawing.fields(form)} form={form} kind={side.place.kind} />
            </>
          )}
        </EditPanel>
      ) : null}
      {side?.what === 'edit' ? (
        <EditPlace
          key={side.id}
          id={side.id}
          kind={side.kind}
          drawing={drawing}
          done={(saved) => {
            if (saved) changed();
            setSide({ what: 'card', id: side.id });
          }}
        />
      ) : null}
      {side?.what === 'split' ? (
        <SplitPanel
          key={side.place.id}
          place={side.place}
          line={drawing.draft.shape}
          draw={drawing.beginLine}
          done={() => {
            changed();
            reset(null);
            setSide({ what: 'card', id: side.place.id });
          }}
          close={() => {
            reset(null);
            setSide({ what: 'card', id: side.place.id });
          }}
        />
      ) : null}
      {batch.dialog}
      {dialog?.what === 'proposals' ? <ProposalDialog begin={begin} close={() => setDialog(null)} /> : null}
      {dialog?.what === 'import' ? <PlaceImportDialog done={changed} close={() => setDialog(null)} /> : null}
      {dialog?.what === 'track' ? <TrackDialog drive={drive} begin={begin} close={() => setDialog(null)} /> : null}
      {dialog?.what === 'plan' ? <PlanDialog begin={begin} close={() => setDialog(null)} /> : null}
      {dialog?.what === 'history' ? (
        <HistoryDrawer of={placeChangeHis} id={dialog.id} name={dialog.name} close={() => setDialog(null)} />
      ) : null}
      {dialog?.what === 'visits' ? <VisitsDialog {...dialog} close={() => setDialog(null)} /> : null}
      {dialog?.what === 'merge' ? (
        <MergeDialog
          places={dialog.places}
          done={(id) => {
            changed();
            void turnTo({ what: 'card', id });
          }}
          close={() => setDialog(null)}
        />
      ) : null}
      {dialog?.what === 'batch' ? (
        <BatchDialog {...dialog} run={batch.start} done={changed} close={() => setDialog(null)} />
      ) : null}
    </div>
  );
}

/** 新增/编辑电子线路: the same map with an empty line in the hand, or the one of `?id=`; from 行驶轨迹 with the drive that was looked at. */
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
