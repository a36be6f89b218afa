import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

const openKey = 'td.location.alarms';
type Detail = Output<typeof alarmDetail>;

export interface AlarmColumn {
  /** the feed stands in the right column whenever nothing else does */
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

/** What the right column of the location page shows of alarms. */
export function useAlarmColumn(): AlarmColumn {
  const [params, setParams] = useSearchParams();
  const [open, setShown] = useState(() => localStorage.getItem(openKey) !== 'off');
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
