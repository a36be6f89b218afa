import { dayMs } from '@tongda/contract/core/durations';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import { Checkbox, Segmented } from 'antd';
import { ChevronDown, ChevronUp, Pause, Play, Radar, SkipBack, SkipForward } from 'lucide-react';
import { lazy, type Ref, Suspense, useState } from 'react';
import { formatKm, formatNumber, formatTemp, wireTime } from '../../../kit/show/format';
import { Lanes } from './lanes';
import { fuelAt, type Moment } from './model';
import type { TrackQueryForm } from './query';
import { TrackTable } from './table';
import { type Player, rates } from './use-player';

const NearbyDialog = lazy(async () => ({ default: (await import('../location/door')).NearbyDialog }));

interface Props {
  /** the panel, for those who must stay clear of it */
  box: Ref<HTMLElement>;
  track: TrackAnswer;
  range: Pick<TrackQueryForm, 'vehicleId' | 'startTime' | 'endTime' | 'operatingHours'> & { from: number; to: number };
  player: Player;
  moment: Moment | null;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  ghost: number | null;
  onGhost: (t: number | null) => void;
  zoneOffsetMs: number;
  address: string;
}

/** Bottom: the controls, all lanes on one axis, and the lists. Folds down to the controls when the map needs the room. */
export function TrackPlayer(props: Props) {
  const { track, range, player, moment, ghost, onGhost } = props;
  const [folded, setFolded] = useState(false);
  const zone = track.vehicle.timeZone;
  const clock = wireTime(player.t, zone);
  return (
    <section ref={props.box} className={folded ? 'watch-track-player folded' : 'watch-track-player'} aria-label="回放">
      <div className="controls">
        <button
          type="button"
          className="map-view-icon"
          aria-label="上一停靠点"
          onClick={() => player.seek(previousStop(track, player.t, range.from))}
        >
          <SkipBack />
        </button>
        <button type="button" className="play" aria-label={player.playing ? '暂停' : '播放'} onClick={player.toggle}>
          {player.playing ? <Pause /> : <Play />}
        </button>
        <button
          type="button"
          className="map-view-icon"
          aria-label="下一停靠点"
          onClick={() => player.seek(nextStop(track, player.t, range.to))}
        >
          <SkipForward />
        </button>
        <Segmented
          size="small"
          value={player.rate}
          options={rates.map((rate) => ({ value: rate, label: `×${rate}` }))}
          onChange={player.setRate}
        />
        <Checkbox checked={player.skipStops} onChange={(e) => player.setSkipStops(e.target.checked)}>
          跳过停车
        </Checkbox>
        <Checkbox checked={props.follow} onChange={(e) => props.onFollow(e.target.checked)}>
          跟随
        </Checkbox>
        <strong className="clock" title={clock}>
          {range.to - range.from > dayMs ? clock.slice(5) : clock.slice(11)}
        </strong>
        {moment && <Figures track={track} moment={moment} />}
        <span className="grow" />
        {moment && (
          <NearbyThen
            track={track}
            moment={moment}
            vehicleId={range.vehicleId}
            onOpen={() => player.playing && player.toggle()}
          />
        )}
        <span className="address td-cap" title={props.address}>
          {props.address}
        </span>
        <button
          type="button"
          className="map-view-icon"
          aria-label={folded ? '展开曲线' : '收起曲线'}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <ChevronUp /> : <ChevronDown />}
        </button>
      </div>
      {!folded && (
        <>
          <Lanes
            track={track}
            from={range.from}
            to={range.to}
            zoneOffsetMs={props.zoneOffsetMs}
            t={player.t}
            ghost={ghost}
            label={clock.slice(11)}
            onSeek={player.seek}
            onHover={onGhost}
          />
          <TrackTable
            track={track}
            range={range}
            t={player.t}
            playing={player.playing}
            onSeek={player.seek}
            onGhost={onGhost}
          />
        </>
      )}
    </section>
  );
}

/** 此刻周边: who was near this vehicle at the moment of the cursor. */
function NearbyThen(props: { track: TrackAnswer; moment: Moment; vehicleId: string; onOpen: () => void }) {
  const { track, moment, vehicleId } = props;
  const [at, setAt] = useState<Moment | null>(null);
  const open = (): void => {
    props.onOpen();
    setAt(moment);
  };
  return (
    <>
      <button type="button" className="map-view-icon" aria-label="此刻周边车辆" title="此刻周边车辆" onClick={open}>
        <Radar />
      </button>
      {at && (
        <Suspense fallback={null}>
          <NearbyDialog
            lng={at.lng}
            lat={at.lat}
            of={track.vehicle.plateNo}
            exceptId={vehicleId}
            at={at.t}
            close={() => setAt(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Figures({ track, moment }: { track: TrackAnswer; moment: Moment }) {
  const temps = track.probes.filter((p) => p.kind === 'tem');
  const fuel = fuelAt(track.points, moment.index);
  return (
    <span className="figures">
      {moment.gap ? (
        <b className="red">无数据</b>
      ) : (
        <span>
          <span className="td-cap">速度</span> <b>{formatNumber(moment.speedKmh)}</b> km/h
        </span>
      )}
      <span>
        <span className="td-cap">里程</span> <b>{formatKm(moment.mileageM)}</b> km
      </span>
      {temps.slice(0, 3).map((probe) => {
        const value = track.points.tempC[probe.channel - 1]?.[moment.index] ?? null;
        const out =
          value !== null &&
          ((probe.upper !== null && value > probe.upper) || (probe.lower !== null && value < probe.lower));
        return (
          <span key={probe.channel}>
            <span className="td-cap">{probe.name}</span>{' '}
            <b className={out ? 'map-view-temp out' : 'map-view-temp ok'}>{formatTemp(value)}</b> ℃
          </span>
        );
      })}
      {fuel !== null && (
        <span>
          <span className="td-cap">油量</span> <b>{formatNumber(fuel)}</b> L
        </span>
      )}
    </span>
  );
}

const previousStop = (track: TrackAnswer, t: number, from: number): number =>
  [...track.stops].reverse().find((s) => s.startTime < t - 1500)?.startTime ?? from;
const nextStop = (track: TrackAnswer, t: number, to: number): number =>
  track.stops.find((s) => s.startTime > t + 500)?.startTime ?? to;
