import type { Output } from '@tongda/contract/core/endpoint';
import { supplierType } from '@tongda/contract/resources/vehicle/enums';
import {
  isSwitch,
  type Probe,
  type ProbeKind,
  type probeGet,
  probeKinds,
  probeNames,
  type Zone,
} from '@tongda/contract/resources/vehicle/probe';
import { isZoned, putIntoZone } from '@tongda/contract/resources/vehicle/zone';
import { AutoComplete, Checkbox, Input, InputNumber, Select, Switch, Tooltip } from 'antd';
import { formatNumber, none } from '../../../../kit/show/format';
import { ChillerCells, Fault, SnapCell } from './more';
import { type ProbeRow, type RowFaults, rowKey, switchRow } from './rows';

type Reading = Output<typeof probeGet>['readings'][number];

interface ProbeTableProps {
  kind: ProbeKind;
  rows: ProbeRow[];
  /** cameras in use, one of which may watch a door */
  cameras: ProbeRow[];
  /** compartments of the vehicle */
  zones: Zone[];
  readings: Reading[];
  faults: RowFaults;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
}

/** The channels of one kind of wire, one per line: name, place, limits, alarm and present value. */
export function ProbeTable({ kind, rows, cameras, zones, readings, faults, change, readOnly }: ProbeTableProps) {
  const { unit, label } = probeKinds[kind];
  const { range, alarm } = probeKinds[kind];
  const limits = range !== null;
  return (
    <table className="resources-vehicle-probe-probes">
      <thead>
        <tr>
          <th className="on">启用</th>
          <th className="channel">通道</th>
          <th>名称</th>
          <th>{kind === 'camera' ? '类型' : kind === 'door' ? '位置' : '温区'}</th>
          {isSwitch(kind) ? <th className="limit">{kind === 'door' ? '触点' : '信号'}</th> : null}
          {kind === 'door' ? <th className="limit">抓拍通道</th> : null}
          {kind === 'chiller' ? (
            <>
              <th className="limit">运行信号</th>
              <th className="limit">设定温度</th>
              <th className="limit">协议</th>
            </>
          ) : null}
          {limits ? <th className="limit">下限 {unit}</th> : null}
          {limits ? <th className="limit">上限 {unit}</th> : null}
          {alarm ? <th className="alarm">报警</th> : null}
          {kind === 'camera' ? null : <th className="value">{unit ? `实时值 ${unit}` : '当前状态'}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line
            key={rowKey(row)}
            row={row}
            label={label}
            cameras={cameras}
            zones={zones}
            limits={limits}
            reading={readings.find((r) => r.channel === row.channel)}
            faults={faults.get(rowKey(row)) ?? {}}
            change={change}
            readOnly={readOnly}
          />
        ))}
      </tbody>
    </table>
  );
}

/** The two senses of a switch; the value is `inverse`. */
const contacts = {
  door: [
    { value: false, label: '常闭' },
    { value: true, label: '常开' },
  ],
  chiller: [
    { value: false, label: '正相' },
    { value: true, label: '反相' },
  ],
};

interface LineProps {
  row: ProbeRow;
  label: string;
  cameras: ProbeRow[];
  zones: Zone[];
  limits: boolean;
  reading: Reading | undefined;
  faults: Partial<Record<keyof Probe, string>>;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
}

function Line({ row, label, cameras, zones, limits, reading, faults, change, readOnly }: LineProps) {
  const off = readOnly || !row.used;
  const name = `${label}通道${row.channel}`;
  return (
    <tr data-off={!row.used}>
      <td className="on">
        <Checkbox
          checked={row.used}
          disabled={readOnly}
          aria-label={`启用${name}`}
          onChange={(event) => change(switchRow(row, event.target.checked))}
        />
      </td>
      <td className="channel">{row.channel}</td>
      <td>
        <AutoComplete
          value={row.name}
          disabled={off}
          status={faults.name ? 'error' : undefined}
          options={row.kind === 'tem' ? probeNames.map((value) => ({ value })) : []}
          onChange={(value) => change({ ...row, name: value })}
        >
          <Input aria-label={`${name}的名称`} maxLength={10} />
        </AutoComplete>
        <Fault text={faults.name ?? faults.channel} />
      </td>
      <td>
        <PlaceCell {...{ name, row, zones, faults, change, off }} />
      </td>
      {isSwitch(row.kind) ? (
        <td className="limit">
          <Select
            aria-label={`${name}的${row.kind === 'door' ? '触点' : '信号'}`}
            value={row.inverse}
            disabled={off}
            options={contacts[row.kind === 'door' ? 'door' : 'chiller']}
            onChange={(inverse) => change({ ...row, inverse })}
          />
        </td>
      ) : null}
      {row.kind === 'door' ? <SnapCell {...{ name, row, cameras, faults, change, off }} /> : null}
      {row.kind === 'chiller' ? <ChillerCells {...{ name, row, faults, change, off }} /> : null}
      {limits ? <Limit name={name} field="lower" {...{ row, faults, change, off }} /> : null}
      {limits ? <Limit name={name} field="upper" {...{ row, faults, change, off }} /> : null}
      {probeKinds[row.kind].alarm ? (
        <td className="alarm">
          <Switch
            size="small"
            checked={row.used && row.alarm}
            disabled={off}
            aria-label={`${name}参与报警`}
            onChange={(alarm) => change({ ...row, alarm })}
          />
        </td>
      ) : null}
      {row.kind === 'camera' ? null : (
        <td className="value">
          <Value row={row} reading={reading} />
        </td>
      )}
    </tr>
  );
}

