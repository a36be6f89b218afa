import { portableWay } from '@tongda/contract/resources/equipment/recorder-trip';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Can } from '../../kit/session/can';
import { RecorderWayDrawer } from '../../modules/resources/equipment/door';
import type { UseReportExtras } from '../kit/extras';

/** 轨迹 of the recorder whose readings are shown, over the range that was asked for. */
export const useOverseas: UseReportExtras = (list) => {
  const [open, setOpen] = useState(false);
  const { recorderIds, startTime, endTime } = list.filters;
  const [id, ...more] = Array.isArray(recorderIds) ? recorderIds.filter((one) => typeof one === 'string') : [];
  const [row] = list.rows;
  // a way is that of one recorder, and of one that has told something
  if (id === undefined || more.length > 0 || !row || typeof startTime !== 'string' || typeof endTime !== 'string')
    return {};
  return {
    toolbar: (
      <Can do={portableWay}>
        <Button onClick={() => setOpen(true)}>轨迹</Button>
      </Can>
    ),
    open: open ? (
      <RecorderWayDrawer
        key={`${id} ${startTime} ${endTime}`}
        id={id}
        name={String(row.recorder ?? '')}
        first={[dayjs(startTime), dayjs(endTime)]}
        close={() => setOpen(false)}
      />
    ) : null,
  };
};
