import { chillerProtocols, onSources, setSources } from '@tongda/contract/resources/vehicle/chiller';
import type { Probe } from '@tongda/contract/resources/vehicle/probe';
import { AutoComplete, Input, Select } from 'antd';
import type { ProbeRow } from './rows';

export const Fault = ({ text }: { text: string | undefined }) =>
  text ? <div className="resources-vehicle-probe-fault">{text}</div> : null;

interface CellProps {
  /** name of the line, for labels of its fields */
  name: string;
  row: ProbeRow;
  faults: Partial<Record<keyof Probe, string>>;
  change: (row: ProbeRow) => void;
  off: boolean;
}
const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The camera that watches a door. One that was switched off in the meantime is still shown, with the error. */
export function SnapCell({ name, row, cameras, faults, change, off }: CellProps & { cameras: ProbeRow[] }) {
  const seen = cameras.map(({ channel, name: camera }) => ({ value: channel, label: `${channel} ${camera}` }));
  const gone = row.snapChannel !== null && !seen.some(({ value }) => value === row.snapChannel);
  return (
    <td className="limit">
      <Select
        aria-label={`${name}的抓拍通道`}
        value={row.snapChannel}
        allowClear
        placeholder={seen.length === 0 ? '无摄像头' : '不抓拍'}
        disabled={off || (seen.length === 0 && !gone)}
        status={faults.snapChannel ? 'error' : undefined}
        options={gone ? [...seen, { value: row.snapChannel, label: `${row.snapChannel} 未启用` }] : seen}
        onChange={(channel) => change({ ...row, snapChannel: channel ?? null })}
      />
      <Fault text={faults.snapChannel} />
    </td>
  );
}

/** The sources of a reefer's running signal and set point, and its protocol. */
export function ChillerCells({ name, row, faults, change, off }: CellProps) {
  return (
    <>
      <td className="limit">
        <Select
          aria-label={`${name}的运行信号`}
          value={row.onSource}
          allowClear
          placeholder="未填写"
          disabled={off}
          options={toOptions(onSources)}
          onChange={(onSource) => change({ ...row, onSource: onSource ?? null })}
        />
      </td>
      <td className="limit">
        <Select
          aria-label={`${name}的设定温度来源`}
          value={row.setSource}
          allowClear
          placeholder="未填写"
          disabled={off}
          options={toOptions(setSources)}
          onChange={(setSource) => change({ ...row, setSource: setSource ?? null })}
        />
      </td>
      <td className="limit">
        <AutoComplete
          value={row.chillerProtocol ?? ''}
          disabled={off}
          status={faults.chillerProtocol ? 'error' : undefined}
          options={toOptions(chillerProtocols)}
          onChange={(chillerProtocol) => change({ ...row, chillerProtocol })}
        >
          <Input aria-label={`${name}的协议`} maxLength={20} />
        </AutoComplete>
        <Fault text={faults.chillerProtocol} />
      </td>
    </>
  );
}