interface CellProps {
  name: string;
  row: ProbeRow;
  faults: LineProps['faults'];
  change: (row: ProbeRow) => void;
  off: boolean;
}

/** What a camera is for; where any other wire sits, for a thermometer its compartment. */
function PlaceCell({ name, row, zones, faults, change, off }: CellProps & { zones: Zone[] }) {
  if (row.kind === 'camera')
    return (
      <Select
        aria-label={`${name}的类型`}
        value={row.cameraType}
        allowClear
        placeholder="普通"
        disabled={off}
        options={supplierType.options.map(({ code, name: label }) => ({ value: code, label: `${label}（${code}）` }))}
        onChange={(code) => change({ ...row, cameraType: code ?? null })}
      />
    );
  return (
    <AutoComplete
      value={row.zone ?? ''}
      disabled={off}
      status={faults.zone ? 'error' : undefined}
      options={isZoned(row.kind) ? zones.map((zone) => ({ value: zone.name })) : []}
      onChange={(zone) => change({ ...row, zone })}
      onSelect={(zone) => change(putIntoZone(row, zone, zones))}
    >
      <Input aria-label={`${name}的${row.kind === 'door' ? '位置' : '温区'}`} maxLength={10} />
    </AutoComplete>
  );
}

interface LimitProps extends CellProps {
  field: 'lower' | 'upper';
}
function Limit({ name, field, row, faults, change, off }: LimitProps) {
  return (
    <td className="limit">
      <InputNumber
        aria-label={`${name}的${field === 'lower' ? '下限' : '上限'}`}
        value={row[field]}
        precision={1}
        controls={false}
        disabled={off}
        status={faults[field] ? 'error' : undefined}
        onChange={(value) => change({ ...row, [field]: value })}
      />
      <Fault text={faults[field]} />
    </td>
  );
}

const describeState = (kind: ProbeKind, on: boolean): string =>
  kind === 'chiller' ? (on ? '运行' : '停机') : on ? '开' : '关';

/** The present value of a channel. A value on a channel that is not configured is shown too, so that nobody overlooks it. */
function Value({ row, reading }: { row: ProbeRow; reading: Reading | undefined }) {
  const never = !reading || (reading.value === null && reading.open === null);
  if (never) return <span className="resources-vehicle-none">{row.used ? '无数据' : none}</span>;
  const text = reading.open === null ? formatNumber(reading.value, 1) : describeState(row.kind, reading.open);
  if (row.used && reading.silent)
    return (
      <Tooltip title={`超过 24 小时没有数据，最后一次为 ${text}`}>
        <span className="resources-vehicle-warn">无数据</span>
      </Tooltip>
    );
  if (!row.used) {
    // the status word of the terminal reports every door, wired or not, so only an open one means something
    if (reading.open === false) return <span className="resources-vehicle-none">{none}</span>;
    return (
      <Tooltip title="此通道有数据上报，但还没有配置探头">
        <span className="resources-vehicle-warn">{text} 未配置</span>
      </Tooltip>
    );
  }
  const { value } = reading;
  const out =
    value !== null && ((row.lower !== null && value < row.lower) || (row.upper !== null && value > row.upper));
  return (
    <span className={out ? 'resources-vehicle-bad resources-vehicle-detail-strong' : undefined}>
      {out ? `${text} 超限` : text}
    </span>
  );
}
