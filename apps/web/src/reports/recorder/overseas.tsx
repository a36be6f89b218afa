import { keysOf } from '@tongda/contract/core/keys';
import { overseasWay, zones } from '@tongda/contract/reports/recorder/overseas-way';
import { Button } from 'antd';
import { useState } from 'react';
import { Can } from '../../kit/session/can';
import type { UseReportExtras } from '../kit/extras';
import { OverseasWayDrawer } from './way-drawer';

/** 轨迹 of the recorder whose readings are shown, over the range that was asked for. */
export const useOverseas: UseReportExtras = (list) => {
  const [open, setOpen] = useState(false);
  const { recorderIds, startTime, endTime, timeZone } = list.filters;
  const [id, ...more] = Array.isArray(recorderIds) ? recorderIds.filter((one) => typeof one === 'string') : [];
  const [row] = list.rows;
  // a way is that of one recorder, and of one that has told something
  if (id === undefined || more.length > 0 || !row || typeof startTime !== 'string' || typeof endTime !== 'string')
    return {};
  return {
    toolbar: (
      <Can do={overseasWay}>
        <Button onClick={() => setOpen(true)}>轨迹</Button>
      </Can>
    ),
    open: open ? (
      <OverseasWayDrawer
        key={`${id} ${startTime} ${endTime}`}
        recorderId={id}
        name={String(row.recorder ?? '')}
        startTime={startTime}
        endTime={endTime}
        timeZone={keysOf(zones).find((one) => one === timeZone) ?? 'beijing'}
        close={() => setOpen(false)}
      />
    ) : null,
  };
};
