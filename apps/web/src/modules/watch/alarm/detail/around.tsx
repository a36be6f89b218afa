import type { Output } from '@tongda/contract/core/endpoint';
import { type alarmDetail, closeMs } from '@tongda/contract/watch/alarm/calls';
import { figureText } from '@tongda/contract/watch/alarm/words';
import { useMemo } from 'react';
import { type Pin, PinLayer } from '../../../../map/places/pin-layer';
import { MapView } from '../../../../map/view/canvas';
import { SpeedChart } from './chart';
import '../styles.css';

type Detail = Output<typeof alarmDetail>;

/** Where the vehicle drove in the minutes around the beginning of an alarm, and how fast; nothing without a place. */
export function AlarmAround({ detail }: { detail: Detail }) {
  const { alarm, points } = detail;
  const path = useMemo(
    () =>
      points.flatMap(([t, lng, lat]) =>
        lng === null || lat === null || Math.abs(t - alarm.start) > closeMs ? [] : [[lng, lat] as const],
      ),
    [points, alarm.start],
  );
  const pins = useMemo((): Pin[] => {
    if (alarm.lng === null || alarm.lat === null) return [];
    const speed = alarm.speedKmh === null ? '' : ` ${figureText(alarm.speedKmh)} km/h`;
    return [{ lng: alarm.lng, lat: alarm.lat, label: `${alarm.startTime.slice(11, 16)}${speed}`, selected: true }];
  }, [alarm.lng, alarm.lat, alarm.startTime, alarm.speedKmh]);
  const shown = [...path, ...pins.map(({ lng, lat }) => [lng, lat] as const)];
  if (shown.length === 0) return null;
  return (
    <section className="watch-alarm-section watch-alarm-around" aria-label="报警前后5分钟的轨迹">
      <h3>前后5分钟轨迹</h3>
      <div className="watch-alarm-map">
        <MapView controls={false} onReady={(map) => map.fitBounds(shown, { maxZoom: 15, animate: false })}>
          <PinLayer pins={pins} ways={[{ path, as: 'driven' }]} />
        </MapView>
      </div>
      <SpeedChart detail={detail} />
    </section>
  );
}
