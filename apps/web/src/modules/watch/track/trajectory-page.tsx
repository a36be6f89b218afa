import { useQuery } from '@tanstack/react-query';
import { geocodeRegeo } from '@tongda/contract/base/map/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { type TrackAnswer, trackQuery } from '@tongda/contract/watch/track/calls';
import { Segmented, Spin } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { callRaw } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { num, wireTime } from '../../../kit/show/format';
import { Empty, ErrorState } from '../../../kit/show/states';
import { useSize } from '../../../kit/show/use-size';
import { CompanyPlaces, PlacesToggle } from '../../../map/places/of-company';
import { type TrackHandle, TrackLayer } from '../../../map/track/layer';
import type { MapNote } from '../../../map/track/types';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { type Colouring, colouring, momentAt, speedRamp, trackPieces } from './model';
import { TrackPanel } from './panel';
import { TrackPlayer } from './player';
import { formOf, paramsOf, problemOf, type TrackQueryForm } from './query';
import '../../../map/view/page.css';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';
import { usePlayer } from './use-player';

/** 行驶轨迹: what happened, on one time axis: path, stops, temperatures, doors, alarms. */
export function TrajectoryPage() {
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => formOf(params), [params]);
  const [form, setForm] = useState<TrackQueryForm>(asked);
  useEffect(() => setForm(asked), [asked]);
  const { vehicleId, startTime, endTime, parkingDuration, filterDrift, showLate } = asked;
  const query = useAsk(
    trackQuery,
    { vehicleId, startTime, endTime, parkingDuration, filterDrift, showLate },
    { when: problemOf(asked) === '' },
  );
  const track = query.data ?? null;
  const [selectedStop, setSelectedStop] = useState<number | null>(null);
  const [ghost, setGhost] = useState<number | null>(null);
  const [seekTo, setSeekTo] = useState<{ t: number } | null>(null);
  return (
    <div className="loc-page trk-page">
      <h1 className="td-sr">行驶轨迹</h1>
      {track && track.stat.pointCount > 0 ? (
        <TrackStage
          key={query.dataUpdatedAt}
          track={track}
          form={asked}
          ghost={ghost}
          onGhost={setGhost}
          selectedStop={selectedStop}
          onStop={setSelectedStop}
          seekTo={seekTo}
        />
      ) : (
        <>
          <MapView padding={{ left: 332, right: 0, top: 0, bottom: 0 }} />
          <div className="trk-note">
            {query.isFetching ? (
              <Spin description="正在取轨迹…" />
            ) : query.error ? (
              <ErrorState error={query.error} retry={() => void query.refetch()} />
            ) : track ? (
              <Empty title="该时段无轨迹数据" text={track.emptyReason} />
            ) : (
              <Empty title="请选择车辆和时间后查询" text="可从位置信息、报表带着车辆和时间打开本页" />
            )}
          </div>
        </>
      )}
      <TrackPanel
        form={form}
        onForm={setForm}
        problem={problemOf(form)}
        onQuery={() => {
          setSelectedStop(null);
          if (JSON.stringify(paramsOf(form)) === JSON.stringify(paramsOf(asked))) void query.refetch();
          else setParams(paramsOf(form));
        }}
        onReset={() => setForm({ ...formOf(new URLSearchParams()), vehicleId: form.vehicleId })}
        busy={query.isFetching}
        track={track}
        selectedStop={selectedStop}
        onStop={(no) => {
          setSelectedStop(no);
          const stop = track?.stops.find((s) => s.no === no);
          if (stop) setSeekTo({ t: stop.startTime });
        }}
        onGhost={setGhost}
      />
    </div>
  );
}

/** between panels, and between them and the edge of the map */
const gapPx = 12;

interface StageProps {
  track: TrackAnswer;
  form: TrackQueryForm;
  ghost: number | null;
  onGhost: (t: number | null) => void;
  selectedStop: number | null;
  onStop: (no: number) => void;
  seekTo: { t: number } | null;
}

