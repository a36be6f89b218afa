import { type TimeWindow, windowWords } from '@tongda/contract/core/field/time-window';
import { EditField } from '../../../kit/form/edit-field';
import { TimeWindows } from '../../../kit/form/input/time-windows';

/** 收货时间窗: up to three windows; an end before the start lies on the next day. */
export function TimeWindowsField() {
  return (
    <EditField
      name="timeWindows"
      label="收货时间窗"
      span={12}
      help="结束早于开始表示跨到次日；没有时间窗表示随时可收"
      // `timeWindows` is set from the loaded store and by `TimeWindows` below, both with this type
      show={(value) => windowWords((value ?? []) as TimeWindow[]) || '--'}
    >
      <TimeWindows />
    </EditField>
  );
}
