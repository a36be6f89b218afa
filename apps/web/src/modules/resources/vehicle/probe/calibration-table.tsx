import { probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { DatePicker, Input, InputNumber } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { DueDate } from '../../../../kit/detail/due-date';
import { none } from '../../../../kit/show/format';
import { type ProbeRow, type RowFaults, rowKey } from './rows';

interface CalibrationTableProps {
  rows: ProbeRow[];
  faults: RowFaults;
  change: (row: ProbeRow) => void;
  readOnly: boolean;
  /** the user may change 修正值 */
  mayCorrect: boolean;
}
const day = 'YYYY-MM-DD';
const nameOf = (row: ProbeRow): string => `${probeKinds[row.kind].label}通道${row.channel}`;
/** The fields of a calibration on a day: proposed as valid for a year. */
const calibratedOn = (date: Dayjs | null) =>
  date ? { certDate: date.format(day), certEnd: date.add(1, 'year').format(day) } : { certDate: null };

/** Serial numbers, calibration certificates and corrections of the probes in use. */
export function CalibrationTable({ rows, faults, change, readOnly, mayCorrect }: CalibrationTableProps) {
  const measured = rows.filter((row) => row.used && probeKinds[row.kind].calibrated);
  if (measured.length === 0)
    return <p className="td-cap">启用温度、湿度或二氧化碳通道后，在这里登记探头编号和校准证书</p>;
  return (
    <table className="resources-vehicle-probe-probes" data-wide>
      <thead>
        <tr>
          <th className="wire">探头</th>
          <th>探头编号</th>
          <th>校准证书号</th>
          <th className="limit">校准日期</th>
          <th className="limit">有效期至</th>
          <th className="added">修正值</th>
          <th className="due">状态</th>
        </tr>
      </thead>
      <tbody>
        {measured.map((row) => (
          <Line
            key={rowKey(row)}
            row={row}
            fault={faults.get(rowKey(row))?.correction}
            change={change}
            readOnly={readOnly}
            mayCorrect={mayCorrect}
          />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps extends Pick<CalibrationTableProps, 'change' | 'readOnly' | 'mayCorrect'> {
  row: ProbeRow;
  /** what is wrong with the correction */
  fault: string | undefined;
}

function Line({ row, fault, change, readOnly, mayCorrect }: LineProps) {
  const name = nameOf(row);
  return (
    <tr>
      <td className="wire">
        {probeKinds[row.kind].label}
        {row.channel} {row.name}
      </td>
      <td>
        <Input
          aria-label={`${name}的探头编号`}
          value={row.sn ?? ''}
          maxLength={30}
          disabled={readOnly}
          onChange={(event) => change({ ...row, sn: event.target.value })}
        />
      </td>
      <td>
        <Input
          aria-label={`${name}的校准证书号`}
          value={row.certNo ?? ''}
          maxLength={30}
          disabled={readOnly}
          onChange={(event) => change({ ...row, certNo: event.target.value })}
        />
      </td>
      <td className="limit">
        <DatePicker
          aria-label={`${name}的校准日期`}
          value={row.certDate ? dayjs(row.certDate, day) : null}
          disabled={readOnly}
          maxDate={dayjs()}
          onChange={(date) => change({ ...row, ...calibratedOn(date) })}
        />
      </td>
      <td className="limit">
        <DatePicker
          aria-label={`${name}的校准有效期`}
          value={row.certEnd ? dayjs(row.certEnd, day) : null}
          disabled={readOnly}
          onChange={(date) => change({ ...row, certEnd: date ? date.format(day) : null })}
        />
      </td>
      <td className="added">
        <Correction {...{ row, fault, change, readOnly, mayCorrect }} />
      </td>
      <td className="due">
        <DueDate date={row.certEnd} />
        {row.certDate && row.certEnd && row.certEnd <= row.certDate ? (
          <div className="resources-vehicle-probe-fault">有效期须晚于校准日期</div>
        ) : null}
      </td>
    </tr>
  );
}

function Correction({ row, fault, change, readOnly, mayCorrect }: LineProps) {
  const { correction, unit } = probeKinds[row.kind];
  if (correction === null) return <span className="resources-vehicle-none">{none}</span>;
  return (
    <>
      <InputNumber
        aria-label={`${nameOf(row)}的修正值`}
        value={row.correction}
        precision={1}
        step={0.1}
        suffix={unit}
        disabled={readOnly || !mayCorrect}
        title={readOnly || mayCorrect ? undefined : '没有“修正探头”权限'}
        status={fault ? 'error' : undefined}
        onChange={(value) => change({ ...row, correction: value ?? 0 })}
      />
      {fault ? <div className="resources-vehicle-probe-fault">{fault}</div> : null}
    </>
  );
}