/** Map and player of one answer. */
function TrackStage({ track, form, ghost, onGhost, selectedStop, onStop, seekTo }: StageProps) {
  const [how, setHow] = useState<Colouring>('speed');
  const [follow, setFollow] = useState(false);
  const map = useRef<MapHandle>(null);
  const cursor = useRef<TrackHandle>(null);
  const [playerBox, panel] = useSize<HTMLElement>();
  const zone = track.vehicle.timeZone;
  const zoneOffsetMs = useMemo(() => offsetOf(track.points.t[0] ?? 0, zone), [track, zone]);
  const from = wallToEpoch(form.startTime, zoneOffsetMs);
  // the axis ends where the data ends when the day is not over yet
  const to = Math.max(
    Math.min(wallToEpoch(form.endTime, zoneOffsetMs), Math.max(track.points.t.at(-1) ?? from, from + minuteMs)),
    from + minuteMs,
  );
  const player = usePlayer({ from: Math.max(from, track.points.t[0] ?? from), to, stops: track.stops });
  const moment = momentAt(track.points, player.t);
  const pieces = useMemo(() => trackPieces(track.points, colouring(track, how)), [track, how]);
  const alarms = useMemo(
    () =>
      track.alarmEvents.flatMap(({ name, lng, lat }, i) =>
        lng === null || lat === null ? [] : [{ id: String(i), char: name.slice(0, 1), lng, lat }],
      ),
    [track],
  );
  const notes = useMemo(() => notesOf(track), [track]);
  const tracks = useMemo(() => [{ id: 'track', pieces }], [pieces]);

  const { seek } = player;
  useEffect(() => {
    if (seekTo) seek(seekTo.t);
  }, [seekTo, seek]);
  const shown = ghost !== null && !player.playing ? momentAt(track.points, ghost) : moment;
  useEffect(() => {
    if (!shown) return;
    cursor.current?.setCursor({
      lng: shown.lng,
      lat: shown.lat,
      headingDeg: shown.directionDeg,
      text: wireTime(shown.t, zone).slice(11),
      strong: shown.gap ? '无数据' : `${num(shown.speedKmh)} km/h`,
    });
  }, [shown, zone]);
  useEffect(() => {
    if (follow && moment) map.current?.flyTo({ lng: moment.lng, lat: moment.lat });
  }, [follow, moment]);
  const address = useAddress(player.playing ? null : moment);

  return (
    <>
      <MapView
        ref={map}
        padding={{ left: 332, right: 0, top: 44, bottom: panel.height + gapPx }}
        controls={{ right: gapPx, bottom: panel.height + 2 * gapPx }}
        className="trk-map"
        onReady={(handle) =>
          handle.fitBounds(
            track.points.lng.map((lng, i) => [lng, track.points.lat[i] ?? 0] as const),
            { animate: false },
          )
        }
      >
        <CompanyPlaces />
        <TrackLayer
          ref={cursor}
          tracks={tracks}
          stops={track.stops}
          alarms={alarms}
          notes={notes}
          selectedStop={selectedStop}
          onHit={(hit) => {
            if (hit.kind === 'stop') {
              onStop(hit.no);
              const stop = track.stops.find((s) => s.no === hit.no);
              if (stop) player.seek(stop.startTime);
            } else if (hit.kind === 'alarm') player.seek(track.alarmEvents[Number(hit.id)]?.startTime ?? player.t);
            else player.seek(timeNear(track, hit.lng, hit.lat));
          }}
        />
      </MapView>
      <div className="trk-legend">
        {how === 'speed' && (
          <>
            <span className="td-cap">km/h</span>
            {speedRamp.map((step) => (
              <span key={step.from}>
                <i style={{ background: step.colour }} />
                {step.label}
              </span>
            ))}
          </>
        )}
        {how === 'temp' && (
          <>
            <span>
              <i style={{ background: '#0E9F55' }} />
              温度正常
            </span>
            <span>
              <i style={{ background: '#E03428' }} />
              温度超限
            </span>
            <span>
              <i style={{ background: '#8FA0B3' }} />
              无温度
            </span>
          </>
        )}
        <span>
          <i className="late" />
          补传
        </span>
        <span>
          <i className="gap" />
          无数据
        </span>
        <PlacesToggle />
        <Segmented
          size="small"
          value={how}
          onChange={setHow}
          options={[
            { value: 'speed', label: '速度' },
            { value: 'temp', label: '温度' },
            { value: 'mono', label: '单色' },
          ]}
        />
      </div>
      <TrackPlayer
        box={playerBox}
        track={track}
        range={{ vehicleId: form.vehicleId, startTime: form.startTime, endTime: form.endTime, from, to }}
        player={player}
        moment={moment}
        follow={follow}
        onFollow={setFollow}
        ghost={ghost}
        onGhost={onGhost}
        zoneOffsetMs={zoneOffsetMs}
        address={address}
      />
    </>
  );
}

/** Address of the paused cursor, looked up 300 ms after it came to rest. */
function useAddress(moment: { lng: number; lat: number } | null): string {
  const [at, setAt] = useState('');
  const place = moment ? `${moment.lng.toFixed(4)},${moment.lat.toFixed(4)}` : '';
  useEffect(() => {
    const timer = setTimeout(() => setAt(place), 300);
    return () => clearTimeout(timer);
  }, [place]);
  const answer = useQuery({
    queryKey: [geocodeRegeo.path, at],
    queryFn: ({ signal }): Promise<Output<typeof geocodeRegeo>> =>
      callRaw(geocodeRegeo, { location: at }, { signal, quiet: true }),
    enabled: at !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  return answer.data?.regeocode?.formatted_address ?? '';
}

/** Tags beside the line: reasons of gaps, and how much was back-filled where a back-filled part begins. */
function notesOf(track: TrackAnswer): MapNote[] {
  const { points } = track;
  const notes: MapNote[] = track.gaps.map((gap) => ({
    lng: points.lng[gap.fromIndex] ?? 0,
    lat: points.lat[gap.fromIndex] ?? 0,
    text: `无数据 ${Math.round((gap.endTime - gap.startTime) / minuteMs)} 分${gap.reason ? ` · ${gap.reason}` : ''}`,
    tone: 'alarm',
  }));
  let first = -1;
  for (let i = 0; i <= points.t.length; i++) {
    const late = ((points.flags[i] ?? 0) & 4) !== 0;
    if (late && first < 0) first = i;
    if (!late && first >= 0) {
      if (i - first >= 5)
        notes.push({
          lng: points.lng[first] ?? 0,
          lat: points.lat[first] ?? 0,
          text: `补传 ${i - first} 点`,
          tone: 'plain',
        });
      first = -1;
    }
  }
  return notes;
}

/** Time of the point nearest to a place on the line. */
function timeNear(track: TrackAnswer, lng: number, lat: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  track.points.lng.forEach((x, i) => {
    const d = (x - lng) ** 2 + ((track.points.lat[i] ?? 0) - lat) ** 2;
    if (d < least) {
      least = d;
      best = i;
    }
  });
  return track.points.t[best] ?? 0;
}

/** Zone against UTC at a moment, ms. */
function offsetOf(t: number, zone: string): number {
  return Date.parse(`${wireTime(t, zone).replace(' ', 'T')}Z`) - Math.floor(t / 1000) * 1000;
}
const wallToEpoch = (wire: string, zoneOffsetMs: number): number =>
  Date.parse(`${wire.replace(' ', 'T')}Z`) - zoneOffsetMs;
