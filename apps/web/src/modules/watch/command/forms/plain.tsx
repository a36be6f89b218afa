import { commandLocate } from '@tongda/contract/watch/command/calls';
import { FormDialog } from '../../../../kit/dialog/form';
import type { CommandFormProps } from './props';
import { ToVehicles, targetWords } from './to-vehicles';
import '../styles.css';

/** 查询位置: the terminal reports its place at once. */
export function LocateForm({ vehicles, sent, close }: CommandFormProps) {
  return (
    <FormDialog
      endpoint={commandLocate}
      input={{ vehicleIds: vehicles.map(({ id }) => id) }}
      stay
      done={sent}
      close={close}
      title={`查询位置 ${targetWords(vehicles)}`}
      okText="查询"
      width={420}
    >
      <ToVehicles vehicles={vehicles} />
      <p>终端收到后立即上报当前位置，不等下一次定时上报。</p>
    </FormDialog>
  );
}
