import { geocodeRegeo } from '@tongda/contract/base/map/calls';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { Segmented } from 'antd';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, wireTime } from '../../../kit/show/format';
import { useSize } from '../../../kit/show/hooks/use-size';
import { CompanyPlaces, PlacesToggle } from '../../../map/places/of-company';
import { type TrackHandle, TrackLayer } from '../../../map/track/layer';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { trackColours } from '../../../theme/map-colours';
import { type Colouring, colouringOf, type Moment, momentAt, speedRamp, trackPieces } from './model';
import { TrackPlayer } from './player';
import type { TrackQueryForm } from './query';
import { alarmMarksOf, axisOf, notesOf, offsetOf, timeNear } from './stage-model';
import { usePlayer } from './use-player';

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

/** Map and player of one answered track. */
export function TrackStage({ track, form, ghost, onGhost, selectedStop, onStop, seekTo }: StageProps) {
  const [how, setHow] = useState<Colouring>('speed');
  const [follow, setFollow] = useState(false);
  const map = useRef<MapHandle>(null);
  const cursor = useRef<TrackHandle>(null);
  const [playerBox, panel] = useSize<HTMLElement>();
  const zone = track.vehicle.timeZone;
  const zoneOffsetMs = useMemo(() => offsetOf(track.points.t[0] ?? 0, zone), [track, zone]);
  const { from, to } = axisOf(track, form, zoneOffsetMs);
  const player = usePlayer({ from: Math.max(from, track.points.t[0] ?? from), to, stops: track.stops });
  const moment = momentAt(track.points, player.t);
  const tracks = useMemo(
    () => [{ id: 'track', pieces: trackPieces(track.points, colouringOf(track, how)) }],
    [track, how],
  );
  const alarms = useMemo(() => alarmMarksOf(track), [track]);
  const notes = useMemo(() => notesOf(track), [track]);
  const { seek } = player;
  useEffect(() => {
    if (seekTo) seek(seekTo.t);
  }, [seekTo, seek]);
  useCursor(cursor, ghost !== null && !player.playing ? momentAt(track.points, ghost) : moment, zone);
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
        className="watch-track-map"
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
              if (stop) seek(stop.startTime);
            } else if (hit.kind === 'alarm') seek(track.alarmEvents[Number(hit.id)]?.startTime ?? player.t);
            else seek(timeNear(track, hit.lng, hit.lat));
          }}
        />
      </MapView>
      <Legend how={how} setHow={setHow} />
      <TrackPlayer
        box={playerBox}
        track={track}
        range={{
          vehicleId: form.vehicleId,
          startTime: form.startTime,
          endTime: form.endTime,
          operatingHours: form.operatingHours,
          from,
          to,
        }}
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

/** What the colours of the line mean, and the choice of what they stand for. */
function Legend({ how, setHow }: { how: Colouring; setHow: (how: Colouring) => void }) {
  return (
    <div className="watch-track-legend">
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
            <i style={{ background: trackColours.in }} />
            温度正常
          </span>
          <span>
            <i style={{ background: trackColours.out }} />
            温度超限
          </span>
          <span>
            <i style={{ background: trackColours.none }} />
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
  );
}

/** Puts the vehicle mark on the line where the player, or the pointer over a list, stands. */
function useCursor(cursor: RefObject<TrackHandle | null>, shown: Moment | null, zone: string): void {
  useEffect(() => {
    if (!shown) return;
    cursor.current?.setCursor({
      lng: shown.lng,
      lat: shown.lat,
      headingDeg: shown.directionDeg,
      text: wireTime(shown.t, zone).slice(11),
      strong: shown.gap ? '无数据' : `${formatNumber(shown.speedKmh)} km/h`,
    });
  }, [cursor, shown, zone]);
}

/** Address of the paused cursor, looked up 300 ms after it came to rest. */
function useAddress(moment: { lng: number; lat: number } | null): string {
  const [at, setAt] = useState('');
  const place = moment ? `${moment.lng.toFixed(6)},${moment.lat.toFixed(6)}` : '';
  useEffect(() => {
    const timer = setTimeout(() => setAt(place), 300);
    return () => clearTimeout(timer);
  }, [place]);
  const answer = useAsk(geocodeRegeo, at === '' ? null : { location: at }, {
    staleTime: Number.POSITIVE_INFINITY,
    keep: true,
  });
  return answer.data?.regeocode?.formatted_address ?? '';
}
