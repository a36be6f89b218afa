import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

const openKey = 'td.location.alarms';
/** In a narrower window the dock is its head until somebody opens it: the map needs the room. */
const roomyPx = 1440;
type Detail = Output<typeof alarmDetail>;

export interface AlarmColumn {
  /** the feed under the map shows its lines, not only its head */
  open: boolean;
  setOpen: (open: boolean) => void;
  /** the alarm that is shown in the column; stands in the address */
  alarmId: string | null;
  /** its form stands open */
  handle: boolean;
  show: (alarm: { id: string; vehicleId: string }, handle: boolean) => void;
  /** another alarm of the same vehicle */
  choose: (id: string) => void;
  /** leaves the alarm, with its vehicle or without */
  leave: (toVehicle: boolean) => void;
  /** where the vehicle drove around the alarm: [lng, lat] */
  path: Array<[number, number]> | undefined;
  loaded: (detail: Detail) => void;
}

function firstOpen(): boolean {
  const chosen = localStorage.getItem(openKey);
  return chosen === null ? window.innerWidth >= roomyPx : chosen === 'on';
}

/** What the location page shows of alarms: the feed under the map, and one of them in the right column. */
export function useAlarmColumn(): AlarmColumn {
  const [params, setParams] = useSearchParams();
  const [open, setShown] = useState(firstOpen);
  const [handle, setHandle] = useState(false);
  const [detail, setDetail] = useState<Detail | null>(null);
  const alarmId = params.get('alarmId');
  const vehicleId = params.get('vehicleId');
  const put = (next: Record<string, string>): void => setParams(next, { replace: true });
  const path =
    detail && detail.alarm.id === alarmId
      ? detail.points.flatMap(
          ([, lng, lat]): Array<[number, number]> => (lng === null || lat === null ? [] : [[lng, lat]]),
        )
      : undefined;
  return {
    open,
    setOpen: (next) => {
      localStorage.setItem(openKey, next ? 'on' : 'off');
      setShown(next);
    },
    alarmId,
    handle,
    show: (alarm, form) => {
      setHandle(form);
      put({ vehicleId: alarm.vehicleId, alarmId: alarm.id });
    },
    choose: (id) => {
      setHandle(false);
      put({ ...(vehicleId ? { vehicleId } : {}), alarmId: id });
    },
    leave: (toVehicle) => put(toVehicle && vehicleId ? { vehicleId } : {}),
    path,
    loaded: useCallback((next: Detail) => setDetail(next), []),
  };
}
