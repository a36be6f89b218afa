import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { useMemo } from 'react';
import { PinLayer } from '../../../../map/places/pin-layer';
import { MapView } from '../../../../map/view/canvas';
import { SpeedChart } from './chart';
import { beginningPins, closeDrive } from './drive';
import '../styles.css';

type Detail = Output<typeof alarmDetail>;

/** Where the vehicle drove in the minutes around the beginning of an alarm, and how fast; nothing without a place. */
export function AlarmAround({ detail }: { detail: Detail }) {
  const path = useMemo(() => closeDrive(detail), [detail]);
  const pins = useMemo(() => beginningPins(detail.alarm), [detail.alarm]);
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
